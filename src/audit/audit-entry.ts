/** Everything that the audit trail tells of (decision 14). What stands here stays: entries are kept for years. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.limited',
  'api_key.revoked',
  'api_key.rotated',
  'audit.pruned',
  'customer.created',
  'field.created',
  'field.deleted',
  'field.updated',
  'form.created',
  'form.updated',
  'team_member.created',
  'team_member.removed',
  'team_member.updated',
  'ticket.created',
  'ticket.updated',
  'tickets.imported',
  'tickets.seeded',
  'vocabulary.extended',
  'workspace.created',
  'workspace.updated',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry can be about; what concerns many things at once is about the workspace. */
export const SUBJECT_TYPES = [
  'api_key',
  'customer',
  'field',
  'form',
  'team_member',
  'ticket',
  'workspace',
] as const;

export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Properties in the words of the API or of a manifest. Never a secret, nor the hash of one. */
export type AuditedState = Readonly<Record<string, unknown>>;

/** One change to remember. */
export interface NewAuditEntry {
  readonly action: AuditAction;
  readonly subject: { readonly type: SubjectType; readonly id: string };
  /** What the changed properties were; null of what was not there. */
  readonly before: AuditedState | null;
  /** What they are now; null of what is not there any more. */
  readonly after: AuditedState | null;
}
