import type { GroupId, TeamMemberId } from '../../kernel/ids.js';
import type { CleanDescription } from './description.rules.js';

/** The priorities of a ticket (specification 2.3). */
export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;

export type TicketPriority = (typeof PRIORITIES)[number];

/**
 * What a client or an import wants a ticket to be, with the names it used. Absent means unchanged; null clears where
 * clearing is possible (decisions, section 4).
 */
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
  /** Nobody is told of the change by mail (`skip_notifications`). */
  readonly isSilent?: boolean;
}
