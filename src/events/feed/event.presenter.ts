import { isDeepStrictEqual } from 'node:util';
import type { Wire } from '../../platform/http/answers/wire.js';
import type { EventActorDto } from './dto/event-data.dto.js';
import type { EventDto } from './dto/event.dto.js';
import type { EventRow, NamedEvents } from './event-feed.repository.js';
import { EVENT_TYPES, typeOf, type EventType } from './event-types.js';

/** Shows an event, with the names of the page's keys. All readers of the feed use it. */
export function toEventDto(row: EventRow, keyNames: NamedEvents['keyNames']): Wire<EventDto> {
  const type = typeOf(row.action);
  const what = WHAT_HAPPENED[type]?.(row) ?? changeOf(row, type);
  const data: object = { ...what, actor: actorOf(row, keyNames), silent: row.isSilent };
  const { id, position, at } = row;
  return { id, position: Number(position), type, occurred_at: at.toISOString(), data } as Wire<EventDto>;
}

/** Makes the `data` of events that are no plain changes. */
const WHAT_HAPPENED: Partial<Record<EventType, (row: EventRow) => object>> = {
  'tickets.imported': importOf,
  'comment.created': commentOf,
  'form.submitted': submissionOf,
};

function submissionOf({ subjectId, ticketNumber, after }: EventRow): object {
  const { form_id, slug } = after ?? {};
  return { ticket: { id: subjectId, number: ticketNumber }, form: { id: form_id, slug } };
}

/** Describes a comment without its words: they are for those who ask for the comment. */
function commentOf({ subjectId, ticketNumber, after }: EventRow): object {
  const { comment_id, comment_type, author_type, author, mentions } = after ?? {};
  return {
    ticket: { id: subjectId, number: ticketNumber },
    comment: {
      id: comment_id,
      comment_type,
      author_type,
      author: author ?? null,
      ...(mentions !== undefined && { mentions }),
    },
  };
}

function changeOf(row: EventRow, type: EventType): object {
  const { subjectId: id, ticketNumber: number } = row;
  const subject = SUBJECT_OF_EVENT[type];
  return { [subject]: subject === 'ticket' ? { id, number } : { id }, changes: changesOf(row) };
}

/** The subjects of events, by their types. */
const SUBJECT_OF_EVENT = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, type.slice(0, type.indexOf('.'))]),
) as Readonly<Record<EventType, string>>;

/** The tickets of a removed member have events of their own. */
const NOT_SHOWN = 'unassigned_tickets';

type Changes = Record<string, [before: unknown, after: unknown]>;

function changesOf({ before, after }: EventRow): Changes {
  const changes: Changes = {};
  for (const name in before) note(changes, name, before[name], after?.[name]);
  for (const name in after) if (!before || !(name in before)) note(changes, name, null, after[name]);
  return changes;
}

function note(changes: Changes, name: string, was: unknown = null, is: unknown = null): void {
  if (name !== NOT_SHOWN && differ(was, is)) changes[name] = [was, is];
}

/** Most values are texts, for which a comparison in depth is slow. */
function differ(one: unknown, other: unknown): boolean {
  return one !== other && (typeof one !== 'object' || !isDeepStrictEqual(one, other));
}

function importOf(row: EventRow): object {
  const { imported, added, updated, customers_created, first_number, last_number } = row.after ?? {};
  return {
    count: imported ?? added ?? 0,
    first_number: first_number ?? null,
    last_number: last_number ?? null,
    updated: updated ?? 0,
    customers_created: customers_created ?? 0,
  };
}

/** Begins the name of an actor that filled in a form; its slug follows. */
const FORM_ACTOR = 'form ';

function actorOf({ apiKeyId, actor }: EventRow, keyNames: NamedEvents['keyNames']): EventActorDto {
  if (apiKeyId !== null) return { type: 'api_key', id: apiKeyId, name: keyNames.get(apiKeyId) ?? null };
  if (actor?.startsWith(FORM_ACTOR) === true)
    return { type: 'form', id: null, name: actor.slice(FORM_ACTOR.length) };
  return { type: actor === 'service' ? 'service' : 'operator', id: null, name: actor };
}
