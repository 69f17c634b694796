import { isDeepStrictEqual } from 'node:util';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { sentEvent } from '../../platform/http/lasting/event-line.js';
import { customerOfActor } from '../../platform/tenancy/acting-customer.js';
import { OWN_EVENTS } from '../audit-entry.js';
import type { EventActorDto, EventDto, EventListResponse } from './dto/event.dto.js';
import type { EventRow, NamedEvents } from './event-feed.repository.js';
import { actionsOf, subjectOf, typeOf, type EventType } from './event-types.js';
import type { FeedPage, FeedQuery } from './event-feed.service.js';
import type { Hearing } from './workspace-listeners.js';

export function toEventListResponse({
  events,
  actorNames,
  nextAfter,
  hasMore,
}: FeedPage): Wire<EventListResponse> {
  return {
    events: events.map((event) => toEventDto(event, actorNames)),
    next_after: nextAfter,
    has_more: hasMore,
  };
}

/** Shows an event, with the names of those who acted on the page. All readers of the feed use it. */
export function toEventDto(row: EventRow, actorNames: NamedEvents['actorNames']): Wire<EventDto> {
  const type = typeOf(row.action);
  const what = OWN_EVENTS.get(type)?.data(row) ?? changeOf(row, type);
  const data = { ...what, actor: actorOf(row, actorNames), silent: row.isSilent };
  const { id, position, at } = row;
  return { id, position: Number(position), type, occurred_at: at.toISOString(), data };
}

/** Says which events a stream gets, and shows each event as the feed does. */
export function toHearing({ types, includesNotes }: Pick<FeedQuery, 'types' | 'includesNotes'>): Hearing {
  const actions = actionsOf(types, includesNotes);
  const heard = new Set(actions);
  return {
    key: actions.join(),
    actions,
    textOf: ({ events, actorNames }) =>
      events
        .filter(({ action }) => heard.has(action))
        .map((row) => toEventDto(row, actorNames))
        .map((event) => sentEvent(event, event))
        .join(''),
  };
}

function changeOf(row: EventRow, type: EventType): object {
  const { subjectId: id, ticketNumber: number } = row;
  const subject = subjectOf(type);
  return { [subject]: subject === 'ticket' ? { id, number } : { id }, changes: changesOf(row) };
}

/** The feed leaves this property out: the tickets of a removed member have events of their own. */
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

/** Begins the name of an actor that filled in a form; its slug follows. */
const FORM_ACTOR = 'form ';

function actorOf({ apiKeyId, actor }: EventRow, actorNames: NamedEvents['actorNames']): EventActorDto {
  if (apiKeyId !== null) return { type: 'api_key', id: apiKeyId, name: actorNames.get(apiKeyId) ?? null };
  const customer = customerOfActor(actor);
  if (customer !== null) return { type: 'customer', id: customer, name: actorNames.get(customer) ?? null };
  if (actor?.startsWith(FORM_ACTOR) === true)
    return { type: 'form', id: null, name: actor.slice(FORM_ACTOR.length) };
  return { type: actor === 'service' ? 'service' : 'operator', id: null, name: actor };
}
