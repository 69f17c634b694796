import type { StoredFieldValues } from '../../fields/field-values.rules.js';
import type { CategoryId, CustomerId, GroupId, StatusId, TeamMemberId, TicketId } from '../../kernel/ids.js';
import type { KnownVocabulary } from '../../fields/known/known-vocabulary.js';
import type { Participant } from '../rules/participants.rules.js';
import type { TicketPriority } from '../rules/ticket.changes.js';

/** A ticket with ids of its vocabulary and with its people, as the reading statements return it. */
export interface TicketRow {
  readonly id: TicketId;
  readonly number: number;
  readonly subject: string;
  readonly description: string;
  readonly priority: TicketPriority | null;
  readonly statusId: StatusId;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly resolutionDueAt: Date | null;
  readonly externalId: string | null;
  readonly source: string | null;
  readonly categoryId: CategoryId | null;
  readonly subCategoryOneId: CategoryId | null;
  readonly subCategoryTwoId: CategoryId | null;
  readonly groupId: GroupId | null;
  readonly tags: readonly string[];
  readonly fieldValues: StoredFieldValues;
  readonly assigneeId: TeamMemberId | null;
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

/** What a ticket shows only when somebody asks for it. It never changes. */
export interface TicketOrigin {
  readonly channel: string;
  readonly participants: readonly Participant[];
}

/** A ticket with the names of the same moment: everything that an answer shows of it. */
export interface NamedTicket {
  readonly row: TicketRow;
  readonly vocabulary: KnownVocabulary;
}
