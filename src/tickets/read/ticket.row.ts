import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { CustomerId, TicketId } from '../../kernel/ids.js';
import type { Participant } from '../rules/participants.rules.js';
import type { TicketState } from '../rules/ticket.rules.js';

/** A ticket with ids of its vocabulary and with its people. */
export interface TicketRow extends Omit<TicketState, 'closedAt'> {
  readonly id: TicketId;
  readonly number: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly externalId: string | null;
  readonly source: string | null;
  readonly assigneeFirstName: string | null;
  readonly assigneeLastName: string | null;
  readonly assigneeEmail: string | null;
  readonly customerId: CustomerId;
  readonly customerFirstName: string | null;
  readonly customerLastName: string | null;
  readonly customerEmail: string;
  readonly customerPhones: readonly string[];
  readonly vocabularyVersion: string | null;
}

/** The parts of a ticket that never change, and that are shown only when somebody asks for them. */
export interface TicketOrigin {
  readonly channel: string;
  readonly participants: readonly Participant[];
}

/** A ticket with the names of the same moment: everything that an answer shows of it. */
export interface NamedTicket {
  readonly row: TicketRow;
  readonly vocabulary: KnownVocabulary;
}
