import { ConfigError, readConfig } from '../platform/config/env.js';
import { EmbeddedDatabaseError } from '../platform/embedded-postgres/embedded-error.js';
import { toDomainError } from '../platform/database/postgres-errors.js';
import { UnsuitableDatabaseError } from '../platform/database/role-check.js';
import { StorageError } from '../platform/storage/file-storage.js';
import { DomainError, messageOf } from '../kernel/errors.js';
import { CommandError } from './output/terminal.js';
import type { Io } from './io.js';

const EXPECTED = [CommandError, EmbeddedDatabaseError, StorageError, UnsuitableDatabaseError];

/** Describes the failure of a command: a sentence, one line per problem, and the stack only when debugging. */
export function describeFailure(error: unknown, io: Io): string[] {
  const lines = sentencesOf(error);
  if (isDebugging(io) && error instanceof Error)
    lines.push(...[error.stack ?? '', ...causeOf(error)].flatMap((text) => text.split('\n')));
  return lines;
}

function sentencesOf(error: unknown): string[] {
  if (error instanceof ConfigError) return error.message.split('\n');
  if (EXPECTED.some((kind) => error instanceof kind)) return [(error as Error).message];
  const known = toDomainError(error);
  if (!(known instanceof DomainError)) {
    return [`${withStop(messageOf(error))} This was not expected. LOG_LEVEL=debug shows where it happened.`];
  }
  if (known.kind === 'unavailable' && known.cause !== undefined)
    return [withStop(`The database cannot be used: ${messageOf(known.cause)}`)];
  // The sentence of a single problem names it.
  const named = known.problems.map(({ path, message }) => `${path} ${message}`);
  return [known.message, ...named.filter((line) => !known.message.includes(line)).map((line) => `  ${line}`)];
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function causeOf({ cause }: Error): string[] {
  return cause instanceof Error ? [`Caused by: ${cause.stack ?? cause.message}`] : [];
}

function isDebugging(io: Io): boolean {
  try {
    return ['debug', 'trace'].includes(readConfig(io.environment()).logLevel);
  } catch {
    return false;
  }
}
