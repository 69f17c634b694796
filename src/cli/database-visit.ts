import { loadEnvFile, readConfig, type Config } from '../config/env.js';
import { openDatabase, type DatabaseAccess } from '../database/database-access.js';
import { Interruption } from './interruption.js';

/** Something to end before the database is left. */
export type OnLeave = (end: () => Promise<void>) => void;

/** How long what hangs on the database may take to end when the command is interrupted. */
const PATIENCE_MS = 30_000;

/**
 * Does a command's work on the database of the configuration. An embedded one is joined, or started for as long as the work
 * takes, and left in any case, also when the command is interrupted.
 */
export async function withDatabase<Result>(
  work: (access: DatabaseAccess, config: Config, onLeave: OnLeave) => Promise<Result>,
): Promise<Result> {
  loadEnvFile();
  const config = readConfig();
  const opening = openDatabase(config, 'guest');
  const ends: (() => Promise<void>)[] = [];
  let leaving: Promise<void> | undefined;
  const leave = (): Promise<void> => (leaving ??= leaveDatabase(opening, ends));
  const interruption = new Interruption(leave);
  try {
    return await work(await opening, config, (end) => ends.push(end));
  } finally {
    // An interrupted command ends there, not here.
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
