import type { StoredValue } from '../fields/field-values.rules.js';
import type { CategoryId, CustomerId, FieldId, GroupId, StatusId, TeamMemberId } from '../kernel/ids.js';
import type { TicketPriority } from './ticket.changes.js';

/** Which tickets a list holds, names already resolved to ids; all conditions must hold. */
export interface TicketFilter {
  readonly statusIds?: readonly StatusId[];
  readonly priorities?: readonly TicketPriority[];
  readonly customerId?: CustomerId;
  readonly customerEmailKey?: string;
  readonly assigneeId?: TeamMemberId;
  readonly assigneeEmailKey?: string;
  readonly groupId?: GroupId;
  /** Null is the category `None`. */
  readonly categoryId?: CategoryId | null;
  readonly tag?: string;
  readonly externalId?: string;
  readonly source?: string;
  /** The field has one of the values; several only when options with the same label came one after the other. */
  readonly fieldValue?: { readonly fieldId: FieldId; readonly values: readonly StoredValue[] };
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
}

/** Ties are broken by number, in the same direction (decisions, section 4). */
export interface TicketOrder {
  readonly by: 'createdAt' | 'updatedAt';
  readonly direction: 'asc' | 'desc';
}

/** A list as a client asks for it, with the names that it used; absent means no condition. */
export interface TicketQuery {
  readonly statuses?: readonly string[];
  readonly priorities?: readonly TicketPriority[];
  readonly customerId?: string;
  readonly customerEmail?: string;
  readonly assigneeId?: string;
  readonly assigneeEmail?: string;
  readonly group?: string;
  readonly category?: string;
  readonly tag?: string;
  readonly externalId?: string;
  readonly source?: string;
  readonly fieldName?: string;
  readonly fieldValue?: string;
  readonly range?: 'last_24_hours' | 'last_7_days' | 'last_30_days' | 'custom';
  /** Calendar days in UTC, both inclusive. */
  readonly startDate?: string;
  readonly endDate?: string;
  readonly order: TicketOrder;
}
