import type { DeclaredEventType } from '../../app/features.js';
import { ACTIONS, AUDIT_ACTIONS, type AuditAction } from '../audit-entry.js';

export type EventType = DeclaredEventType;

/** The actions that the feed shows [rule 17]. */
export const SHOWN_ACTIONS = AUDIT_ACTIONS.filter((action) => ACTIONS.get(action));

export const EVENT_TYPES: readonly EventType[] = [...new Set(SHOWN_ACTIONS.map(typeOf))];

export function typeOf(action: AuditAction): EventType {
  const facts = ACTIONS.get(action);
  if (!facts) throw new Error(`The feed does not show ${action}.`);
  return facts.type as EventType;
}

/** The subject of an event type: the part before the dot. */
export function subjectOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'));
}

export function actionsOf(types: readonly string[] | null, includesNotes: boolean): readonly AuditAction[] {
  return SHOWN_ACTIONS.filter(
    (action) => (types?.includes(typeOf(action)) ?? true) && (includesNotes || !isOfNotes(action)),
  );
}

/** Tells whether the feed shows the action only to readers who ask for notes [rule 15] [rule 18]. */
export function isOfNotes(action: AuditAction): boolean {
  return ACTIONS.get(action)?.notesOnly ?? false;
}

export function isEventType(text: string): text is EventType {
  return (EVENT_TYPES as readonly string[]).includes(text);
}
