import type { CategoryId } from '../../kernel/ids.js';
import type { Resource, Wire } from '../../platform/http/answers/answer.dto.js';
import { Representation } from '../../platform/http/answers/representation.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.presenter.js';
import { personName } from '../../kernel/text.js';
import type { TextMatch } from '../read/text-search.js';
import type {
  FoundTicketsResponse,
  IncludedTicketResponse,
  LegacyRaisedTicketResponse,
  LegacyTicketResponse,
  RaisedTicketResponse,
  TextMatchDto,
  TicketDto,
  TicketResponse,
} from './dto/ticket.dto.js';
import { NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import { shownValues } from '../../fields/field-values.rules.js';
import { ON_REQUEST, type ValuesOnRequest } from '../rules/properties/queried-properties.js';
import type { Include } from './dto/tickets.query.js';
import type { FoundTickets } from '../read/ticket-reader.service.js';
import type { MergedTickets, NamedTicket, TicketRow } from '../read/ticket.row.js';

/** Shows a ticket to clients: every key is always present, and null where there is nothing [spec 2.3]. */
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

export function toFoundTicketsResponse(page: FoundTickets): Wire<FoundTicketsResponse> {
  const { matches } = page;
  const tickets = page.items.map((ticket) => ({
    ...toTicketDto(ticket),
    ...(matches && { matches: (matches.get(ticket.row.number) ?? []).map(toMatchDto) }),
  }));
  const complete = page.isComplete ? {} : ({ search_complete: false } as const);
  return { tickets, pagination: toPaginationDto(page), ...complete };
}

function toMatchDto({ commentId, commentType, snippet }: TextMatch): Wire<TextMatchDto> {
  return { comment_id: commentId, comment_type: commentType, snippet };
}

/** Answers `GET` of a ticket. Its entity tag is made from this. */
export function toTicketResponse(ticket: NamedTicket): Wire<TicketResponse> {
  return { ticket: toTicketDto(ticket) };
}

/** Adds the values that a reader has asked for. The order of the keys is always the same. */
export function toIncludedResponse(
  { ticket }: Wire<TicketResponse>,
  more: IncludedValues,
): Wire<IncludedTicketResponse> {
  return { ticket: { ...ticket, ...more } };
}

export type IncludedValues = Pick<
  Wire<IncludedTicketResponse>['ticket'],
  Exclude<Include, 'merged' | 'follow_up'> | 'follow_up_at' | 'merged_into' | 'merged_from' | 'comments_total'
>;

/** Shows the values that `names` has. */
export function toValuesOnRequest(values: ValuesOnRequest, names: readonly Include[]): IncludedValues {
  const wanted = ON_REQUEST.filter(({ include }) => names.includes(include));
  return Object.fromEntries(wanted.map(({ name }) => [name, textOfDate(values[name])]));
}

const textOfDate = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

export function toMergedValues({ mergedInto, mergedFrom }: MergedTickets): IncludedValues {
  return { merged_into: mergedInto, merged_from: [...mergedFrom] };
}

/** Shows a new ticket on the older route [rule 11]. */
export function toLegacyRaisedTicket({
  content,
}: Resource<RaisedTicketResponse>): Wire<LegacyRaisedTicketResponse> {
  const { id, number, url, subject, description, status, created_at } = content.ticket;
  return {
    notice_code: 'ticket_created_successfully',
    ticket: { id, number, url, subject, description, status, created_at },
  };
}

/** Shows a changed ticket on the older route, with fewer keys [spec 4.4] and the entity tag of the whole ticket. */
export function toLegacyTicket({ content, whole }: Resource<TicketResponse>): Resource<LegacyTicketResponse> {
  const { id, number, subject, description, priority, status, category } = content.ticket;
  const ticket = { id, number, subject, description, priority, status, category };
  return new Representation({ ticket }, whole);
}

function toAssignee(row: TicketRow): Wire<TicketDto['assignee']> {
  if (row.assigneeId === null) return null;
  return {
    id: row.assigneeId,
    name: personName(row.assigneeFirstName, row.assigneeLastName) ?? row.assigneeEmail,
    email: row.assigneeEmail,
  };
}
