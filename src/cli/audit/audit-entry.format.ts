import { isDeepStrictEqual } from 'node:util';
import type { AuditedState } from '../../events/audit-entry.js';
import type { AuditRow } from '../../events/audit.sql.js';
import { isTextDigest, type TextDigest } from '../../events/long-texts.rules.js';

/** A longer value is cut, in characters. */
const SHOWN = 120;

/** An entry for programs. */
export function toEntryDocument(entry: AuditRow): object {
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

/** Both sides without the properties that are the same on both. */
function changedOnly({ before, after }: Sides): Sides {
  if (before === null || after === null) return { before, after };
  const differing = (state: AuditedState): AuditedState =>
    Object.fromEntries(
      Object.entries(state).filter(([name]) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)),
    );
  return { before: differing(before), after: differing(after) };
}

/** An entry for people: one line about what happened, and one line per property with a short value. */
export function readableEntry(entry: AuditRow): string[] {
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
