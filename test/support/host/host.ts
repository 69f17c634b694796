// The process in which applications and commands of the tests run, one for each worker: what they consist of is loaded once for all
// spec files. Prints its address, and ends when its standard input does: with the process that started it.
import '../../../src/app/features.js';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { LocalApp } from '../servers/local-app.js';
import type { TestAppOptions } from '../test-app.js';
import type { DeskCall } from './desk.js';

type Method = (...args: unknown[]) => unknown;

/** A running application, and what it is called here. */
export interface Started {
  readonly id: string;
  readonly url: string;
  readonly adminUrl?: string;
}

const apps = new Map<string, LocalApp>();
let shared: Promise<Started> | undefined;
let started = 0;

/** What can be asked for, loaded when it is: many tests want nothing of it. `/<app>/<method>` is a method of its operator. */
const ANSWERS: Readonly<Record<string, (argument: unknown) => unknown>> = {
  start: (options) => start(options as TestAppOptions),
  shared: (options) => (shared ??= start(options as TestAppOptions)),
  stop: async (id) => {
    const app = apps.get(id as string);
    apps.delete(id as string);
    await app?.stop();
  },
  desk: async (call) => (await import('./desk.js')).runDesk(call as DeskCall),
  clock: async (aheadMs) => {
    (await import('./clock.js')).setAhead(aheadMs as number);
  },
  record: async () => {
    (await import('./recorder.js')).record();
  },
  recorded: async () => (await import('./recorder.js')).recordedStatements(),
  quiet: async (id) => (await import('./quiet.js')).beginQuiet(id as string),
  loud: async (id) => {
    (await import('./quiet.js')).endQuiet(id as string);
  },
  golden: async (file) => {
    (await import('./golden.js')).writeGolden(file as string | undefined, server);
  },
  written: async () => (await import('../../../src/platform/tenancy/statement.js')).writtenStatements(),
};

async function start(options: TestAppOptions): Promise<Started> {
  const { startLocalApp } = await import('../servers/local-app.js');
  const app = await startLocalApp(options);
  const id = String(++started);
  apps.set(id, app);
  return { id, url: app.url, ...(app.adminUrl !== undefined && { adminUrl: app.adminUrl }) };
}

function answer(path: string, args: unknown[]): unknown {
  const [, first = '', method = ''] = path.split('/');
  const operator = apps.get(first)?.operator as unknown as Record<string, Method> | undefined;
  if (operator) return operator[method]?.(...args);
  return ANSWERS[first]?.(args[0]);
}

/** An error with what it says of itself, and its cause. */
function described(error: Error): object {
  const { message, stack, cause } = error;
  return Object.assign({}, error, { message, stack }, cause instanceof Error && { cause: described(cause) });
}

const server = http.createServer((request, response) => {
  const answering = json(request).then((args) =>
    answer(
      request.url ?? '',
      (args as unknown[]).map((arg) => arg ?? undefined),
    ),
  );
  answering.then(
    (result) => response.end(JSON.stringify(result)),
    (error: unknown) => {
      response.writeHead(500).end(JSON.stringify(described(error as Error)));
    },
  );
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
// A client that is busy for a while must find its connection open.
server.keepAliveTimeout = 0;
process.stdin.on('end', () => process.exit()).resume();
