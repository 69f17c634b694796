import type { DeclaredAction, DeclaredSubject } from '../app/features.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { isDeepStrictEqual } from 'node:util';
import type { CountedMove } from './counted-move.js';

/** All actions of the audit trail [choice 14]. */
export type AuditAction = DeclaredAction;

export const ACTIONS = new Map(
  declaredFeatures()
    .flatMap(({ actions = {} }) => Object.entries(actions))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** The events that are no plain changes of their subjects, by type. */
export const OWN_EVENTS = new Map(
  [...ACTIONS.values()].flatMap((facts) => (facts?.shows ? [[facts.type, facts.shows] as const] : [])),
);

export const AUDIT_ACTIONS = [...ACTIONS.keys()] as readonly AuditAction[];

/** The subjects of entries. A change of many things at once is recorded for the workspace. */
export type SubjectType = DeclaredSubject;

export const SUBJECT_TYPES = declaredFeatures()
  .flatMap(({ subjects = [] }) => subjects)
  .sort() as readonly SubjectType[];

/** The properties have the names of the API or a manifest. None is a secret or the hash of one. */
export type AuditedState = Readonly<Record<string, unknown>>;

export interface NewAuditEntry {
  readonly action: AuditAction;
  /** A ticket has its number here, so that readers need not look for it. */
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly number?: number };
  /** The properties before the change; null when the subject did not exist. `after` is null when it was removed. */
  readonly before: AuditedState | null;
  readonly after: AuditedState | null;
  /** A silent change notifies no person: the service sends no mail, and its event says so. */
  readonly isSilent?: boolean;
  /** The moves that reports count; by default none. */
  readonly counted?: readonly CountedMove[];
}

/** Returns the id of the ticket of an entry that is an event; undefined when it has none, and JSON leaves it out. */
export function ticketOf({ action, subject, after }: Omit<NewAuditEntry, 'before'>): string | undefined {
  if (!ACTIONS.get(action)) return undefined;
  if (subject.type === 'ticket') return subject.id;
  return (after?.['ticket'] as { readonly id: string } | null | undefined)?.id;
}

/** Names the subject of an entry, whose type is the first part of the action: `field.created` is about a field. */
export function about<Action extends Extract<AuditAction, `${SubjectType}.${string}`>>(
  action: Action,
  id: string,
): Pick<NewAuditEntry, 'subject'> & { readonly action: Action } {
  return { action, subject: { type: action.split('.')[0] as SubjectType, id } };
}

type Changed = Record<'before' | 'after', AuditedState>;

/** Picks the properties that differ; an empty list when none does. */
export function changedTerms(before: AuditedState, after: AuditedState): Changed[] {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (names.length === 0) return [];
  const differing = (state: AuditedState): AuditedState =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return [{ before: differing(before), after: differing(after) }];
}

/** Makes the entry about a change, with the properties that differ; an empty list when none does. */
export function entryOfChange(
  about: Omit<NewAuditEntry, keyof Changed>,
  before: AuditedState,
  after: AuditedState,
): NewAuditEntry[] {
  return changedTerms(before, after).map((terms) => ({ ...about, ...terms }));
}
