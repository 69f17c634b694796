import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, unavailable } from '../../kernel/errors.js';

interface PostgresError {
  readonly code?: string;
  readonly constraint?: string;
  readonly severity?: string;
  readonly message: string;
}

/** SQLSTATE classes and codes that say "not now": connection lost, shutting down, no slots, out of resources, cancelled. */
const UNAVAILABLE_STATES = /^(08|53|57P|57014|55000|55P03|25006|25P03)/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Cannot use a pool after calling end|Client was closed|timeout expired|Query read timeout|Driver not Connected|runner already released/i;

/** The code of errors that have none of their own. Citus gives it to most of what it says of a worker that was lost. */
const INTERNAL_ERROR = 'XX000';
/** At a COMMIT, Citus says this of a worker that was told to keep the transaction and did not answer. It may have kept it. */
const UNKNOWN_COMMIT = /could not commit transaction for shard/;
const LOST_WORKER =
  /failure on connection marked as essential|failed to prepare transaction|multiple connection failures|closed the connection|connection has been closed|no connection to the server|connection not open|could not (send|receive) data|lost synchronization with server|SSL SYSCALL error|postmaster was shut down/i;

/** The unique constraint that refused a row; null when the error is another. Empty when a worker of Citus refused it, which names none. */
export function violatedUniqueConstraint(error: unknown): string | null {
  const found = rootOf(error);
  return found.code === '23505' ? (found.constraint ?? '') : null;
}

/** Tells whether another try may succeed, after a deadlock or a lost race between transactions. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(rootOf(error).code ?? '');
}

/**
 * Tells whether PostgreSQL itself says that it did not keep a transaction. Anything worse than an error ends the connection, and may
 * do so after the transaction was kept.
 */
export function isRefusedCommit(error: unknown): boolean {
  const { severity, message } = rootOf(error);
  return severity === 'ERROR' && !UNKNOWN_COMMIT.test(message);
}

const hasCode =
  (code: string) =>
  (error: unknown): boolean =>
    rootOf(error).code === code;

/** Tells whether a lock was not free within its time limit. */
export const isLockTimeout = hasCode('55P03');

/** Tells whether a statement, and not a wait for a lock, took longer than it may. */
export const isStatementTimeout = hasCode('57014');

export const isDivisionByZero = hasCode('22012');

/** Tells whether a row names another one that is gone. */
export const isWithoutTarget = hasCode('23503');

export const isForbidden = hasCode('42501');

/** SQLSTATE classes and codes that the values of a row cause: data, constraints, sizes. A missing table or right would fail for every row. */
const STATES_OF_ROWS = /^(22|23|54)/;
/** JavaScript throws these for a value that the code does not expect. Connections never do. */
const ERRORS_OF_VALUES = [TypeError, RangeError, SyntaxError, URIError] as const;

/**
 * Tells whether the row at hand causes the error, so that the next try would fail, too. A database that is away or busy never causes such
 * an error.
 */
export function isOfRow(error: unknown): boolean {
  if (error instanceof DomainError) return false;
  if (ERRORS_OF_VALUES.some((type) => error instanceof type)) return true;
  return STATES_OF_ROWS.test(rootOf(error).code ?? '');
}

/** Tells whether work failed because the database is away or busy, so that a later try of any work may succeed. */
export function isPassing(error: unknown): boolean {
  const known = toDomainError(error);
  return isTransient(error) || (known instanceof DomainError && known.kind === 'unavailable');
}

/** Repeats work, a few times, that lost against another transaction. @throws unavailable when the database is away */
export function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  return tryAgain(work, { mayPass: isTransient }).catch((error: unknown) => {
    throw toDomainError(error);
  });
}

interface Patience {
  readonly mayPass: (error: unknown) => boolean;
  readonly attempts?: number;
  readonly pauseMs?: number;
}

/** Repeats work that fails with a temporary error. */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  { mayPass, attempts = 3, pauseMs }: Patience,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !mayPass(error)) throw error;
      if (pauseMs !== undefined) await sleep(pauseMs);
    }
  }
}

/** Postgres errors that mean "the database is not there" become the domain's `unavailable`; everything else stays. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { code = '', message } = rootOf(error);
  const away =
    UNAVAILABLE_STATES.test(code) ||
    UNAVAILABLE_CODES.has(code) ||
    UNAVAILABLE_MESSAGES.test(message) ||
    (code === INTERNAL_ERROR && LOST_WORKER.test(message));
  return away ? unavailable(error) : error;
}

function rootOf(error: unknown): PostgresError {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: String(error) };
  const { driverError } = error as { driverError?: unknown };
  return driverError === undefined ? (error as PostgresError) : rootOf(driverError);
}
