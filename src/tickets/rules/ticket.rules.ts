import { unknownAmong } from '../../vocabulary/known-names.rules.js';
import { isDeepStrictEqual } from 'node:util';
import {
  isFilledIn,
  readFieldValue,
  type FieldDefinition,
  type StoredFieldValues,
} from '../../fields/field-values.rules.js';
import type { GroupId, StatusId, TeamMemberId } from '../../kernel/ids.js';
import type { Problems } from '../../kernel/problems.js';
import { foldEmail } from '../../kernel/text.js';
import { CLOSED, NEW } from '../../vocabulary/vocabulary.rules.js';
import { movedCategory, type CategoryPlace } from './category.rules.js';
import { CleanDescription } from './description.rules.js';
import { readTags } from './tags.rules.js';
import { isDone, type TicketNames } from './ticket-names.rules.js';
import type { TicketChanges, TicketPriority } from './ticket.changes.js';

/** `as_recorded`: tickets of an import were closed before the workspace had the fields that closing needs. */
export type ClosingRule = 'needs_required_fields' | 'as_recorded';

/** The properties of a ticket that the rules can change, as its row holds them. */
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

export function emptyTicket({ statuses }: Pick<TicketNames, 'statuses'>): TicketState {
  const statusId = statuses.get(NEW);
  if (statusId === undefined) throw new Error('The workspace has no status for new tickets.');
  return {
    subject: '',
    description: '',
    priority: null,
    statusId,
    categoryId: null,
    subCategoryOneId: null,
    subCategoryTwoId: null,
    groupId: null,
    assigneeId: null,
    tags: [],
    fieldValues: {},
    resolutionDueAt: null,
    closedAt: null,
  };
}

/**
 * Changes a ticket (decisions, section 4), but for its customer, who may have to be created first. The result counts only when there
 * are no problems.
 * @param now when the change happens
 */
export function changedTicket(
  current: TicketState,
  changes: TicketChanges,
  names: TicketNames,
  now: Date,
  problems: Problems,
  closing: ClosingRule = 'needs_required_fields',
): TicketState {
  const { group, assigneeEmail } = changes;
  const fieldValues = changedFieldValues(current, changes, names, problems);
  const status = changedStatus(current, changes, fieldValues, names, now, problems, closing);
  const kept = keptAssignee(current, status.statusId, names);
  const after = {
    subject: changes.subject ?? current.subject,
    description: changedDescription(current, changes, problems),
    priority: changes.priority ?? current.priority,
    ...status,
    ...movedCategory(changes, current, names.categories, problems),
    groupId: idOf(group, current.groupId, names.groups, () => {
      problems.add('group', unknownAmong('is not the name of a group', names.groups.keys()));
    }),
    assigneeId: idOf(assigneeEmail && foldEmail(assigneeEmail), kept, names.assignees, () => {
      problems.add('assignee_email', 'is not the address of an active team member');
    }),
    tags: changes.tags === undefined ? current.tags : readTags(changes.tags, problems),
    fieldValues,
    resolutionDueAt:
      changes.resolutionDueAt === undefined ? current.resolutionDueAt : changes.resolutionDueAt,
  };
  return { ...after, ...idsOf(after, changes, names, problems) };
}

export function differenceOf(before: TicketState, after: TicketState): Partial<TicketState> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([column, value]) => !isDeepStrictEqual(value, before[column as keyof TicketState]),
    ),
  );
}

/** The path of problems of a field value. */
export const fieldPath = (name: string): string => `ticket_fields.${name}`;

const MISSING = {
  isRequiredForClosing: 'is required before the ticket can be closed',
  isRequiredForSubmitting: 'is required',
} as const;

