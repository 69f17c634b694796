import type { Operator } from './operator.js';

/** What operators do, here or in the host. */
export type Operations = Pick<Operator, keyof Operator>;

/** Asks the host of this worker. What it refuses is thrown with the properties that it has there. */
export async function askHost<Answer>(path: string, ...args: unknown[]): Promise<Answer> {
  const hosts = JSON.parse(process.env['DESK_TEST_HOSTS'] ?? '[]') as string[];
  const host = hosts[Number(process.env['JEST_WORKER_ID'] ?? '1') - 1] ?? '';
  const response = await fetch(host + path, { method: 'POST', body: JSON.stringify(args) });
  const text = await response.text();
  if (!response.ok) throw Object.assign(new Error(), JSON.parse(text));
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** The operator of an application in the host: each method is a question to it. */
export function operatorOf(app: string): Operations {
  const ask =
    (method: string) =>
    (...args: unknown[]) =>
      askHost(`/${app}/${method}`, ...args);
  return new Proxy({} as Operations, { get: (_target, method: string) => ask(method) });
}
