import { Option, type Command } from 'commander';
import { AUDIT_ACTIONS, type AuditAction } from '../../events/audit-entry.js';
import type { SubjectRef } from '../../events/audit.sql.js';
import { instant, uuid, wholeNumber } from '../arguments.js';
import { readSubject } from './audit-subject.js';
import type { Terminal } from '../output/terminal.js';

/** The options of `audit show`. */
export interface AuditSettings {
  readonly since?: Date;
  readonly until?: Date;
  readonly key?: string;
  readonly subject?: SubjectRef;
  readonly action?: AuditAction;
  readonly limit?: number;
  readonly json?: true;
}

const AFTER_HELP = `
The newest entries come first. docs/audit.md describes the JSON.`;

const MAX_LIMIT = 1_000_000_000;

/** `audit` and `audit prune`. */
export function addAuditCommands(program: Command, terminal: Terminal): void {
  const audit = program
    .command('audit')
    .description('show the audit trail of a workspace, or delete old entries');
  audit
    .command('show', { isDefault: true })
    .description('show who changed what, and when')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option(
      '--since <date-time>',
      'only entries of this time or later, such as 2026-01-31T09:30:00Z',
      instant,
    )
    .option('--until <date-time>', 'only entries before this time', instant)
    .option('--key <id>', 'only changes made with this API key; `keys list` shows the ids', uuid)
    .option(
      '--subject <subject>',
      'only changes of one thing, such as ticket:42, field:<id> or customer:<id>',
      readSubject,
    )
    .addOption(new Option('--action <action>', 'only entries with this action').choices(AUDIT_ACTIONS))
    .option('--limit <count>', 'show at most this many entries', wholeNumber(1, MAX_LIMIT))
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', AFTER_HELP)
    .action(async (subdomain: string, settings: AuditSettings) =>
      (await import('./audit.action.js')).showAudit(terminal, subdomain, settings),
    );
  audit
    .command('prune')
    .description(
      'delete old entries and add an entry that says so; needs MIGRATION_DATABASE_URL, the owner of the database',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--before <date-time>', 'delete the entries before this time (required)', instant)
    .action(async (subdomain: string, { before }: { before: Date }) =>
      (await import('./audit-prune.action.js')).pruneAudit(terminal, subdomain, before),
    );
}
