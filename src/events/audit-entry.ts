/**
 * All actions that the audit trail records (decision 14), each with the type of its event; null for what the feed does not show: keys,
 * settings of the workspace, and the trail itself (extensions, section 17). Never remove or rename one: entries are kept for years, and
 * consumers keep types in their programs.
 */
export const TYPE_OF_ACTION = {
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
} as const;

export type AuditAction = keyof typeof TYPE_OF_ACTION;

export const AUDIT_ACTIONS = Object.keys(TYPE_OF_ACTION) as AuditAction[];

/** The subjects of entries. A change of many things at once is recorded for the workspace. */
export const SUBJECT_TYPES = [
  'api_key',
  'customer',
  'field',
  'form',
  'team_member',
  'ticket',
  'webhook',
  'workspace',
] as const;

export type SubjectType = (typeof SUBJECT_TYPES)[number];

/**
 * Properties, named as in the API or in a manifest. Never contains a secret or the hash of one. The trail keeps of a text above
 * 16 KiB its size and digest (`TextDigest`).
 */
export type AuditedState = Readonly<Record<string, unknown>>;

export interface NewAuditEntry {
  readonly action: AuditAction;
  /** A ticket with its number, so that readers need not look for it. */
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly number?: number };
  /** The changed properties; null for something new. */
  readonly before: AuditedState | null;
  /** The changed properties; null for something that was removed. */
  readonly after: AuditedState | null;
  /** Set when the change notifies no person: the service sends no mail, and its events say so. */
  readonly isSilent?: boolean;
}
