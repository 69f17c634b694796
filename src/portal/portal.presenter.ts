import { toAttachmentDto } from '../attachments/shown-attachment.shape.js';
import type { Shown } from '../attachments/attachment.row.js';
import type { ReplyRow } from '../conversations/comments-for-customers.service.js';
import type { HeardPage, Hearing } from '../events/feed/workspace-listeners.js';
import { shownValues } from '../fields/field-values.rules.js';
import { hasOptions } from '../fields/field.kinds.js';
import type { KnownField } from '../fields/known/known-vocabulary.js';
import type { OpenForm } from '../forms/settings/form.rules.js';
import type { FieldId } from '../kernel/ids.js';
import type { Page } from '../kernel/page.js';
import { personName } from '../kernel/text.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { sentEvent } from '../platform/http/lasting/event-line.js';
import { toPaginationDto } from '../platform/http/answers/pagination.presenter.js';
import type { PortalEventListResponse } from './dto/portal-event.dto.js';
import type { PortalMeResponse } from './dto/portal-me.dto.js';
import type {
  PortalCommentDto,
  PortalCommentListResponse,
  PortalCommentResponse,
  PortalTicketDto,
  PortalTicketListResponse,
  PortalTicketResponse,
} from './dto/portal-ticket.dto.js';
import type { ShownCustomer } from './portal-customer.rules.js';
import { HEARD_ACTIONS, portalTypeOf } from './portal-events.rules.js';
import type { PortalEvents } from './portal-events.service.js';
import type { SeenTicket, SeenTickets } from './portal-tickets.service.js';
import type { PortalEventRow } from './portal.repository.js';
import type { VisibleTo } from '../tickets/read/visible-tickets.sql.js';

/** Shows a ticket to a customer: these keys and no other. */
export function toPortalTicket({
  row,
  vocabulary,
  fieldIds,
  files,
  mergedInto,
}: SeenTicket): Wire<PortalTicketDto> {
  const values = Object.entries(row.fieldValues).filter(([id]) => fieldIds.has(id as FieldId));
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    description: row.description,
    status: vocabulary.statusNames.get(row.statusId) ?? '',
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    assignee:
      row.assigneeId === null ? null : { name: personName(row.assigneeFirstName, row.assigneeLastName) },
    fields: shownValues(Object.fromEntries(values), vocabulary).map(([name, value]) => ({
      field_name: name,
      field_value: value,
    })),
    attachments: files.map(toAttachmentDto),
    ...(mergedInto && { merged_into: { id: mergedInto.id, number: mergedInto.number } }),
  };
}

/** Answers `GET` of a ticket. Its entity tag is made from this. */
export function toPortalTicketResponse(ticket: SeenTicket): Wire<PortalTicketResponse> {
  return { ticket: toPortalTicket(ticket) };
}

export function toPortalTicketList(page: SeenTickets): Wire<PortalTicketListResponse> {
  const complete = page.isComplete ? {} : ({ search_complete: false } as const);
  return { tickets: page.items.map(toPortalTicket), pagination: toPaginationDto(page), ...complete };
}

/** Shows a reply with the name of its author. The address stays with the desk. */
export function toPortalComment(row: Shown<ReplyRow>): Wire<PortalCommentDto> {
  return {
    id: row.id,
    author_type: row.isByAgent ? 'agent' : 'customer',
    author: { name: personName(row.firstName, row.lastName) },
    content: row.content,
    attachments: row.files.map(toAttachmentDto),
    created_at: row.createdAt.toISOString(),
  };
}

export function toPortalCommentResponse(row: Shown<ReplyRow>): Wire<PortalCommentResponse> {
  return { comment: toPortalComment(row) };
}

export function toPortalCommentList(page: Page<Shown<ReplyRow>>): Wire<PortalCommentListResponse> {
  return { comments: page.items.map(toPortalComment), pagination: toPaginationDto(page) };
}

export function toPortalEvents({ events, nextAfter, hasMore }: PortalEvents): Wire<PortalEventListResponse> {
  return { events: events.map(toPortalEvent), next_after: nextAfter, has_more: hasMore };
}

/** Says which events the stream of a customer gets. `heard` finds the events of a page that the customer may see. */
export function toPortalHearing(
  { customerId, seesCompany }: VisibleTo,
  heard: (page: HeardPage) => Promise<readonly PortalEventRow[]>,
): Hearing {
  return {
    key: `customer ${customerId} ${seesCompany}`,
    actions: HEARD_ACTIONS,
    textOf: async (page) => {
      const events = (await heard(page)).map(toPortalEvent);
      return events.map((event) => sentEvent(event, event)).join('');
    },
  };
}

function toPortalEvent(row: PortalEventRow): Wire<PortalEventListResponse>['events'][number] {
  const { id, position, at, action, subjectId, ticketNumber, before, after } = row;
  const type = portalTypeOf(action) ?? '';
  const about =
    type === 'comment.created'
      ? { comment: toCommentFacts(after ?? {}) }
      : {
          changes: {
            status: [textIn(before, 'status'), textIn(after, 'status') ?? ''] as [string | null, string],
          },
        };
  return {
    ...{ id, position: Number(position), type, occurred_at: at.toISOString() },
    data: { ticket: { id: subjectId, number: ticketNumber ?? 0 }, ...about },
  };
}

type Terms = Readonly<Record<string, unknown>> | null;

function textIn(terms: Terms, name: string): string | null {
  const value = terms?.[name];
  return typeof value === 'string' ? value : null;
}

/** The trail has the address in place of the name of an author without one. */
function toCommentFacts(
  after: NonNullable<Terms>,
): NonNullable<Wire<PortalEventListResponse>['events'][number]['data']['comment']> {
  const author: { readonly name?: unknown; readonly email?: unknown } | null = after['author'] ?? null;
  const name = typeof author?.name === 'string' && author.name !== author.email ? author.name : null;
  return {
    id: textIn(after, 'comment_id') ?? '',
    author_type: textIn(after, 'author_type') ?? '',
    author: { name },
  };
}

export function toPortalMe(
  customer: ShownCustomer,
  expiresAt: Date,
  forms: readonly OpenForm[],
): Wire<PortalMeResponse> {
  return {
    customer: { ...customer },
    expires_at: expiresAt.toISOString(),
    forms: forms.map(({ slug, title, intro, fields }) => ({
      slug,
      title,
      intro,
      fields: fields.map(toFormField),
    })),
  };
}

function toFormField({
  name,
  kind,
  isRequired,
  options,
}: KnownField): Wire<PortalMeResponse>['forms'][number]['fields'][number] {
  const labels = hasOptions(kind) ? { options: options.map(({ label }) => label) } : {};
  return { name, kind, is_required: isRequired, ...labels };
}
