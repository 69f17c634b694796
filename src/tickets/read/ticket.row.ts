import type { CamelCase } from '../../kernel/text.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { NumberedTicket } from '../rules/ticket-merging.rules.js';
import type { ValuesOnRequest } from '../rules/properties/queried-properties.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';

/** Holds a ticket with the ids of its vocabulary and with its people. */
export interface TicketRow extends Omit<
  StoredTicket,
  'closedAt' | 'messageId' | CamelCase<keyof ValuesOnRequest>
> {
  readonly assigneeFirstName: string | null;
  readonly assigneeLastName: string | null;
  readonly assigneeEmail: string | null;
  readonly customerFirstName: string | null;
  readonly customerLastName: string | null;
  readonly customerEmail: string;
  readonly customerPhones: readonly string[];
  readonly vocabularyVersion: string | null;
}

/** Tells which tickets are merged with a ticket [rule 24]. */
export interface MergedTickets {
  readonly mergedInto: NumberedTicket | null;
  /** They come in the order of their numbers. */
  readonly mergedFrom: readonly NumberedTicket[];
}

/** Has all that an answer shows of a ticket: its row, and the names of the same moment. */
export interface NamedTicket<Row extends TicketRow = TicketRow> {
  readonly row: Row;
  readonly vocabulary: KnownVocabulary;
}

/** Has a ticket that was read by itself: also the values that are shown on request. */
export type WholeTicket = NamedTicket<WholeTicketRow>;

export type WholeTicketRow = TicketRow & ValuesOnRequest;
