import { toFeedQuery } from '../events/feed/dto/event.dto.js';
import { Problems, type Checked } from '../kernel/errors.js';
import { definedOnly } from '../kernel/objects.js';
import { problemOfSearch, type SearchingQuery } from '../tickets/read/ticket-search.rules.js';
import type { ListPortalEventsQuery } from './dto/portal-event.dto.js';
import {
  PORTAL_LANGUAGE,
  type AddPortalCommentDto,
  type ListPortalTicketsQuery,
  type RaisePortalTicketDto,
} from './dto/portal-ticket.dto.js';
import type { WrittenReply } from './portal-comments.service.js';
import type { RaisedTicket } from './raised-tickets.service.js';

/** Reads a list that a customer asks for. A search looks into subjects, descriptions and replies, and never into notes. */
export function toPortalSearch({
  value,
  problems,
}: Checked<ListPortalTicketsQuery>): Checked<SearchingQuery> {
  const { status, sort, order, q = '' } = value;
  const { terms, filters } = PORTAL_LANGUAGE.read(q);
  return {
    value: {
      ...{ query: definedOnly({ status, sort, order }), terms, wantsMatches: false },
      groups: filters.map(({ name, value: text, isOpposite }) => ({ query: { [name]: text }, isOpposite })),
      ...{ withComments: true, withoutNotes: true },
    },
    problems: [
      ...problems,
      ...filters.flatMap(({ name, value: text }) =>
        text.trim() === '' ? [problemOfSearch({ path: name, message: 'must not be blank' })] : [],
      ),
    ],
  };
}

export function toRaisedTicket(body: Partial<RaisePortalTicketDto>): RaisedTicket {
  const { ticket_fields: ticketFields, ...others } = body;
  return definedOnly({ ...others, ticketFields });
}

export function toWrittenReply({
  value,
  problems: already,
}: Checked<AddPortalCommentDto>): Checked<WrittenReply> {
  const problems = new Problems(already);
  const { content, attachments = [] } = value as Partial<AddPortalCommentDto>;
  const signedIds = attachments.map((signedId, index) => {
    if (typeof signedId === 'string') return signedId;
    problems.add(`attachments[${index}]`, 'must be a string');
    return null;
  });
  return { value: { ...definedOnly({ content }), attachments: signedIds }, problems: problems.passedOn };
}

export function toEventRange({ after, limit }: ListPortalEventsQuery): {
  readonly after: number | null;
  readonly limit: number;
} {
  const asked = toFeedQuery(definedOnly({ after, limit }));
  return { after: asked.after, limit: asked.limit };
}
