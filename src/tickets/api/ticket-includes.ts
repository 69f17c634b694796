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
  /** True when one of them or of their authors has changed since it was made. */
  readonly haveChanged: boolean;
}

/** Other tickets and people change these parts, and the tag of the ticket stays. */
const ALWAYS_CHANGING: readonly Include[] = ['merged', 'participants'];

/** An import changes these parts of a ticket that another system knows, too. The tag stays when the file says the same `updated_at`. */
const IMPORTED: readonly Include[] = ['follow_up', 'comments'];

/**
 * Tells whether a named part can differ from the one that a reader with the same tag has seen. Times of changes cannot tell: clocks differ,
 * and a change may be committed after a later one.
 */
function mayHaveChanged(
  names: readonly Include[],
  { row }: WholeTicket,
  comments: NewestComments | null,
): boolean {
  const has = (changing: readonly Include[]): boolean => names.some((name) => changing.includes(name));
  return has(ALWAYS_CHANGING) || (row.externalId !== null && has(IMPORTED)) || comments?.haveChanged === true;
}

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
    const ticket = await this.reader.get(scope, reference);
    // Comments are read after the ticket, so the answer has all comments that belong to its tag.
    const comments = names.includes('comments') ? await this.comments(scope, reference) : null;
    const whole = toTicketResponse(ticket);
    if (names.length === 0) return new Representation(whole);
    const more = { ...(await this.valuesOf(scope, ticket, names)), ...comments?.shown };
    const Answer = mayHaveChanged(names, ticket, comments) ? ChangingRepresentation : Representation;
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
