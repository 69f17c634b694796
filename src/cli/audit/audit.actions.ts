import { isDeepStrictEqual } from 'node:util';
import { EVENT_READERS } from '../../app/readers.js';
import type { AuditedState } from '../../events/audit-entry.js';
import { AuditLogService, type AuditQuery } from '../../events/audit-log.service.js';
import type { AuditRow } from '../../events/audit.sql.js';
import { isTextDigest, type TextDigest } from '../../events/long-texts.rules.js';
import { snakeCased } from '../../kernel/objects.js';
import { printAll } from '../output/standard-output.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import { asOwner, withWorkspace } from '../session.js';
import { counted } from '../../kernel/text.js';

type ShowOptions = JsonOption & Omit<AuditQuery, 'keyId'> & { readonly key?: string };

/** Writes the entries to standard output, newest first, as fast as the reader takes them. */
export async function showAudit(
  terminal: Terminal,
  subdomain: string,
  { json, key, ...filter }: ShowOptions,
): Promise<void> {
  const isEmpty = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const entries = app
      .get(AuditLogService)
      .read(scope, { ...filter, ...(key !== undefined && { keyId: key }) });
    let written = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const entry of entries) {
        yield* json ? [JSON.stringify(toEntryDocument(entry))] : readableEntry(entry);
        written++;
      }
    }
    // A reader that has gone early got no entry, either.
    return (await printAll(terminal, lines())) && written === 0;
  });
  if (isEmpty) terminal.say(`Workspace "${subdomain}" has no entry that matches.`);
}

/** Deletes the entries of a time before `before`. @throws CommandError when the owner's address is not known */
export async function pruneAudit(
  terminal: Terminal,
  subdomain: string,
  { before }: { readonly before: Date },
): Promise<void> {
  const pruned = await withWorkspace(terminal, subdomain, [], (session) =>
    asOwner(session, { can: 'delete entries', command: 'audit prune' }, async (transact) => {
      // Reports count the entries before they are deleted, and search, webhooks and mail note what they have to do for them.
      const { signal } = new AbortController();
      for (const reader of EVENT_READERS) await session.app.get(reader).catchUp(session.scope, signal);
      return session.app.get(AuditLogService).prune(transact, before);
    }),
  );
  terminal.say(
    `Deleted ${counted(pruned, 'entry')} of workspace "${subdomain}" older than ${before.toISOString()}.`,
  );
}

/** Longer values are cut to this number of characters. */
const MAX_SHOWN = 120;

function toEntryDocument(entry: AuditRow): object {
  const { apiKeyId, ticketNumber } = entry;
  return {
    ...snakeCased(entry, ['id', 'at', 'action']),
    subject: {
      type: entry.subjectType,
      id: entry.subjectId,
      ...(ticketNumber !== null && { number: ticketNumber }),
    },
    key: apiKeyId === null ? null : { id: apiKeyId, name: entry.apiKeyName },
    ...snakeCased(entry, ['actor', 'requestId']),
    ...changedOnly(entry),
  };
}

type ChangedStates = Pick<AuditRow, 'before' | 'after'>;

function changedOnly({ before, after }: ChangedStates): ChangedStates {
  if (before === null || after === null) return { before, after };
  const differing = (state: AuditedState): AuditedState =>
    Object.fromEntries(
      Object.entries(state).filter(([name]) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)),
    );
  return { before: differing(before), after: differing(after) };
}

/** Describes an entry for people: one line about the event, and one line per property with a short value. */
function readableEntry(entry: AuditRow): string[] {
  const changed = changedOnly(entry);
  const names = [...new Set([...Object.keys(changed.before ?? {}), ...Object.keys(changed.after ?? {})])];
  return [
    `${entry.at.toISOString()} ${entry.action} ${subjectOf(entry)} by ${actorOf(entry)}, request ${entry.requestId}`,
    ...names.map((name) => `  ${name}: ${changeOf(name, changed)}`),
  ];
}

function subjectOf({ subjectType, subjectId, ticketNumber }: AuditRow): string {
  return `${subjectType}:${ticketNumber ?? subjectId}`;
}

function actorOf({ apiKeyId, apiKeyName, actor }: AuditRow): string {
  return apiKeyId === null ? (actor ?? '') : `key "${apiKeyName ?? ''}" (${apiKeyId})`;
}

function changeOf(name: string, { before, after }: ChangedStates): string {
  if (before === null) return valueInWords(after?.[name]);
  if (after === null) return `was ${valueInWords(before[name])}`;
  return `${valueInWords(before[name])} -> ${valueInWords(after[name])}`;
}

function valueInWords(value: unknown): string {
  if (isTextDigest(value)) return digestInWords(value);
  const text = JSON.stringify(value ?? null, (_name, part: unknown) =>
    isTextDigest(part) ? digestInWords(part) : part,
  );
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`;
}

function digestInWords({ bytes, sha256 }: TextDigest): string {
  return `text of ${Math.round(bytes / 1024)} KiB, sha256 ${sha256}`;
}
