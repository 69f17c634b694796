import { InvalidArgumentError, Option } from 'commander';
import { AUDIT_ACTIONS, SUBJECT_TYPES, type SubjectType } from '../../events/audit-entry.js';
import type { SubjectRef } from '../../events/audit.sql.js';
import { isUuid } from '../../kernel/ids.js';
import { parseTicketRef } from '../../tickets/rules/ticket-ref.rules.js';
import { idOf, instant, wholeNumber } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

const AFTER_HELP = `
The newest entries come first. docs/audit.md describes the JSON.`;

const MAX_LIMIT = 1_000_000_000;

export function addAuditCommands(program: DeskCommand): void {
  const audit = program
    .command('audit')
    .description('show the audit trail of a workspace, or delete old entries');
  audit
    .workspaceCommand('show', 'show who changed what, and when', { isDefault: true })
    .option(
      '--since <date-time>',
      'only entries of this time or later, such as 2026-01-31T09:30:00Z',
      instant,
    )
    .option('--until <date-time>', 'only entries before this time', instant)
    .option('--key <id>', 'only changes made with this API key; `keys list` shows the ids', idOf('keys'))
    .option(
      '--subject <subject>',
      'only changes of one thing, such as ticket:42, field:<id> or customer:<id>',
      readSubject,
    )
    .addOption(new Option('--action <action>', 'only entries with this action').choices(AUDIT_ACTIONS))
    .option('--limit <count>', 'show at most this many entries', wholeNumber(1, MAX_LIMIT))
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', AFTER_HELP)
    .does(async () => (await import('./audit.actions.js')).showAudit);
  audit
    .workspaceCommand(
      'prune',
      'delete old entries and add an entry that says so; needs MIGRATION_DATABASE_URL, the owner of the database',
    )
    .requiredOption('--before <date-time>', 'delete the entries before this time (required)', instant)
    .does(async () => (await import('./audit.actions.js')).pruneAudit);
}

/** Reads the subject of entries: `ticket:42`, or a type and an id. */
function readSubject(text: string): SubjectRef {
  const [, type = '', name = ''] = /^([a-z_]+):(.+)$/.exec(text) ?? [];
  const ref = type === 'ticket' ? parseTicketRef(name) : null;
  if (ref && 'number' in ref) return { type: 'ticket', number: ref.number };
  if (isSubjectType(type) && isUuid(name)) return { type, id: name.toLowerCase() };
  throw new InvalidArgumentError(
    `It must be ticket:<number>, or <type>:<id> with one of the types ${SUBJECT_TYPES.join(', ')}.`,
  );
}

function isSubjectType(text: string): text is SubjectType {
  return (SUBJECT_TYPES as readonly string[]).includes(text);
}
