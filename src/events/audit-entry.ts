/** All actions that the audit trail records (decision 14). Never remove or rename one: entries are kept for years. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.limited',
  'api_key.revoked',
  'api_key.rotated',
  'audit.pruned',
  'comment.created',
  'customer.created',
  'customer.updated',
  'draft.deleted',
  'draft.saved',
  'field.created',
  'field.deleted',
  'field.updated',
  'form.created',
  'form.submitted',
  'form.updated',
  'note.created',
  'team_member.created',
  'team_member.removed',
  'team_member.updated',
  'ticket.created',
  'ticket.updated',
  'tickets.imported',
  'tickets.seeded',
  'vocabulary.extended',
  'webhook.created',
  'webhook.deleted',
  'webhook.disabled',
  'webhook.replayed',
  'webhook.secret_created',
  'webhook.secret_deleted',
  'webhook.tested',
  'webhook.updated',
  'workspace.created',
  'workspace.updated',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry can be about. A change of many things at once is recorded for the workspace. */
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

/** One change to record. */
export interface NewAuditEntry {
  readonly action: AuditAction;
  /** A ticket with its number, so that readers need not look for it. */
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly number?: number };
  /** The changed properties before; null for something new. */
  readonly before: AuditedState | null;
  /** The changed properties after; null for something that was removed. */
  readonly after: AuditedState | null;
  /** Set when the change notifies no person: the service sends no mail, and its events say so. */
  readonly isSilent?: boolean;
}
