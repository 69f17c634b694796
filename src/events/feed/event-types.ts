import type { AuditAction } from '../audit-entry.js';

/**
 * The type of event that each action of the audit trail is; null for what the feed does not show: keys, settings of the workspace, and
 * the trail itself (extensions, section 17). A type is for good: consumers keep it in their programs.
 */
const TYPE_OF_ACTION = {
  'api_key.created': null,
  'api_key.limited': null,
  'api_key.revoked': null,
  'api_key.rotated': null,
  'audit.pruned': null,
  'comment.created': 'comment.created',
  'customer.created': 'customer.created',
  'customer.updated': 'customer.updated',
  'draft.deleted': null,
  'draft.saved': null,
  'field.created': 'field.created',
  'field.deleted': 'field.deleted',
  'field.updated': 'field.updated',
  'form.created': 'form.created',
  'form.submitted': 'form.submitted',
  'form.updated': 'form.updated',
  // Only readers who ask for notes are shown those.
  'note.created': 'comment.created',
  'team_member.created': 'team_member.created',
  'team_member.removed': 'team_member.removed',
  'team_member.updated': 'team_member.updated',
  'ticket.created': 'ticket.created',
  'ticket.updated': 'ticket.updated',
  'tickets.imported': 'tickets.imported',
  // For a consumer, made-up tickets are a batch like any other.
  'tickets.seeded': 'tickets.imported',
  'vocabulary.extended': null,
  'webhook.created': null,
  'webhook.deleted': null,
  'webhook.disabled': 'webhook.disabled',
  'webhook.replayed': null,
  'webhook.secret_created': null,
  'webhook.secret_deleted': null,
  'webhook.tested': null,
  'webhook.updated': null,
  'workspace.created': null,
  'workspace.updated': null,
} as const satisfies Record<AuditAction, string | null>;

/** What an event can say. */
export type EventType = NonNullable<(typeof TYPE_OF_ACTION)[AuditAction]>;

const ACTIONS = Object.keys(TYPE_OF_ACTION) as AuditAction[];

/** The actions that the feed shows. */
export const SHOWN_ACTIONS: readonly AuditAction[] = ACTIONS.filter(
  (action) => TYPE_OF_ACTION[action] !== null,
);

/** All types, each once. */
export const EVENT_TYPES: readonly EventType[] = [
  ...new Set(ACTIONS.flatMap((action) => TYPE_OF_ACTION[action] ?? [])),
];

/** The type of an event of this action, which the feed shows. */
export function typeOf(action: AuditAction): EventType {
  const type = TYPE_OF_ACTION[action];
  if (type === null) throw new Error(`The feed does not show ${action}.`);
  return type;
}

/** The action of an event that is for agents only (extensions, section 15). */
const OF_NOTES: AuditAction = 'note.created';

/** The actions that are events of these types, or of all types when that is null. */
export function actionsOf(
  types: readonly EventType[] | null,
  includesNotes: boolean,
): readonly AuditAction[] {
  return SHOWN_ACTIONS.filter(
    (action) => (types?.includes(typeOf(action)) ?? true) && (includesNotes || action !== OF_NOTES),
  );
}

/** Whether only those who ask for notes are told of it (extensions, sections 15 and 18). */
export function isOfNotes(action: AuditAction): boolean {
  return action.startsWith('note.');
}

export function isEventType(text: string): text is EventType {
  return (EVENT_TYPES as readonly string[]).includes(text);
}
