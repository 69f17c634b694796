import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { NumberedTicket } from '../rules/ticket-merging.rules.js';
import type { Participant } from '../rules/participants.rules.js';
import type { StoredTicket } from '../rules/ticket-properties.js';

/** Holds a ticket with the ids of its vocabulary and with its people. */
export interface TicketRow extends Omit<StoredTicket, 'closedAt' | 'messageId' | keyof TicketOrigin> {
  readonly assigneeFirstName: string | null;
  readonly assigneeLastName: string | null;
  readonly assigneeEmail: string | null;
  readonly customerFirstName: string | null;
  readonly customerLastName: string | null;
  readonly customerEmail: string;
  readonly customerPhones: readonly string[];
  readonly vocabularyVersion: string | null;
}

/** An answer shows these parts of a ticket when somebody asks for them. */
export interface TicketOrigin extends Pick<StoredTicket, 'channel'> {
  readonly participants: readonly Participant[];
}

/** Tells which tickets are merged with a ticket [rule 24]. */
export interface MergedTickets {
  readonly mergedInto: NumberedTicket | null;
  /** They come in the order of their numbers. */
  readonly mergedFrom: readonly NumberedTicket[];
}

/** Has all that an answer shows of a ticket: its row, and the names of the same moment. */
export interface NamedTicket {
  readonly row: TicketRow;
  readonly vocabulary: KnownVocabulary;
}
