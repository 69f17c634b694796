import { foldCase, isStorable } from '../kernel/text.js';
import type { TicketChanges } from './ticket.changes.js';
import type { FieldDefinition } from '../fields/field-values.rules.js';
import type { CategoryId, GroupId, StatusId, TeamMemberId } from '../kernel/ids.js';

export interface CategoryNode {
  readonly id: CategoryId;
  readonly parentId: CategoryId | null;
  readonly name: string;
}

/** The names that tickets of a workspace can use, as far as somebody asked for them. */
export interface TicketVocabulary {
  readonly statuses: ReadonlyMap<string, StatusId>;
  readonly groups: ReadonlyMap<string, GroupId>;
  /** Active members by their folded address. */
  readonly assignees: ReadonlyMap<string, TeamMemberId>;
  readonly categories: readonly CategoryNode[];
  /** Active fields by their exact name; always includes those that closing a ticket needs. */
  readonly fields: ReadonlyMap<string, FieldDefinition>;
}

/** Which names are of interest; an absent list is of none, `'all'` is the whole workspace. */
export type VocabularyRequest =
  | 'all'
  | {
      readonly statuses?: readonly string[];
      readonly groups?: readonly string[];
      readonly assignees?: readonly string[];
      readonly fields?: readonly string[];
      readonly categories?: boolean;
      /** Options that can be set no more but that tickets may still show; they come last. */
      readonly removedOptions?: boolean;
    };

export const EMPTY_VOCABULARY: TicketVocabulary = {
  statuses: new Map(),
  groups: new Map(),
  assignees: new Map(),
  categories: [],
  fields: new Map(),
};

/** The folded addresses that a change mentions as assignees: one or none. */
export function assigneesIn({ assigneeEmail }: TicketChanges): string[] {
  return typeof assigneeEmail === 'string' ? [foldCase(assigneeEmail)] : [];
}

/** The names that a change mentions. */
export function namesUsedBy(changes: TicketChanges): VocabularyRequest {
  const { status, group, fieldValues, category, subCategoryOne, subCategoryTwo } = changes;
  return {
    statuses: status === undefined ? [] : [status],
    groups: typeof group === 'string' ? [group] : [],
    assignees: assigneesIn(changes),
    // What cannot be stored is the name of no field, and nothing that PostgreSQL could be asked for.
    fields: Object.keys(fieldValues ?? {}).filter(isStorable),
    categories: [category, subCategoryOne, subCategoryTwo].some((name) => typeof name === 'string'),
  };
}
