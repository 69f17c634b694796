import { unknownAmong } from '../../vocabulary/known-names.rules.js';
import {
  isFilledIn,
  readFieldValue,
  type FieldDefinition,
  type StoredFieldValues,
} from '../../fields/field-values.rules.js';
import type { StatusId, TeamMemberId } from '../../kernel/ids.js';
import type { Problems } from '../../kernel/errors.js';
import { foldCase, foldEmail, distinctByCase } from '../../kernel/text.js';
import { CLOSED, NEW } from '../../vocabulary/vocabulary.rules.js';
import { movedCategory } from './category.rules.js';
import { CleanDescription } from './description.rules.js';
import type { TicketChanges } from './properties/sent-ticket.js';
import type { TicketState } from './properties/stored-ticket.js';
import { ALL_PROPERTIES } from './properties/ticket-properties.js';
import { isDone, type TicketNames } from './ticket-names.rules.js';
import { checkLine } from '../../kernel/checks.js';

/** `as_recorded`: tickets of an import were closed before the workspace had the fields that closing needs. */
export type ClosingRule = 'needs_required_fields' | 'as_recorded';

/** The columns that changes decide, but for the customer. */
const DECIDED = ALL_PROPERTIES.flatMap(({ name, change, column }) =>
  change !== undefined && column && name !== 'email' ? [{ change, ...column }] : [],
);
const INITIAL = Object.fromEntries(DECIDED.map(({ key, initial = null }) => [key, initial]));

type Origin = Pick<TicketState, 'createdAt' | 'channel' | 'participants' | 'messageId'>;

/** Makes a ticket of which nothing is known but its origin. */
export function emptyTicket({ statuses }: Pick<TicketNames, 'statuses'>, origin: Origin): TicketState {
  const statusId = statuses.get(NEW);
  if (statusId === undefined) throw new Error('The workspace has no status for new tickets.');
  return { ...INITIAL, ...origin, statusId, closedAt: null } as TicketState;
}

/** The properties that get the sent value itself. All others have a rule below. */
const TAKEN_AS_SENT = DECIDED.filter(({ change, key }) => change === key).map(({ key }) => key);

function takenAsSent(changes: Readonly<Record<string, unknown>>): Partial<TicketState> {
  const taken = TAKEN_AS_SENT.filter((key) => changes[key] !== undefined);
  return Object.fromEntries(taken.map((key) => [key, changes[key]]));
}

/** Changes a ticket [rule 4] without its customer. The result counts only when there are no problems. */
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
    ...current,
    ...takenAsSent(changes),
    description: changedDescription(current, changes, problems),
    ...status,
    ...movedCategory(changes, current, names.categories, problems),
    groupId: idOf(group, current.groupId, names.groups, () => {
      problems.add('group', unknownAmong('is not the name of a group', names.groups.keys()));
    }),
    assigneeId: idOf(assigneeEmail && foldEmail(assigneeEmail), kept, names.assignees, () => {
      problems.add('assignee_email', 'is not the address of an active team member');
    }),
    tags: changedTags(current.tags, changes, problems),
    fieldValues,
  };
  return { ...after, ...idsOf(after, changes, names, problems) };
}

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

/** A ticket that is opened again loses a removed member, who kept it because no work was left on it [rule 8]. */
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

type Assignment = Pick<TicketState, 'groupId' | 'assigneeId'>;

/**
 * The group and the assignee by their ids. An id that nobody has is a problem, and so is one that means another than the name or the
 * address beside it, which `named` has [rule 11].
 */
function idsOf(
  named: Assignment,
  { group, groupId, assigneeEmail, assigneeId }: TicketChanges,
  { groups, assignees }: TicketNames,
  problems: Problems,
): Partial<Assignment> {
  const problem = (path: string, message: string): void => {
    if (!problems.has(path)) problems.add(path, message);
  };
  if (groupId !== undefined) {
    if (groupId !== null && !has(groups, groupId)) problem('group_id', 'is not the id of a group');
    const isNamed = group !== undefined && !problems.has('group');
    if (isNamed && groupId !== named.groupId) problem('group_id', 'must name the same group as group');
  }
  if (assigneeId !== undefined) {
    if (assigneeId !== null && !has(assignees, assigneeId))
      problem('agent_id', 'is not the id of an active team member');
    const isNamed = assigneeEmail !== undefined && !problems.has('assignee_email');
    if (isNamed && assigneeId !== named.assigneeId)
      problem('agent_id', 'must name the same member as assignee_email');
  }
  return { ...(groupId !== undefined && { groupId }), ...(assigneeId !== undefined && { assigneeId }) };
}

function has<Id>(known: ReadonlyMap<string, Id>, id: Id): boolean {
  return [...known.values()].includes(id);
}

/** The limits of tags [rule 4]. */
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 64;

/** Replaces the tags, or adds some and removes others [rule 24]. A tag that is there keeps its spelling. */
function changedTags(
  current: readonly string[],
  { tags, addedTags, removedTags }: TicketChanges,
  problems: Problems,
): readonly string[] {
  if (tags !== undefined) {
    for (const [path, others] of Object.entries({ add_tags: addedTags, remove_tags: removedTags }))
      if (others !== undefined) problems.add(path, 'must not be sent with tags, which replaces all of them');
    return readTags(tags, problems);
  }
  if (addedTags === undefined && removedTags === undefined) return current;
  const removed = new Set(readTags(removedTags ?? [], problems, 'remove_tags').map(foldCase));
  const added = readTags(addedTags ?? [], problems, 'add_tags');
  if (added.some((tag) => removed.has(foldCase(tag))))
    problems.add('remove_tags', 'must not have a tag of add_tags');
  const after = distinctByCase([...current.filter((tag) => !removed.has(foldCase(tag))), ...added]);
  if (added.length > 0 && after.length > MAX_TAGS && !problems.has('add_tags'))
    problems.add('add_tags', `must leave the ticket at most ${MAX_TAGS} different tags`);
  return after;
}

/** Trims tags and keeps each once without regard to case. Each wrong tag is a problem at its own place of `path`. */
export function readTags(sent: readonly unknown[], problems: Problems, path = 'tags'): string[] {
  const tags = sent.flatMap((tag, index) => {
    const trimmed: unknown = typeof tag === 'string' ? tag.trim() : tag;
    const problem = checkLine(trimmed, { max: MAX_TAG_LENGTH, blank: 'refused' });
    if (problem !== null) problems.add(`${path}[${index}]`, problem);
    return problem === null ? [trimmed as string] : [];
  });
  const distinct = distinctByCase(tags);
  if (distinct.length > MAX_TAGS) problems.add(path, `must have at most ${MAX_TAGS} different tags`);
  return distinct;
}
