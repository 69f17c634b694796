import { isDeepStrictEqual } from 'node:util';
import {
  isFilledIn,
  readFieldValue,
  type FieldDefinition,
  type StoredFieldValues,
} from '../fields/field-values.rules.js';
import { checkText } from '../kernel/checks.js';
import type { GroupId, StatusId, TeamMemberId } from '../kernel/ids.js';
import type { FieldProblem, Problems } from '../kernel/problems.js';
import { distinctByCase, foldCase } from '../kernel/text.js';
import { movedCategory, type CategoryPlace } from './category.rules.js';
import { CleanDescription } from './description.js';
import type { TicketChanges, TicketPriority } from './ticket.changes.js';
import type { TicketVocabulary } from './ticket-vocabulary.js';

/** The status that ends the work on a ticket. */
export const CLOSED = 'closed';
/** The status of a ticket that nobody has given another. */
export const NEW = 'new';

/**
 * Whether closing a ticket needs a value in every field that is required for it, or is history that stands as recorded:
 * an import takes over tickets that were closed before those fields existed.
 */
export type ClosingRule = 'needs_required_fields' | 'as_recorded';

const GROUP = { path: 'group', message: 'is not the name of a group' };
const ASSIGNEE = { path: 'assignee_email', message: 'is not the address of an active team member' };

const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 64;

/** What of a ticket the rules can change, as its row holds it. */
export interface TicketState extends CategoryPlace {
  readonly subject: string;
  readonly description: string;
  readonly priority: TicketPriority | null;
  readonly statusId: StatusId;
  readonly groupId: GroupId | null;
  readonly assigneeId: TeamMemberId | null;
  readonly tags: readonly string[];
  readonly fieldValues: StoredFieldValues;
  readonly resolutionDueAt: Date | null;
  readonly closedAt: Date | null;
}

/**
 * What the ticket is after the changes (decisions, section 4). The customer is not decided here: finding one may mean
 * making one. Everything that is wrong goes to `problems`; the result counts only when there are none.
 * @param now when the change happens, which is when a ticket that it closes was closed
 */
export function changedTicket(
  current: TicketState,
  changes: TicketChanges,
  vocabulary: TicketVocabulary,
  now: Date,
  problems: Problems,
  closing: ClosingRule = 'needs_required_fields',
): TicketState {
  const { group, assigneeEmail } = changes;
  const { categories, groups, assignees } = vocabulary;
  const fieldValues = changedFieldValues(current, changes, vocabulary, problems);
  return {
    subject: changes.subject ?? current.subject,
    description: changedDescription(current, changes, problems),
    priority: changes.priority ?? current.priority,
    ...changedStatus(current, changes, fieldValues, vocabulary, now, problems, closing),
    ...movedCategory(changes, current, categories, problems),
    groupId: named(group, current.groupId, groups, problems, GROUP),
    assigneeId: named(
      assigneeEmail && foldCase(assigneeEmail),
      current.assigneeId,
      assignees,
      problems,
      ASSIGNEE,
    ),
    tags: changes.tags === undefined ? current.tags : readTags(changes.tags, problems),
    fieldValues,
    resolutionDueAt:
      changes.resolutionDueAt === undefined ? current.resolutionDueAt : changes.resolutionDueAt,
  };
}

/** The columns in which two states of a ticket differ. */
export function differenceOf(before: TicketState, after: TicketState): Partial<TicketState> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([column, value]) => !isDeepStrictEqual(value, before[column as keyof TicketState]),
    ),
  );
}

/** Tags as they are stored: trimmed, folded; each wrong one is a problem at its own path. */
export function readTags(sent: readonly unknown[], problems: Problems): string[] {
  const tags = sent.flatMap((tag, index) => {
    const trimmed: unknown = typeof tag === 'string' ? tag.trim() : tag;
    const problem = checkText(trimmed, { max: MAX_TAG_LENGTH, blank: 'refused' });
    if (problem !== null) problems.add(`tags[${index}]`, problem);
    return problem === null ? [trimmed as string] : [];
  });
  const distinct = distinctByCase(tags);
  if (distinct.length > MAX_TAGS) problems.add('tags', `must have at most ${MAX_TAGS} different tags`);
  return distinct;
}

function changedDescription(
  current: TicketState,
  { description }: TicketChanges,
  problems: Problems,
): string {
  if (description === undefined) return current.description;
  const { html, problem } =
    description instanceof CleanDescription ? description : CleanDescription.of(description);
  if (problem !== null) problems.add('description', problem);
  return html;
}

function changedStatus(
  current: TicketState,
  changes: TicketChanges,
  fieldValues: StoredFieldValues,
  vocabulary: TicketVocabulary,
  now: Date,
  problems: Problems,
  closing: ClosingRule,
): Pick<TicketState, 'statusId' | 'closedAt'> {
  const statusId = changes.status === undefined ? current.statusId : vocabulary.statuses.get(changes.status);
  if (statusId === undefined) problems.add('status', 'is not the name of a status');
  if (statusId === undefined || statusId === current.statusId) {
    return { statusId: current.statusId, closedAt: current.closedAt };
  }
  if (changes.status !== CLOSED) return { statusId, closedAt: null };
  if (closing === 'as_recorded') return { statusId, closedAt: now };
  for (const field of vocabulary.fields.values()) {
    if (isMissingForClosing(field, fieldValues, problems)) {
      problems.add(pathOf(field.name), 'is required before the ticket can be closed');
    }
  }
  return { statusId, closedAt: now };
}

function isMissingForClosing(field: FieldDefinition, values: StoredFieldValues, problems: Problems): boolean {
  const alreadyRefused = problems.list.some(({ path }) => path === pathOf(field.name));
  return field.isRequiredForClosing && !isFilledIn(values[field.id]) && !alreadyRefused;
}

function changedFieldValues(
  { fieldValues: current }: TicketState,
  { fieldValues: sent = {} }: TicketChanges,
  { fields }: TicketVocabulary,
  problems: Problems,
): StoredFieldValues {
  const values = new Map(Object.entries(current));
  for (const [name, sentValue] of Object.entries(sent)) {
    const field = fields.get(name);
    const read = field
      ? readFieldValue(field, sentValue)
      : { problem: 'is not the name of an active ticket field' };
    if ('problem' in read) problems.add(pathOf(name), read.problem);
    else if (field && read.value === null) values.delete(field.id);
    else if (field && read.value !== null) values.set(field.id, read.value);
  }
  return Object.fromEntries(values);
}

function named<Id>(
  name: string | null | undefined,
  current: Id | null,
  known: ReadonlyMap<string, Id>,
  problems: Problems,
  unknown: FieldProblem,
): Id | null {
  if (name === undefined) return current;
  if (name === null) return null;
  const id = known.get(name);
  if (id === undefined) problems.add(unknown.path, unknown.message);
  return id ?? null;
}

function pathOf(fieldName: string): string {
  return `ticket_fields.${fieldName}`;
}
