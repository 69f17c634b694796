import { isDeepStrictEqual } from 'node:util';
import type { AuditedState } from '../../events/audit-entry.js';
import { AuditLog, type AuditQuery } from '../../events/audit-log.service.js';
import type { AuditRow } from '../../events/audit.sql.js';
import { isTextDigest, type TextDigest } from '../../events/long-texts.rules.js';
import type { JsonOption } from '../desk-command.js';
import { printAll } from '../output/standard-output.js';
import type { Terminal } from '../output/terminal.js';
import { asOwner, withWorkspace } from '../session.js';

type ShowOptions = JsonOption & Omit<AuditQuery, 'keyId'> & { readonly key?: string };

/** Writes the entries to standard output, newest first, as fast as the reader takes them. */
export async function showAudit(
  terminal: Terminal,
  subdomain: string,
  { json, key, ...filter }: ShowOptions,
): Promise<void> {
  const count = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const entries = app.get(AuditLog).read(scope, { ...filter, ...(key !== undefined && { keyId: key }) });
    let written = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const entry of entries) {
        yield* json ? [JSON.stringify(toEntryDocument(entry))] : readableEntry(entry);
        written++;
      }
    }
    await printAll(terminal, lines());
    return written;
  });
  if (count === 0) terminal.say(`Workspace "${subdomain}" has no entries like that.`);
}

/** Deletes the entries from before a moment. @throws CommandError when the owner's address is not known */
export async function pruneAudit(
  terminal: Terminal,
  subdomain: string,
  { before }: { readonly before: Date },
): Promise<void> {
  const pruned = await withWorkspace(terminal, subdomain, [], (visit) =>
    asOwner(visit, { can: 'delete entries', command: 'audit prune' }, (transact) =>
      transact((inner) => visit.app.get(AuditLog).prune(inner, before)),
    ),
  );
  terminal.say(
    `Deleted ${pruned} entries of workspace "${subdomain}" that were older than ${before.toISOString()}.`,
  );
}

/** A longer value is cut, in characters. */
const SHOWN = 120;

/** An entry for programs. */
function toEntryDocument(entry: AuditRow): object {
  const { apiKeyId, ticketNumber } = entry;
  const { before, after } = changedOnly(entry);
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    action: entry.action,
    subject: {
      type: entry.subjectType,
      id: entry.subjectId,
      ...(ticketNumber !== null && { number: ticketNumber }),
    },
    key: apiKeyId === null ? null : { id: apiKeyId, name: entry.apiKeyName },
    actor: entry.actor,
    request_id: entry.requestId,
    before,
    after,
  };
}

type Sides = Pick<AuditRow, 'before' | 'after'>;

function changedOnly({ before, after }: Sides): Sides {
  if (before === null || after === null) return { before, after };
  const differing = (state: AuditedState): AuditedState =>
    Object.fromEntries(
      Object.entries(state).filter(([name]) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)),
    );
  return { before: differing(before), after: differing(after) };
}

/** An entry for people: one line about what happened, and one line per property with a short value. */
function readableEntry(entry: AuditRow): string[] {
  const sides = changedOnly(entry);
  const names = [...new Set([...Object.keys(sides.before ?? {}), ...Object.keys(sides.after ?? {})])];
  return [
    `${entry.at.toISOString()} ${entry.action} ${subjectOf(entry)} by ${whoOf(entry)}, request ${entry.requestId}`,
    ...names.map((name) => `  ${name}: ${changeOf(name, sides)}`),
  ];
}

function subjectOf({ subjectType, subjectId, ticketNumber }: AuditRow): string {
  return `${subjectType}:${ticketNumber ?? subjectId}`;
}

function whoOf({ apiKeyId, apiKeyName, actor }: AuditRow): string {
  return apiKeyId === null ? (actor ?? '') : `key "${apiKeyName ?? ''}" (${apiKeyId})`;
}

function changeOf(name: string, { before, after }: Sides): string {
  if (before === null) return shown(after?.[name]);
  if (after === null) return `was ${shown(before[name])}`;
  return `${shown(before[name])} -> ${shown(after[name])}`;
}

function shown(value: unknown): string {
  if (isTextDigest(value)) return digestInWords(value);
  const text = JSON.stringify(value ?? null, (_name, part: unknown) =>
    isTextDigest(part) ? digestInWords(part) : part,
  );
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

function digestInWords({ bytes, sha256 }: TextDigest): string {
  return `text of ${Math.round(bytes / 1024)} KiB, sha256 ${sha256}`;
}
