import { z } from 'zod';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { TicketDto, TicketFieldValueDto } from '../../tickets/api/dto/ticket.dto.js';
import { MAX_LIST_SHOWN, MAX_NAME_SHOWN, MAX_VALUE_SHOWN } from '../mcp.limits.js';
import { fitting } from './fitting.rules.js';
import { plainTextOf } from './plain-text.rules.js';
import {
  shortened,
  untrusted,
  untrustedOrNull,
  UNTRUSTED_TEXT,
  type UntrustedText,
} from './untrusted-text.rules.js';

type Person = Wire<NonNullable<TicketDto['assignee']>>;
export type FieldValue = Wire<TicketFieldValueDto>;

const NAME = z.string().nullable();

export const SHOWN_TICKET = {
  id: z.string(),
  number: z.int(),
  subject: UNTRUSTED_TEXT,
  status: z.string(),
  priority: NAME,
  category: z.string(),
  sub_category_one: NAME,
  sub_category_two: NAME,
  group: NAME,
  assignee: z.strictObject({ id: z.string(), name: NAME, email: NAME }).nullable(),
  customer: z.strictObject({
    id: z.string(),
    name: UNTRUSTED_TEXT.nullable(),
    email: UNTRUSTED_TEXT.nullable(),
  }),
  created_at: z.string(),
  updated_at: z.string(),
  resolution_due_date: NAME,
};

/** Shows what every list of tickets shows. */
export function shownTicket(ticket: Wire<TicketDto>): object {
  const { id, number, priority, created_at, updated_at, resolution_due_date, assignee } = ticket;
  return {
    ...{ id, number },
    subject: untrusted(ticket.subject, MAX_NAME_SHOWN),
    status: shortened(ticket.status),
    priority,
    category: shortened(ticket.category),
    sub_category_one: shortened(ticket.sub_category_one),
    sub_category_two: shortened(ticket.sub_category_two),
    group: shortened(ticket.group),
    assignee: assignee && {
      id: assignee.id,
      name: shortened(assignee.name),
      email: shortened(assignee.email),
    },
    customer: shownPerson(ticket.customer),
    ...{ created_at, updated_at, resolution_due_date },
  };
}

export function shownPerson({ id, name, email }: Person): object {
  return {
    id,
    name: untrustedOrNull(name, MAX_VALUE_SHOWN),
    email: untrustedOrNull(email, MAX_VALUE_SHOWN),
  };
}

export interface ShownField {
  readonly field_name: string;
  readonly untrusted_text?: string;
  readonly cut?: true;
  readonly value?: number | boolean;
  readonly labels?: readonly string[];
}

export const SHOWN_FIELD = z.strictObject({
  field_name: z.string(),
  untrusted_text: z.string().optional(),
  cut: z.literal(true).optional(),
  value: z.union([z.number(), z.boolean()]).optional(),
  labels: z.array(z.string()).optional(),
});

/** Shows the value of a field. A text may be the customer's own. */
export function shownField({ field_name, field_value }: FieldValue, most = MAX_VALUE_SHOWN): ShownField {
  const name = { field_name: shortened(field_name) };
  if (typeof field_value === 'string') return { ...name, ...untrusted(field_value, most) };
  if (typeof field_value !== 'object') return { ...name, value: field_value };
  const { items: labels } = fitting({}, field_value, (label) => shortened(label), { most: 2 * most });
  const isCut = field_value.some((label, index) => label !== labels[index]);
  return { ...name, labels, ...(isCut && { cut: true }) };
}

export function textOfField({ field_value }: FieldValue): string {
  return typeof field_value === 'object' ? field_value.join('\n') : String(field_value);
}

/** Shows the beginnings of the lists of a ticket. */
export function shownLists({ tags, fields }: Wire<TicketDto>): {
  readonly tags: readonly string[];
  readonly fields: readonly ShownField[];
} {
  const limits = { most: MAX_LIST_SHOWN, least: 0 };
  return {
    tags: fitting({}, tags, (tag) => tag, limits).items,
    fields: fitting({}, fields, (field) => shownField(field), limits).items,
  };
}

/** Shows the beginning of HTML as plain text. Only as much of a long text is read as is needed. */
export function shownHtml(html: string, most: number): UntrustedText {
  const begin = 8 * most;
  if (html.length > begin) {
    const shown = untrusted(plainTextOf(beginOf(html, begin)), most);
    if (shown.cut) return shown;
  }
  return untrusted(plainTextOf(html), most);
}

/** Returns at most the given number of characters of HTML, without a tag or an entity that would end in the middle. */
function beginOf(html: string, length: number): string {
  const begin = html.slice(0, length);
  const [tag, entity] = [begin.lastIndexOf('<'), begin.lastIndexOf('&')];
  if (tag > begin.lastIndexOf('>')) return begin.slice(0, tag);
  return entity > begin.lastIndexOf(';') ? begin.slice(0, entity) : begin;
}
