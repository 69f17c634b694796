import { CommandError } from './command-error.js';

/**
 * Says that files are left.
 * @throws CommandError unless the reason is null
 */
export function refuseIfLeft(reason: string | null): void {
  if (reason === null) return;
  throw new CommandError(
    `Some files are left, because one could not be deleted (${reason}). The service deletes the rest within an hour, once its storage can be used.`,
  );
}
