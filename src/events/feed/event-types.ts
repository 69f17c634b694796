import { AUDIT_ACTIONS, TYPE_OF_ACTION, type AuditAction } from '../audit-entry.js';

export type EventType = NonNullable<(typeof TYPE_OF_ACTION)[AuditAction]>;

/** The actions that the feed shows. */
export const SHOWN_ACTIONS: readonly AuditAction[] = AUDIT_ACTIONS.filter(
  (action) => TYPE_OF_ACTION[action] !== null,
);

export const EVENT_TYPES: readonly EventType[] = [
  ...new Set(AUDIT_ACTIONS.flatMap((action) => TYPE_OF_ACTION[action] ?? [])),
];

/** The type of an event of this action, which the feed shows. */
export function typeOf(action: AuditAction): EventType {
  const type = TYPE_OF_ACTION[action];
  if (type === null) throw new Error(`The feed does not show ${action}.`);
  return type;
}

/** The actions that are events of these types, or of all types when that is null. */
export function actionsOf(types: readonly string[] | null, includesNotes: boolean): readonly AuditAction[] {
  return SHOWN_ACTIONS.filter(
    (action) => (types?.includes(typeOf(action)) ?? true) && (includesNotes || !isOfNotes(action)),
  );
}

/** Whether only those who ask for notes are told of it (extensions, sections 15 and 18). */
export function isOfNotes(action: AuditAction): boolean {
  return action.startsWith('note.');
}

export function isEventType(text: string): text is EventType {
  return (EVENT_TYPES as readonly string[]).includes(text);
}
