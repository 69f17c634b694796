import type { FieldDefinition } from '../../fields/field-values.rules.js';
import type { GroupId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import { foldCase } from '../../kernel/text.js';
import type { CategoryNode, KnownVocabulary } from '../../vocabulary/known-vocabulary.js';
import type { TicketChanges } from './ticket.changes.js';

/** The names that tickets of a workspace can use. */
export interface TicketNames {
  readonly statuses: ReadonlyMap<string, StatusId>;
  readonly groups: ReadonlyMap<string, GroupId>;
  /** Active members by their folded address, as far as they were asked for. */
  readonly assignees: ReadonlyMap<string, TeamMemberId>;
  readonly categories: readonly CategoryNode[];
  /** Active fields by their exact name, with the options that can be set. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
}

/** The names of a vocabulary, and these members. */
export function ticketNames(
  { statuses, groups, categories, activeFields }: KnownVocabulary,
  assignees: TicketNames['assignees'],
): TicketNames {
  return { statuses, groups, assignees, categories, fields: activeFields };
}

/** The folded address of the assignee that a change names: one or none. */
export function assigneesIn({ assigneeEmail }: TicketChanges): string[] {
  return typeof assigneeEmail === 'string' ? [foldCase(assigneeEmail)] : [];
}
