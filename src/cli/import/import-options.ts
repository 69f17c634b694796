import { stat as statOf } from 'node:fs/promises';
import { STDIN } from '../files.js';
import { CommandError, type JsonOption, type Terminal } from '../output/terminal.js';
import type { ForeignOptions } from './import-foreign.js';

export interface ImportOptions extends ForeignOptions, JsonOption {
  readonly format?: 'ndjson' | 'csv';
  readonly raw?: true;
  readonly dryRun?: true;
  readonly dropUnmapped?: true;
}

/** Names the options that say something about files of other systems, and those about our own. */
const OF_OTHERS = {
  mapping: '--mapping',
  users: '--users',
  fields: '--fields',
  groups: '--groups',
  comments: '--comments',
  dropUnmapped: '--drop-unmapped',
} as const;
const OF_OURS = { format: '--format', raw: '--raw' } as const;

/** Refuses options that would do nothing, and files that cannot be read twice. @throws CommandError */
export async function refuseOptions(terminal: Terminal, file: string, options: ImportOptions): Promise<void> {
  const { from, raw, comments } = options;
  if (from === undefined) {
    refuseIdle(options, OF_OTHERS, 'for tickets of another system. Add --from');
    if (raw && formatOf(file, options) !== 'csv')
      throw new CommandError('--raw is for CSV. Add --format csv.');
    return;
  }
  refuseIdle(options, OF_OURS, `not for tickets of another system. Leave --from ${from} out`);
  await refuseStream(terminal, file, 'Tickets');
  if (comments !== undefined) await refuseStream(terminal, comments, 'Comments');
}

function refuseIdle(
  options: ImportOptions,
  idle: Partial<Record<keyof ImportOptions, string>>,
  why: string,
): void {
  for (const [name, flag] of Object.entries(idle))
    if (options[name as keyof ImportOptions] !== undefined) throw new CommandError(`${flag} is ${why}.`);
}

/** Refuses standard input and pipes. A file that is not there is refused when it is opened. */
async function refuseStream(terminal: Terminal, file: string, things: 'Tickets' | 'Comments'): Promise<void> {
  const stat = file === STDIN ? null : await statOf(terminal.pathOf(file)).catch(() => undefined);
  if (stat === undefined || stat?.isFile() || stat?.isDirectory()) return;
  const stream = stat === null ? 'standard input' : 'a pipe or a device';
  throw new CommandError(
    `${things} of another system cannot come from ${stream}, because they are read twice: name a file instead of ${file}.`,
  );
}

export function formatOf(file: string, { format }: ImportOptions): 'ndjson' | 'csv' {
  return format ?? (/\.csv(\.gz)?$/i.test(file) ? 'csv' : 'ndjson');
}
