import type pg from 'pg';

/** The code of a plain warning. At a COMMIT it says that somebody ended the wait for the standby. */
const WARNING = '01000';

/** PostgreSQL answers COMMIT of a transaction in which a statement has failed with ROLLBACK, and not with an error. */
class UndoneTransaction extends Error {
  /** As PostgreSQL says it of a transaction that it did not keep. */
  readonly severity = 'ERROR';
}

/**
 * Commits the open transaction of `client`.
 * @throws when PostgreSQL undid it; when an administrator ends the wait for the standby: then the transaction is kept, and the
 * standby may not have it.
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  const notices: unknown[] = [];
  const hear = ({ code }: { readonly code?: string | undefined }): void => void notices.push(code);
  client.on('notice', hear);
  try {
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new UndoneTransaction('A statement of the transaction had failed.');
  } finally {
    client.off('notice', hear);
  }
  if (notices.includes(WARNING)) throw new Error('The wait for the standby was ended.');
}
