import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseAccess } from '../../platform/database/database-access.js';
import { createDemoWorkspace, DEMO_SUBDOMAIN } from '../demo/demo-workspace.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';

type ListeningAddress = Pick<AddressInfo, 'address' | 'port'>;

interface Welcome {
  readonly listening: ListeningAddress;
  readonly metricsUrl: string | undefined;
  /** Absent when no listener for administration runs in this process. */
  readonly adminListening?: ListeningAddress | undefined;
  /** The admin key of a temporary service, which nobody else knows. */
  readonly adminKey?: string | undefined;
  /** The key of the demo workspace is null unless this start made it. */
  readonly demoKey: string | null;
}

/** Makes the demo workspace on the first start with the embedded database. @returns its key, or null if none was made */
export async function makeFirstWorkspace(
  app: INestApplicationContext,
  access: DatabaseAccess,
): Promise<string | null> {
  const isFirst = access.embedded && (await app.get(WorkspacesService).areNone());
  return isFirst ? createDemoWorkspace(app) : null;
}

/** Prints the addresses of the service, and the key of a new demo workspace, which cannot be shown again. */
export function welcome({ listening, metricsUrl, adminListening, demoKey }: Welcome): void {
  const url = urlOf(listening);
  const lines = [
    '',
    `  Support Desk is ready at ${url}`,
    `  API documentation:       ${url}/docs`,
    ...(metricsUrl === undefined ? [] : [`  Metrics:                 ${metricsUrl}`]),
    ...(adminListening ? [`  Administration:          ${urlOf(adminListening)}`] : []),
    ...(demoKey === null ? [] : firstSteps(url, demoKey)),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints, in one line of JSON, what a program needs to use the demo workspace of a new service, to make others, and to end the service. */
export function welcomeProgram({ listening, adminListening, adminKey, demoKey }: Welcome): void {
  const told = {
    ...{ url: plainUrlOf(listening), key: demoKey, workspace: DEMO_SUBDOMAIN, pid: process.pid },
    ...(adminListening && { admin_url: plainUrlOf(adminListening), admin_key: adminKey }),
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

/** Some clients do not know that `localhost` is this address. */
function plainUrlOf(listening: ListeningAddress): string {
  return urlOf(listening).replace('//localhost:', '//127.0.0.1:');
}

function firstSteps(url: string, key: string): string[] {
  return [
    '',
    `  A demo workspace "${DEMO_SUBDOMAIN}" was created. Its API key is shown only once:`,
    `    ${key}`,
    '',
    '  Try it:',
    `    curl -H 'X-Api-Key: ${key}' ${url}/api/external/v2/tickets`,
  ];
}

function urlOf({ address, port }: ListeningAddress): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address)) return `http://localhost:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
