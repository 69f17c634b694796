import { readConfig, type Config } from '../platform/config/env.js';
import { openDatabase, type DatabaseAccess } from '../platform/database/database-access.js';
import { Interruption } from './interruption.js';
import type { Terminal } from './output/terminal.js';

/** Registers something that has to end before the command leaves the database. */
export type OnLeave = (end: () => Promise<void>) => void;

/** How long that may take. */
const PATIENCE_MS = 30_000;

/**
 * Does a command's work on the database of the configuration. It joins the embedded database or starts it for the time of the
 * work, and leaves it in any case, also when the command is interrupted.
 */
export async function withDatabase<Result>(
  terminal: Terminal,
  work: (access: DatabaseAccess, config: Config, onLeave: OnLeave) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(terminal.io.environment(), terminal.io.cwd);
  const opening = openDatabase(config, 'guest');
  const ends: (() => Promise<void>)[] = [];
  let leaving: Promise<void> | undefined;
  const leave = (): Promise<void> => (leaving ??= leaveDatabase(opening, ends));
  const interruption = new Interruption(terminal, leave);
  try {
    const access = await opening;
    return await work(access, { ...config, secretsKeys: access.secretsKeys }, (end) => ends.push(end));
  } finally {
    // After a signal, the interruption ends the process.
    await interruption.ifNone(leave);
  }
}

async function leaveDatabase(
  opening: Promise<DatabaseAccess>,
  ends: readonly (() => Promise<void>)[],
): Promise<void> {
  const access = await opening.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  await Promise.race([Promise.allSettled(ends.map((end) => end())), tooLate]);
  clearTimeout(timer);
  await access?.leave();
}
