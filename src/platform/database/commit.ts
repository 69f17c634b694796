import type pg from 'pg';
import { isDivisionByZero } from './postgres-errors.js';

/** The code of a plain warning. At a COMMIT it says that somebody ended the wait for the standby. */
const WARNING = '01000';

/** PostgreSQL did not keep a transaction. The severity and the code are those that it gives such errors. */
const undone = (message: string, code?: string): Error =>
  Object.assign(new Error(message), { severity: 'ERROR', code });

const refuseAfter = (ms: number): string =>
  Number.isFinite(ms)
    ? `SELECT 1 / (clock_timestamp() <= now() + interval '${Math.floor(ms)} ms')::integer; `
    : '';

/**
 * Commits the open transaction of `client`, unless it has taken more than `mostMs` milliseconds.
 * @throws when PostgreSQL undid it; when an administrator ends the wait for the standby: then the transaction is kept, and the
 * standby may not have it.
 */
export async function commit(client: pg.ClientBase, mostMs = Number.POSITIVE_INFINITY): Promise<void> {
  const notices: unknown[] = [];
  const hear = ({ code }: { readonly code?: string | undefined }): void => void notices.push(code);
  client.on('notice', hear);
  try {
    const results = [await client.query(`${refuseAfter(mostMs)}COMMIT`)].flat();
    // PostgreSQL answers with ROLLBACK, and not with an error.
    if (results.at(-1)?.command !== 'COMMIT') throw undone('A statement of the transaction had failed.');
  } catch (error) {
    throw isDivisionByZero(error) ? undone('The transaction took too long.', '57014') : error;
  } finally {
    client.off('notice', hear);
  }
  if (notices.includes(WARNING)) throw new Error('The wait for the standby was ended.');
}
