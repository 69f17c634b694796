import type { EventDto } from '../../events/feed/dto/event.dto.js';
import { isTextDigest } from '../../events/long-texts.rules.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import type { Styled } from '../output/terminal.js';

/** A longer value is cut, in characters. */
const SHOWN = 40;
const NOTHING = '-';
/** A text that needs no quotation marks. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}@._+-]*$/u;

type Shown = Wire<EventDto>;
type Data = Shown['data'];
type Format = NonNullable<Styled['format']>;

/** An event for people, in one line: time, position, type, what, its changes in short, and by whom. */
export function readableEvent({ position, type, occurred_at, data }: Shown): Styled[] {
  const { actor, silent } = data;
  return [
    { format: 'dim' as const, text: `${occurred_at} ${position}` },
    { format: colourOf(type), text: type },
    { format: 'bold' as const, text: subjectOf(data) },
    { text: contentOf(data) },
    { format: 'dim' as const, text: `by ${whoOf(actor)}${silent ? ', silently' : ''}` },
  ].filter(({ text }) => text !== '');
}

function colourOf(type: string): Format {
  if (type.endsWith('.created')) return 'green';
  return /\.(deleted|disabled|removed)$/.test(type) ? 'red' : 'yellow';
}

/** As `audit --subject` takes it. */
function subjectOf(data: Data): string {
  if ('ticket' in data) return `ticket:${data.ticket.number ?? data.ticket.id}`;
  if ('customer' in data) return `customer:${data.customer.id}`;
  if ('team_member' in data) return `team_member:${data.team_member.id}`;
  if ('field' in data) return `field:${data.field.id}`;
  if ('form' in data) return `form:${data.form.id}`;
  if ('webhook' in data) return `webhook:${data.webhook.id}`;
  return data.first_number === null ? 'tickets' : `tickets:${data.first_number}-${data.last_number}`;
}

function contentOf(data: Data): string {
  if ('comment' in data) return contentOfComment(data.comment);
  if ('ticket' in data && 'form' in data) return `by the form ${data.form.slug}`;
  if (!('changes' in data)) {
    return `${data.count} new, ${data.updated} changed, ${data.customers_created} new customers`;
  }
  return Object.entries(data.changes)
    .map(([name, [before, after]]) => `${name}: ${changeInShort(before, after)}`)
    .join(', ');
}

function contentOfComment({ comment_type, author }: Extract<Data, { comment: object }>['comment']): string {
  return `${comment_type} of ${author?.email ?? 'somebody who was erased'}`;
}

function changeInShort(before: unknown, after: unknown): string {
  return before === null ? inShort(after) : `${inShort(before)} -> ${inShort(after)}`;
}

function inShort(value: unknown): string {
  if (value === null) return NOTHING;
  if (isTextDigest(value)) return `text of ${Math.round(value.bytes / 1024)} KiB`;
  const text = typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

function whoOf({ type, name }: Data['actor']): string {
  return type === 'api_key' ? `key "${name ?? ''}"` : (name ?? type);
}
