import { InvalidArgumentError } from 'commander';
import { SUBJECT_TYPES, type SubjectType } from '../../events/audit-entry.js';
import type { SubjectRef } from '../../events/audit.sql.js';
import { isUuid } from '../../kernel/ids.js';
import { parseTicketRef } from '../../tickets/rules/ticket-ref.rules.js';

/** Reads the subject of entries: `ticket:42`, or a type and an id. */
export function readSubject(text: string): SubjectRef {
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
