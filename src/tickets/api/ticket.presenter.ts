import type { CategoryId } from '../../kernel/ids.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.dto.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import type { Page } from '../../kernel/page.js';
import { personName } from '../../kernel/text.js';
import type {
  IncludedTicketResponse,
  LegacyRaisedTicketDto,
  LegacyTicketDto,
  TicketDto,
  TicketListResponse,
  TicketResponse,
} from './dto/ticket.dto.js';
import { NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import { shownValues } from '../../fields/shown-values.rules.js';
import type { Include } from './dto/get-ticket.query.js';
import type { NamedTicket, TicketRow } from '../read/ticket.row.js';

/** A ticket as clients see it: every key always present, null where there is nothing (specification 2.3). */
export function toTicketDto({ row, vocabulary }: NamedTicket): Wire<TicketDto> {
  const { categoryNames } = vocabulary;
  const categoryName = (id: CategoryId | null): string | null => (id && categoryNames.get(id)) ?? null;
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    description: row.description,
    priority: row.priority,
    status: vocabulary.statusNames.get(row.statusId) ?? '',
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    resolution_due_date: row.resolutionDueAt?.toISOString() ?? null,
    external_id: row.externalId,
    source: row.source,
    category: categoryName(row.categoryId) ?? NO_CATEGORY,
    sub_category_one: categoryName(row.subCategoryOneId),
    sub_category_two: categoryName(row.subCategoryTwoId),
    group: (row.groupId && vocabulary.groupNames.get(row.groupId)) ?? null,
    tags: [...row.tags],
    assignee: toAssignee(row),
    customer: {
      id: row.customerId,
      name: personName(row.customerFirstName, row.customerLastName) ?? row.customerEmail,
      email: row.customerEmail,
      phone_numbers: [...row.customerPhones],
    },
    fields: shownValues(row.fieldValues, vocabulary).map(([name, value]) => ({
      field_name: name,
      field_value: value,
    })),
  };
}

export function toTicketListResponse(page: Page<NamedTicket>): Wire<TicketListResponse> {
  return { tickets: page.items.map(toTicketDto), pagination: toPaginationDto(page) };
}

/** The answer to `GET` of a ticket. Its entity tag is made of it. */
export function toTicketResponse(ticket: NamedTicket): Wire<TicketResponse> {
  return { ticket: toTicketDto(ticket) };
}

/** Adds the values that a reader has asked for. The order of the keys is always the same. */
export function toIncludedResponse(ticket: NamedTicket, more: IncludedValues): Wire<IncludedTicketResponse> {
  return { ticket: { ...toTicketDto(ticket), ...more } };
}

export type IncludedValues = Pick<Wire<IncludedTicketResponse>['ticket'], Include | 'comments_total'>;

/** A new ticket as the older route shows it (extensions, section 11). */
export function toLegacyRaisedDto(ticket: NamedTicket, url: string): Wire<LegacyRaisedTicketDto> {
  const { id, number, subject, description, status, created_at } = toTicketDto(ticket);
  return { id, number, url, subject, description, status, created_at };
}

/** The reduced shape of the older route (specification 4.4). */
export function toLegacyTicketDto(ticket: NamedTicket): Wire<LegacyTicketDto> {
  const { id, number, subject, description, priority, status, category } = toTicketDto(ticket);
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
