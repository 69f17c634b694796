import type { z } from 'zod';
import type {
  CommentDto,
  CommentListResponse,
  CommentResponse,
} from '../../conversations/dto/comment.dto.js';
import type { CreateCommentDto, DraftResponse, SaveDraftDto } from '../../conversations/dto/comment.dto.js';
import type { CustomerListResponse } from '../../customers/dto/customer.dto.js';
import type { EventListResponse } from '../../events/feed/dto/event.dto.js';
import type { FieldListResponse } from '../../fields/dto/field.dto.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { TeamMemberListResponse } from '../../team-members/dto/team-member.dto.js';
import type { BatchResponse, BatchTicketsDto } from '../../tickets/api/dto/batch.dto.js';
import type { UpdateTicketDto } from '../../tickets/api/dto/save-ticket.dto.js';
import type * as tickets from '../../tickets/api/dto/ticket.dto.js';
import type * as vocabulary from '../../vocabulary/dto/vocabulary.dto.js';
import type { OperationAnswer, OperationRequest } from './inside-request.js';

/** A ticket with the newest comments, whose class the feature of tickets does not know. */
type DiscussedTicketDto = Omit<tickets.IncludedTicketDto, 'comments'> & { comments?: CommentDto[] };

/** The operations that tools run, by their ids, with what each answers. */
interface Answers {
  listTickets: tickets.FoundTicketsResponse;
  getTicket: { ticket: DiscussedTicketDto };
  createTicket: tickets.RaisedTicketResponse;
  updateTicket: tickets.TicketResponse;
  batchTickets: BatchResponse;
  listComments: CommentListResponse;
  getComment: CommentResponse;
  createComment: CommentResponse;
  saveDraft: DraftResponse;
  sendDraft: CommentResponse;
  listCustomers: CustomerListResponse;
  listEvents: EventListResponse;
  listStatuses: vocabulary.StatusListResponse;
  listCategories: vocabulary.CategoryListResponse;
  listGroups: vocabulary.GroupListResponse;
  listCompanies: vocabulary.CompanyListResponse;
  listTags: tickets.TagListResponse;
  listTicketFields: FieldListResponse;
  listTeamMembers: TeamMemberListResponse;
}

/** A new ticket takes what an update takes, and its customer. */
interface Bodies {
  createTicket: UpdateTicketDto;
  updateTicket: UpdateTicketDto;
  batchTickets: BatchTicketsDto;
  createComment: CreateCommentDto;
  saveDraft: SaveDraftDto;
}

export type OperationId = keyof Answers;

export type AnswerOf<Id extends OperationId> = OperationAnswer & { readonly body: Wire<Answers[Id]> };

/** Arguments that a tool was not given are undefined. */
type Sent<Body> = { readonly [Name in keyof Body]?: Body[Name] | undefined };

/** Schemas of arguments that go into the body of an operation under their own names. */
export type ArgumentsOf<Id extends keyof Bodies> = {
  readonly [Name in keyof Bodies[Id]]?: z.ZodType<Bodies[Id][Name] | undefined>;
};

/** A call of an operation sends this. */
export type CallOf<Id extends OperationId> = OperationRequest &
  (Id extends keyof Bodies ? { readonly body: Sent<Bodies[Id]> } : { readonly body?: never });
