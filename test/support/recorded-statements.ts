import { createHash } from 'node:crypto';
import { askHost } from './host/client.js';
import { quiet } from './test-app.js';

export interface RecordedStatement {
  readonly name: string | undefined;
  readonly text: string;
  /** As they are sent, but for moments, which are ISO 8601. */
  readonly values: readonly unknown[];
  /** Whether a request that was not answered yet sent it; not so what the service does in the background. */
  readonly isForAnswer: boolean;
}

/** What applications in the host send to PostgreSQL while the work is done. No job works meanwhile. */
export function statementsOf(work: () => PromiseLike<unknown>): Promise<RecordedStatement[]> {
  return quiet(() => statementsWithJobsOf(work));
}

/** These statements and those of jobs, for work that waits for jobs. */
export async function statementsWithJobsOf(work: () => PromiseLike<unknown>): Promise<RecordedStatement[]> {
  await askHost('/record');
  await work();
  const recorded = await askHost<RecordedStatement[]>('/recorded');
  return recorded.map((statement) => ({ ...statement, values: statement.values.map(withBytes) }));
}

/** The texts of all statements that applications in the host can send to tables of a workspace, as far as they are fixed. */
export async function writtenStatements(): Promise<string[]> {
  return (await namedStatements()).map(({ text }) => text);
}

/** Those statements with their names. */
export function namedStatements(): Promise<{ readonly name: string; readonly text: string }[]> {
  return askHost('/written');
}

/** Whether a statement looks for an API key: by its SHA-256, which is all that is stored of it. */
export function looksFor({ values }: RecordedStatement, key: string): boolean {
  const hash = createHash('sha256').update(key).digest();
  return values.some((value) => Buffer.isBuffer(value) && value.equals(hash));
}

/** JSON turns a buffer into an object that lists its bytes. */
function withBytes(value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] };
  return type === 'Buffer' && data ? Buffer.from(data) : value;
}