/** Adds a problem at each required field without a value, unless its value is refused already. */
export function checkRequiredFields(
  required: keyof typeof MISSING,
  fields: ReadonlyMap<string, FieldDefinition>,
  values: StoredFieldValues,
  problems: Problems,
): void {
  for (const field of fields.values()) {
    const path = fieldPath(field.name);
    if (field[required] && !isFilledIn(values[field.id]) && !problems.has(path))
      problems.add(path, MISSING[required]);
  }
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
  { status }: TicketChanges,
  fieldValues: StoredFieldValues,
  { statuses, fields }: TicketNames,
  now: Date,
  problems: Problems,
  closing: ClosingRule,
): Pick<TicketState, 'statusId' | 'closedAt'> {
  const statusId = status === undefined ? current.statusId : statuses.get(status);
  if (statusId === undefined)
    problems.add('status', unknownAmong('is not the name of a status', statuses.keys()));
  if (statusId === undefined || statusId === current.statusId) {
    return { statusId: current.statusId, closedAt: current.closedAt };
  }
  if (status !== CLOSED) return { statusId, closedAt: null };
  if (closing === 'needs_required_fields')
    checkRequiredFields('isRequiredForClosing', fields, fieldValues, problems);
  return { statusId, closedAt: now };
}

/** A ticket that is opened again loses a removed member, who kept it because no work was left on it (decisions, section 8). */
function keptAssignee(
  { assigneeId, statusId }: TicketState,
  after: StatusId,
  names: TicketNames,
): TeamMemberId | null {
  const isReopened = isDone(statusId, names) && !isDone(after, names);
  return assigneeId !== null && isReopened && names.removed.has(assigneeId) ? null : assigneeId;
}

function changedFieldValues(
  { fieldValues: current }: TicketState,
  { fieldValues: sent = {} }: TicketChanges,
  { fields }: TicketNames,
  problems: Problems,
): StoredFieldValues {
  const values = new Map(Object.entries(current));
  for (const [name, sentValue] of Object.entries(sent)) {
    const field = fields.get(name);
    const read = field
      ? readFieldValue(field, sentValue)
      : { problem: 'is not the name of an active ticket field' };
    if ('problem' in read) problems.add(fieldPath(name), read.problem);
    else if (field && read.value === null) values.delete(field.id);
    else if (field && read.value !== null) values.set(field.id, read.value);
  }
  return Object.fromEntries(values);
}

/** The id of what a change names: the current one when it names nothing, null when it clears. */
function idOf<Id>(
  name: string | null | undefined,
  current: Id | null,
  known: ReadonlyMap<string, Id>,
  refuse: () => void,
): Id | null {
  if (name === undefined) return current;
  if (name === null) return null;
  const id = known.get(name);
  if (id === undefined) refuse();
  return id ?? null;
}

type Place = Pick<TicketState, 'groupId' | 'assigneeId'>;

/**
 * The group and the assignee that the changes name by ids. An id that nobody has is a problem; so is one beside a name or an address
 * that means another (extensions, section 11).
 * @param named the group and the assignee by their names
 */
function idsOf(
  named: Place,
  { group, groupId, assigneeEmail, assigneeId }: TicketChanges,
  { groups, assignees }: TicketNames,
  problems: Problems,
): Partial<Place> {
  const problem = (path: string, message: string): void => {
    if (!problems.has(path)) problems.add(path, message);
  };
  if (groupId !== undefined) {
    if (groupId !== null && !has(groups, groupId)) problem('group_id', 'is not the id of a group');
    const isNamed = group !== undefined && !problems.has('group');
    if (isNamed && groupId !== named.groupId) problem('group_id', 'must mean the same as group');
  }
  if (assigneeId !== undefined) {
    if (assigneeId !== null && !has(assignees, assigneeId))
      problem('agent_id', 'is not the id of an active team member');
    const isNamed = assigneeEmail !== undefined && !problems.has('assignee_email');
    if (isNamed && assigneeId !== named.assigneeId)
      problem('agent_id', 'must mean the same as assignee_email');
  }
  return { ...(groupId !== undefined && { groupId }), ...(assigneeId !== undefined && { assigneeId }) };
}

function has<Id>(known: ReadonlyMap<string, Id>, id: Id): boolean {
  return [...known.values()].includes(id);
}
