import { ConfigError } from '../../platform/config/env.js';
import type { Waiting } from '../../platform/queue/waiting-work.js';
import { CommandError } from '../command-error.js';
import { withDatabase } from '../database-visit.js';
import type { JsonOption } from '../desk-command.js';
import { describeFailure } from '../failure.js';
import { printTable } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { versionOfPackage } from '../version.js';
import { inspect, type Check } from './inspection.js';

/**
 * Prints how the installation is.
 * @throws CommandError when something does not work
 */
export async function showStatus(terminal: Terminal, { json }: JsonOption): Promise<void> {
  const checks = await checksOf(terminal);
  const wrong = checks.filter(({ state }) => state === 'wrong').map(({ name }) => name);
  const version = versionOfPackage();
  if (json) terminal.printJson({ healthy: wrong.length === 0, version, checks: checks.map(toDocument) });
  else {
    const rows = checks.map(({ name, state, text, waiting }) => [name, state, text + inWords(waiting)]);
    printTable(terminal, ['PART', 'STATE', 'ABOUT'], [['version', 'ok', version], ...rows]);
  }
  if (wrong.length > 0) throw new CommandError(`Not everything works: ${wrong.join(', ')}.`);
}

async function checksOf(terminal: Terminal): Promise<readonly Check[]> {
  try {
    return await withDatabase(terminal, (access, config, onLeave) =>
      inspect(terminal, access, config, onLeave),
    );
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return [{ name: 'database', state: 'wrong', text: describeFailure(error, terminal.io)[0] ?? '' }];
  }
}

function inWords(waiting: Waiting | undefined): string {
  if (waiting === undefined) return '';
  if (waiting.count === 0) return '; nothing waits';
  return `; ${waiting.count} wait, the oldest for ${Math.round(waiting.oldestSeconds)} s`;
}

function toDocument({ waiting, ...check }: Check): object {
  if (waiting === undefined) return check;
  const { count, oldestSeconds, overdueSeconds } = waiting;
  return { ...check, waiting: { count, oldest_seconds: oldestSeconds, overdue_seconds: overdueSeconds } };
}
