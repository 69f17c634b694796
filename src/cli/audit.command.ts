import { Option, type Command } from 'commander';
import { AUDIT_ACTIONS, type AuditAction } from '../audit/audit-entry.js';
import type { SubjectRef } from '../audit/audit.sql.js';
import { instant, uuid, wholeNumber } from './arguments.js';
import { readSubject } from './audit-subject.js';

/** What `audit` can be told. */
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
Entries come newest first. --json writes one JSON object a line; docs/audit.md describes it.`;

const MAX_LIMIT = 1_000_000_000;

/** `audit` and `audit prune`. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('read the audit trail of a workspace');
  audit
    .command('show', { isDefault: true })
    .description('who changed what, when, from what to what')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option(
      '--since <date-time>',
      'only entries of this moment or later, such as 2026-01-31T09:30:00Z',
      instant,
    )
    .option('--until <date-time>', 'only entries before this moment', instant)
    .option('--key <id>', 'only changes made with this API key, from `keys list`', uuid)
    .option(
      '--subject <subject>',
      'only changes of this, such as ticket:42, field:<id> or customer:<id>',
      readSubject,
    )
    .addOption(new Option('--action <action>', 'only entries of this kind').choices(AUDIT_ACTIONS))
    .option('--limit <count>', 'at most so many entries', wholeNumber(1, MAX_LIMIT))
    .option('--json', 'as lines of JSON')
    .addHelpText('after', AFTER_HELP)
    .action(async (subdomain: string, settings: AuditSettings) =>
      (await import('./audit.action.js')).showAudit(subdomain, settings),
    );
  audit
    .command('prune')
    .description(
      'delete old entries, as the owner of the database (MIGRATION_DATABASE_URL); leaves an entry about it',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--before <date-time>', 'delete what is older than this moment', instant)
    .action(async (subdomain: string, { before }: { before: Date }) =>
      (await import('./audit-prune.action.js')).pruneAudit(subdomain, before),
    );
}
