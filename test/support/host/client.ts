import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operator } from './operator.js';

/** The last words of a host are written so soon after its end. */
const WRITTEN_MS = 200;

/** What operators do, here or in the host. */
export type Operations = Pick<Operator, keyof Operator>;

/** Asks the host of this worker. What it refuses is thrown with the properties that it has there. */
export async function askHost<Answer>(path: string, ...args: unknown[]): Promise<Answer> {
  const hosts = JSON.parse(process.env['DESK_TEST_HOSTS'] ?? '[]') as string[];
  const host = hosts[Number(process.env['JEST_WORKER_ID'] ?? '1') - 1] ?? '';
  const response = await fetch(host + path, { method: 'POST', body: JSON.stringify(args) }).catch(
    async (error: unknown) => {
      // Nothing shows that no word is to come.
      await sleep(WRITTEN_MS);
      throw lastWordsOf(host) ?? error;
    },
  );
  const text = await response.text();
  if (!response.ok) throw Object.assign(new Error(), JSON.parse(text));
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** What the host said before it ended; undefined while it runs. */
function lastWordsOf(host: string): Error | undefined {
  const file = join(dirname(process.env['DESK_TEST_SEEN'] ?? ''), `host-${new URL(host).port}`);
  return existsSync(file) ? new Error(readFileSync(file, 'utf8')) : undefined;
}

/** The operator of an application in the host: each method is a question to it. */
export function operatorOf(app: string): Operations {
  const ask =
    (method: string) =>
    (...args: unknown[]) =>
      askHost(`/${app}/${method}`, ...args);
  return new Proxy({} as Operations, { get: (_target, method: string) => ask(method) });
}
