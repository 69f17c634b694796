import { Injectable } from '@nestjs/common';
import {
  ChangingRepresentation,
  Representation,
  type Resource,
} from '../../platform/http/answers/answer.dto.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketReaderService } from '../read/ticket-reader.service.js';
import type { WholeTicket } from '../read/ticket.row.js';
import type { IncludedTicketResponse } from './dto/ticket.dto.js';
import { includesOf, type GetTicketQuery, type Include } from './dto/tickets.query.js';
import {
  toIncludedResponse,
  toMergedValues,
  toTicketResponse,
  toValuesOnRequest,
  type IncludedValues,
} from './ticket.presenter.js';
import { TicketUrls } from './ticket-urls.js';

export interface NewestComments {
  readonly shown: { readonly comments: readonly object[]; readonly comments_total: number };
  readonly authorsUpdatedAt: Date;
}

/** Tells whether an author has changed since the ticket: its tag stays then. */
const hasNewAuthor = (comments: NewestComments | null, { row }: WholeTicket): boolean =>
  comments !== null && comments.authorsUpdatedAt > row.updatedAt;

/** Tells whether writes of other tickets and people change this part of a ticket, and leave its tag as it is. */
const changesAlone = (name: Include): boolean => name === 'merged' || name === 'participants';

/** Reads what a ticket shows when a reader asks for it [rule 11]. */
@Injectable()
export class TicketIncludes {
  constructor(
    private readonly reader: TicketReaderService,
    private readonly urls: TicketUrls,
  ) {}

  /**
   * Reads the newest 30 elements of a conversation, oldest first. The room of conversations, which knows tickets, sets it.
   * @throws ticket_not_found, page_too_large
   */
  comments: (scope: TenantScope, reference: string) => Promise<NewestComments> = () =>
    Promise.reject(new Error('No conversations are loaded.'));

  /** Shows a ticket with what `include` names, and the entity tag that it has without. @throws ticket_not_found, page_too_large */
  async show(
    scope: TenantScope,
    reference: string,
    query: GetTicketQuery,
  ): Promise<Resource<IncludedTicketResponse>> {
    const names = includesOf(query);
    const comments = names.includes('comments') ? await this.comments(scope, reference) : null;
    const ticket = await this.reader.get(scope, reference);
    const whole = toTicketResponse(ticket);
    if (names.length === 0) return new Representation(whole);
    const more = { ...(await this.valuesOf(scope, ticket, names)), ...comments?.shown };
    const isChanging = names.some(changesAlone) || hasNewAuthor(comments, ticket);
    const Answer = isChanging ? ChangingRepresentation : Representation;
    return new Answer(toIncludedResponse(whole, more), whole);
  }

  private async valuesOf(
    scope: TenantScope,
    ticket: WholeTicket,
    names: readonly Include[],
  ): Promise<IncludedValues> {
    return {
      ...(names.includes('url') && { url: this.urls.of(scope, ticket.row) }),
      ...toValuesOnRequest(ticket.row, names),
      ...(names.includes('merged') && toMergedValues(await this.reader.merged(scope, ticket))),
    };
  }
}
