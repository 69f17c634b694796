import { OWN_EVENTS } from '../../events/audit-entry.js';
import type { ChangeDto, EventDto } from '../../events/feed/dto/event.dto.js';
import type { ImportDto } from '../../tickets/api/dto/tickets-imported-event.dto.js';
import { isTextDigest } from '../../events/long-texts.rules.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { Styled } from '../output/terminal.js';

/** Longer values are cut to this number of characters. */
const MAX_SHOWN = 40;
const NOTHING = '-';
/** Finds texts that need no quotation marks. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}@._+-]*$/u;

type WireEvent = Wire<EventDto>;
type Data = WireEvent['data'] & Partial<ImportDto & Pick<ChangeDto, 'changes'>>;
type Format = NonNullable<Styled['format']>;

/** Describes an event for people in one line: time, position, type, subject, its changes in short, and the actor. */
export function readableEvent({ position, type, occurred_at, data }: WireEvent): Styled[] {
  const { actor, silent } = data;
  return [
    { format: 'dim' as const, text: `${occurred_at} ${position}` },
    { format: colourOf(type), text: type },
    { format: 'bold' as const, text: subjectOf(data) },
    { text: contentOf(type, data) },
    { format: 'dim' as const, text: `by ${actorOf(actor)}${silent ? ', silently' : ''}` },
  ].filter(({ text }) => text !== '');
}

function colourOf(type: string): Format {
  if (type.endsWith('.created')) return 'green';
  return /\.(deleted|disabled|removed)$/.test(type) ? 'red' : 'yellow';
}

/** Names the subject, which is the first property of the data, in the form that `audit --subject` takes. */
function subjectOf(data: Data): string {
  const [[type, subject] = ['', null]] = Object.entries(data);
  if (isSubject(subject)) return `${type}:${subject.number ?? subject.id}`;
  const { first_number = null, last_number } = data;
  return first_number === null ? 'tickets' : `tickets:${first_number}-${last_number}`;
}

function isSubject(value: unknown): value is { readonly id: string; readonly number?: number | null } {
  return typeof value === 'object' && value !== null && 'id' in value;
}

function contentOf(type: string, data: Data): string {
  const own = OWN_EVENTS.get(type);
  if (own) return own.inWords(data as never);
  return Object.entries(data.changes ?? {})
    .map(([name, [before, after]]) => `${name}: ${changeInWords(before, after)}`)
    .join(', ');
}

function changeInWords(before: unknown, after: unknown): string {
  return before === null ? valueInWords(after) : `${valueInWords(before)} -> ${valueInWords(after)}`;
}

function valueInWords(value: unknown): string {
  if (value === null) return NOTHING;
  if (isTextDigest(value)) return `text of ${Math.round(value.bytes / 1024)} KiB`;
  const text = typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

function actorOf({ type, name }: Data['actor']): string {
  return type === 'api_key' ? `key "${name ?? ''}"` : (name ?? type);
}
