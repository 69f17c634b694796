import { InvalidArgumentError } from 'commander';
import { SUBJECT_TYPES, type SubjectType } from '../audit/audit-entry.js';
import type { SubjectRef } from '../audit/audit.sql.js';
import { isUuid } from '../kernel/ids.js';

const MAX_NUMBER = 2_147_483_647;

/** Reads what entries are about: `ticket:42`, or a type and an id. */
export function readSubject(text: string): SubjectRef {
  const [, type = '', name = ''] = /^([a-z_]+):(.+)$/.exec(text) ?? [];
  if (type === 'ticket' && /^[1-9]\d{0,9}$/.test(name) && Number(name) <= MAX_NUMBER) {
    return { type, number: Number(name) };
  }
  if (isSubjectType(type) && isUuid(name)) return { type, id: name.toLowerCase() };
  throw new InvalidArgumentError(
    `It must be ticket:<number>, or <type>:<id> with one of the types ${SUBJECT_TYPES.join(', ')}.`,
  );
}

function isSubjectType(text: string): text is SubjectType {
  return (SUBJECT_TYPES as readonly string[]).includes(text);
}
