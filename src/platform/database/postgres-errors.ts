import { DomainError, unavailable } from '../../kernel/errors.js';

/** The parts of an error of `pg` that are looked at. */
interface PostgresError {
  readonly code?: string;
  readonly constraint?: string;
  readonly severity?: string;
  readonly message: string;
}

/** A unit of work is tried so often when PostgreSQL ends it for the sake of another transaction. */
const ATTEMPTS = 3;

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

/**
 * The name of the unique constraint that refused a row, or null when the error is another. It is empty when Citus passes on what a
 * worker refused, because then nobody says the name.
 */
export function violatedUniqueConstraint(error: unknown): string | null {
  const found = rootOf(error);
  return found.code === '23505' ? (found.constraint ?? '') : null;
}

/** Tells whether another try may succeed, after a deadlock or a lost race between transactions. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01'].includes(rootOf(error).code ?? '');
}

/**
 * Whether PostgreSQL itself says that it did not keep a transaction. Anything worse than an error ends the connection, and may
 * do so after the transaction was kept.
 */
export function isRefusedCommit(error: unknown): boolean {
  return rootOf(error).severity === 'ERROR';
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

/** Tells whether the role lacks a privilege. */
export const isForbidden = hasCode('42501');

/**
 * Does work again that lost against another transaction, a few times.
 * @throws unavailable when the database is away
 */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw toDomainError(error);
    }
  }
}

/** Postgres errors that mean "the database is not there" become the domain's `unavailable`; everything else stays. */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { code = '', message } = rootOf(error);
  const away =
    UNAVAILABLE_STATES.test(code) || UNAVAILABLE_CODES.has(code) || UNAVAILABLE_MESSAGES.test(message);
  return away ? unavailable(error) : error;
}

function rootOf(error: unknown): PostgresError {
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: String(error) };
  const { driverError } = error as { driverError?: unknown };
  return driverError === undefined ? (error as PostgresError) : rootOf(driverError);
}
