import type { CustomerId, TeamMemberId, TicketId } from '../kernel/ids.js';
import type { TicketPriority } from './ticket.changes.js';

/** A ticket in full, as the reading statements return it. */
export interface TicketRow {
  readonly id: TicketId;
  readonly number: number;
  readonly subject: string;
  readonly description: string;
  readonly priority: TicketPriority | null;
  readonly status: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly resolutionDueAt: Date | null;
  readonly externalId: string | null;
  readonly source: string | null;
  readonly category: string | null;
  readonly subCategoryOne: string | null;
  readonly subCategoryTwo: string | null;
  readonly group: string | null;
  readonly tags: readonly string[];
  readonly assigneeId: TeamMemberId | null;
  readonly assigneeFirstName: string | null;
  readonly assigneeLastName: string | null;
  readonly assigneeEmail: string | null;
  readonly customerId: CustomerId;
  readonly customerFirstName: string | null;
  readonly customerLastName: string | null;
  readonly customerEmail: string | null;
  readonly customerPhones: readonly string[];
  /** Name and value as shown, in display order; null when there is none. */
  readonly fields:
    readonly (readonly [name: string, value: string | number | boolean | readonly string[]])[] | null;
}
