import type { Wire } from '../http/wire.js';
import { definedOnly } from '../kernel/objects.js';
import { personName } from '../kernel/text.js';
import { namesOf, type ListTicketsQuery } from './dto/list-tickets.query.js';
import type { LegacyTicketDto, TicketDto, TicketResponse } from './dto/ticket.dto.js';
import type { LegacyUpdateTicketDto, UpdateTicketDto } from './dto/update-ticket.dto.js';
import { NO_CATEGORY } from './category.rules.js';
import type { TicketChanges, TicketPriority } from './ticket.changes.js';
import type { TicketQuery } from './ticket.filter.js';
import type { TicketRow } from './ticket.row.js';

/** The body of an update, of either version, as changes; absent and undefined are the same. */
export function toTicketChanges(
  body: Partial<UpdateTicketDto> | Partial<LegacyUpdateTicketDto>,
): TicketChanges {
  const all: Partial<UpdateTicketDto> = body;
  return definedOnly({
    email: all.email,
    subject: all.subject,
    description: all.description,
    fieldValues: all.ticket_fields,
    status: all.status,
    priority: all.priority,
    category: all.category,
    subCategoryOne: all.sub_category_one,
    subCategoryTwo: all.sub_category_two,
    group: all.group,
    assigneeEmail: all.assignee_email,
    tags: all.tags,
    resolutionDueAt:
      typeof all.resolution_due_date === 'string'
        ? new Date(all.resolution_due_date)
        : all.resolution_due_date,
  });
}

export function toTicketQuery(query: ListTicketsQuery): TicketQuery {
  return definedOnly({
    statuses: query.status === undefined ? undefined : namesOf(query.status),
    priorities: query.priority === undefined ? undefined : (namesOf(query.priority) as TicketPriority[]),
    customerId: query.customer_id,
    customerEmail: query.customer_email,
    assigneeId: query.assignee_id,
    assigneeEmail: query.assignee_email,
    group: query.group,
    category: query.category,
    tag: query.tag?.trim(),
    externalId: query.external_id,
    source: query.source,
    fieldName: query.field_name,
    fieldValue: query.field_value,
    range: query.range_type,
    startDate: query.start_date,
    endDate: query.end_date,
    order: {
      by: query.sort === 'updated_at' ? 'updatedAt' : 'createdAt',
      direction: query.order ?? 'desc',
    } as const,
  });
}

/** A ticket as clients see it: every key always present, null where there is nothing (specification 2.3). */
export function toTicketDto(row: TicketRow): Wire<TicketDto> {
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    description: row.description,
    priority: row.priority,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    resolution_due_date: row.resolutionDueAt?.toISOString() ?? null,
    external_id: row.externalId,
    source: row.source,
    category: row.category ?? NO_CATEGORY,
    sub_category_one: row.subCategoryOne,
    sub_category_two: row.subCategoryTwo,
    group: row.group,
    tags: [...row.tags],
    assignee: toAssignee(row),
    customer: {
      id: row.customerId,
      name: personName(row.customerFirstName, row.customerLastName) ?? row.customerEmail,
      email: row.customerEmail,
      phone_numbers: [...row.customerPhones],
    },
    fields: (row.fields ?? []).map(([name, value]) => ({ field_name: name, field_value: value })),
  };
}

/** What `GET` of a ticket answers, which is also what its entity tag is made of. */
export function toTicketResponse(row: TicketRow): Wire<TicketResponse> {
  return { ticket: toTicketDto(row) };
}

/** The reduced shape of the older route (specification 4.4). */
export function toLegacyTicketDto(row: TicketRow): Wire<LegacyTicketDto> {
  const { id, number, subject, description, priority, status, category } = toTicketDto(row);
  return { id, number, subject, description, priority, status, category };
}

function toAssignee(row: TicketRow): Wire<TicketDto['assignee']> {
  if (row.assigneeId === null) return null;
  return {
    id: row.assigneeId,
    name: personName(row.assigneeFirstName, row.assigneeLastName) ?? row.assigneeEmail,
    email: row.assigneeEmail,
  };
}
