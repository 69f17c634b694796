import { InvalidArgumentError } from 'commander';
import { EVENT_TYPES, isEventType, type EventType } from '../../events/feed/event-types.js';
import { namesOf } from '../../kernel/text.js';
import { MAX_POSITION, wholeNumber } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
Ctrl-C ends it. docs/events.md describes the events and the JSON.`;

export function addEventCommands(program: DeskCommand): void {
  program
    .command('events')
    .description('show what happens in a workspace')
    .workspaceCommand('tail', 'print a line for each event, as they happen')
    .option(
      '--after <position>',
      'print the events after this position; 0 is before the first event (default: events from now on)',
      wholeNumber(0, MAX_POSITION),
    )
    .option(
      '--types <types>',
      `only events of these types, separated by commas: ${EVENT_TYPES.join(', ')}`,
      typeList,
    )
    .option('--json', 'print one JSON object per line, as GET /events shows the event')
    .option(
      '--no-follow',
      'print the events so far and end; without --after, begin with the oldest event that is available',
    )
    .addHelpText('after', AFTER_HELP)
    .does(async () => (await import('./events-tail.action.js')).tailEvents);
}

function typeList(text: string): readonly EventType[] {
  const names = namesOf(text);
  if (names.every(isEventType)) return names;
  throw new InvalidArgumentError(`It must be one or several of ${EVENT_TYPES.join(', ')}.`);
}
