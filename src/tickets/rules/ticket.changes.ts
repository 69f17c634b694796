import type { GroupId, TeamMemberId } from '../../kernel/ids.js';
import type { CleanDescription } from './description.rules.js';
import type { Participant } from './participants.rules.js';

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;

export type TicketPriority = (typeof PRIORITIES)[number];

/** The wanted changes of a ticket, with names instead of ids. Absent means unchanged; null clears (decisions, section 4). */
export interface TicketChanges {
  readonly email?: string;
  readonly subject?: string;
  /** HTML as it was sent, or cleaned already. */
  readonly description?: string | CleanDescription;
  /** By the name of the field. */
  readonly fieldValues?: Readonly<Record<string, unknown>>;
  readonly status?: string;
  readonly priority?: TicketPriority;
  readonly category?: string;
  readonly subCategoryOne?: string | null;
  readonly subCategoryTwo?: string | null;
  readonly group?: string | null;
  readonly assigneeEmail?: string | null;
  /** Must mean the same as the name beside it, when both are there. */
  readonly groupId?: GroupId | null;
  readonly assigneeId?: TeamMemberId | null;
  /** Elements may be anything: the rules judge each. */
  readonly tags?: readonly unknown[];
  readonly resolutionDueAt?: Date | null;
  /** Signed ids of uploads, which are added to the description. Elements may be anything. */
  readonly attachments?: readonly unknown[];
  /** `skip_notifications`: no mail tells of the change. */
  readonly isSilent?: boolean;
}

/** The name that another system has for a ticket. Both together are unique in the workspace. */
export interface ExternalKey {
  readonly externalId: string;
  readonly source: string | null;
}

/** A ticket as a client or a file describes it. Absent means not named. */
export interface TicketEntry {
  readonly changes: TicketChanges;
  /** Counts only when the customer has to be created. */
  readonly customerName?: string;
  readonly externalId: string | null;
  readonly source: string | null;
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
  readonly closedAt?: Date;
  /** Where a new ticket came from. */
  readonly channel?: string;
  /** Of a new ticket. */
  readonly participants?: readonly Participant[];
}
