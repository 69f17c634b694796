import { ConfigError, readConfig } from '../config/env.js';
import { EmbeddedDatabaseError } from '../database/embedded/embedded-error.js';
import { toDomainError } from '../database/postgres-errors.js';
import { UnsuitableDatabaseError } from '../database/role-check.js';
import { DomainError } from '../kernel/errors.js';
import { messageOf } from '../kernel/thrown.js';
import { CommandError } from './command-error.js';

const EXPECTED = [CommandError, ConfigError, EmbeddedDatabaseError, UnsuitableDatabaseError];

/** What the operator reads when a command failed: a sentence, one line for each problem, a stack only when debugging. */
export function describeFailure(error: unknown): string[] {
  const lines = sentencesOf(error);
  if (isDebugging() && error instanceof Error) lines.push(error.stack ?? '', ...causeOf(error));
  return lines;
}

function sentencesOf(error: unknown): string[] {
  if (EXPECTED.some((kind) => error instanceof kind)) return [(error as Error).message];
  const known = toDomainError(error);
  if (!(known instanceof DomainError)) {
    return [`${withStop(messageOf(error))} This was not expected; LOG_LEVEL=debug shows where it happened.`];
  }
  if (known.kind === 'unavailable')
    return [withStop(`The database cannot be used: ${messageOf(known.cause ?? known)}`)];
  return [known.message, ...known.problems.map(({ path, message }) => `  ${path} ${message}`)];
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function causeOf({ cause }: Error): string[] {
  return cause instanceof Error ? [`Caused by: ${cause.stack ?? cause.message}`] : [];
}

function isDebugging(): boolean {
  try {
    return ['debug', 'trace'].includes(readConfig().logLevel);
  } catch {
    return false;
  }
}
