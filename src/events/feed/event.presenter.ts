import { isDeepStrictEqual } from 'node:util';
import type { Wire } from '../../platform/http/answers/wire.js';
import type { SubjectType } from '../audit-entry.js';
import type { EventActorDto, EventDto } from './dto/event.dto.js';
import type { EventRow } from './event-feed.repository.js';
import { typeOf } from './event-types.js';

/** An event as the API shows it. Whatever reads the feed shows events by this. */
export function toEventDto(row: EventRow): Wire<EventDto> {
  const type = typeOf(row.action);
  return {
    id: row.id,
    position: row.position,
    type,
    occurred_at: row.at.toISOString(),
    data: type === 'tickets.imported' ? importOf(row) : changeOf(row),
  } as Wire<EventDto>;
}

function changeOf(row: EventRow): object {
  return { ...SUBJECTS[row.subjectType]?.(row), changes: changesOf(row), ...circumstancesOf(row) };
}

const SUBJECTS: Readonly<Partial<Record<SubjectType, (row: EventRow) => object>>> = {
  ticket: ({ subjectId: id, ticketNumber: number }) => ({ ticket: { id, number } }),
  customer: ({ subjectId: id }) => ({ customer: { id } }),
  team_member: ({ subjectId: id }) => ({ team_member: { id } }),
  field: ({ subjectId: id }) => ({ field: { id } }),
  form: ({ subjectId: id }) => ({ form: { id } }),
};

/** The tickets of a removed member have events of their own. */
const NOT_SHOWN = 'unassigned_tickets';

function changesOf({ before, after }: EventRow): Record<string, [unknown, unknown]> {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  names.delete(NOT_SHOWN);
  const changes: Record<string, [unknown, unknown]> = {};
  for (const name of names) {
    const sides: [unknown, unknown] = [before?.[name] ?? null, after?.[name] ?? null];
    if (!isDeepStrictEqual(sides[0], sides[1])) changes[name] = sides;
  }
  return changes;
}

function importOf(row: EventRow): object {
  const { imported, added, updated, customers_created, first_number, last_number } = row.after ?? {};
  return {
    count: imported ?? added ?? 0,
    first_number: first_number ?? null,
    last_number: last_number ?? null,
    updated: updated ?? 0,
    customers_created: customers_created ?? 0,
    ...circumstancesOf(row),
  };
}

function circumstancesOf(row: EventRow): { readonly actor: EventActorDto; readonly silent: boolean } {
  return { actor: actorOf(row), silent: row.isSilent };
}

function actorOf({ apiKeyId, apiKeyName, actor }: EventRow): EventActorDto {
  if (apiKeyId !== null) return { type: 'api_key', id: apiKeyId, name: apiKeyName };
  return { type: actor === 'service' ? 'service' : 'operator', id: null, name: actor };
}
