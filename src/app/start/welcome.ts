import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { DEMO_SUBDOMAIN } from '../demo/demo-subdomain.js';
import { stateOf } from '../../workspaces/workspace-list.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import type { UndoList } from './start-steps.js';

type ListeningAddress = Pick<AddressInfo, 'address' | 'port'>;

/** Words for a person about the workspaces of the embedded database. They are empty for an external one. */
export interface FirstWorkspace {
  /** The key of the demo workspace is null unless this start made it. */
  readonly demoKey: string | null;
  /** A workspace for which people can make keys; undefined when there is none. */
  readonly workspace: string | undefined;
}

export const NO_WORKSPACE: FirstWorkspace = { demoKey: null, workspace: undefined };

interface Welcome extends FirstWorkspace {
  readonly listening: ListeningAddress;
  readonly metricsUrl: string | undefined;
  /** Absent when no listener for administration runs in this process. */
  readonly adminListening?: ListeningAddress | undefined;
  /** The admin key of a temporary service, which nobody else knows. */
  readonly adminKey?: string | undefined;
}

/** Tells a person about a step of the start that takes long. @returns what the step returns */
export type Tell = <Result>(line: string, step: Promise<Result>) => Promise<Result>;

/** A step that takes longer than this is slow. */
const SLOW_MS = 2_000;

/** Makes a `Tell` that prints the line of a step which takes longer than some milliseconds. */
export function tellingAfter(ms: number, print: (text: string) => void): Tell {
  return async (line, step) => {
    const timer = setTimeout(print, ms, `  ${line}\n`);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Prints the line when the step is slow, so that nobody takes the start for stuck. */
export const tellWhenSlow = tellingAfter(SLOW_MS, (text) => process.stdout.write(text));

/** For a program, which reads one line only. */
export const tellNothing: Tell = (_line, step) => step;

/** A process that ends waits at most this long for the demo workspace. */
const DEMO_MS = 4_000;

/** A later start looks among this number of workspaces for one to name. */
const MOST_SEEN = 100;

/** Makes the demo workspace on the first start with the embedded database. On a later start it finds a workspace, best the one that is `wanted`. */
export async function makeFirstWorkspace(
  app: INestApplicationContext,
  wanted: string | undefined,
  { undo, tell, ...told }: { undo: UndoList; tell: Tell; onKey: (key: string) => void; log: Logger },
): Promise<FirstWorkspace> {
  const { items } = await app.get(WorkspacesService).page({ number: 1, size: MOST_SEEN });
  if (items.length > 0) {
    const active = items.filter((item) => stateOf(item) === 'active').map(({ subdomain }) => subdomain);
    return { demoKey: null, workspace: active.find((subdomain) => subdomain === wanted) ?? active[0] };
  }
  // Only the first start needs this code.
  const { createDemoWorkspace } = await import('../demo/demo-workspace.js');
  const demoKey = await tell(
    'Making the demo workspace ...',
    undo.whole(() => createDemoWorkspace(app, told), DEMO_MS),
  );
  return { demoKey, workspace: DEMO_SUBDOMAIN };
}

/** Prints the key of the new demo workspace as soon as it is made: it cannot be shown again. */
export function showDemoKey(key: string): void {
  process.stdout.write(
    `\n  A demo workspace "${DEMO_SUBDOMAIN}" was created. Its API key is shown only once:\n    ${key}\n`,
  );
}

/** Prints the addresses of the service, and a first request with the key of a new demo workspace, or how to make a key. */
export function welcome({ listening, metricsUrl, adminListening, demoKey, workspace }: Welcome): void {
  const url = urlOf(listening);
  const lines = [
    '',
    `  Support Desk is ready at ${url}`,
    `  API documentation:       ${url}/docs`,
    ...(metricsUrl === undefined ? [] : [`  Metrics:                 ${metricsUrl}`]),
    ...(adminListening ? [`  Administration:          ${urlOf(adminListening)}`] : []),
    ...(demoKey === null ? wayToKey(workspace) : firstSteps(url, demoKey)),
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

/** Some clients do not know which address `localhost` is. */
function plainUrlOf(listening: ListeningAddress): string {
  const host = listening.address === '::1' ? '[::1]' : '127.0.0.1';
  return urlOf(listening).replace('//localhost:', `//${host}:`);
}

/** Nobody may have seen the key of the first start. */
function wayToKey(workspace: string | undefined): string[] {
  return workspace === undefined ? [] : [`  A key: desk keys create ${workspace} --name mine`];
}

function firstSteps(url: string, key: string): string[] {
  return ['', '  Try it:', `    curl -H 'X-Api-Key: ${key}' ${url}/api/external/v2/tickets`];
}

function urlOf({ address, port }: ListeningAddress): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(address)) return `http://localhost:${port}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
