declare const brand: unique symbol;

/** A value with its meaning in its type, so that no customer's id is mistaken for a ticket's. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

export type WorkspaceId = Branded<string, 'WorkspaceId'>;
export type ApiKeyId = Branded<string, 'ApiKeyId'>;
export type TicketId = Branded<string, 'TicketId'>;
export type CommentId = Branded<string, 'CommentId'>;
export type CustomerId = Branded<string, 'CustomerId'>;
export type TeamMemberId = Branded<string, 'TeamMemberId'>;
export type GroupId = Branded<string, 'GroupId'>;
export type CompanyId = Branded<string, 'CompanyId'>;
export type StatusId = Branded<string, 'StatusId'>;
export type CategoryId = Branded<string, 'CategoryId'>;
export type FieldId = Branded<string, 'FieldId'>;
export type OptionId = Branded<string, 'OptionId'>;
export type AuditEntryId = Branded<string, 'AuditEntryId'>;
export type FormId = Branded<string, 'FormId'>;
export type AttachmentId = Branded<string, 'AttachmentId'>;
export type WebhookId = Branded<string, 'WebhookId'>;
export type WebhookSecretId = Branded<string, 'WebhookSecretId'>;
export type WebhookDeliveryId = Branded<string, 'WebhookDeliveryId'>;
export type MailId = Branded<string, 'MailId'>;
export type SessionId = Branded<string, 'SessionId'>;
export type InboundEmailId = Branded<string, 'InboundEmailId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Tells whether a text is a UUID of any version, written with hyphens, in either case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Reads an id of a path, in lower case. Throws the error for an unknown id when the text is no id. */
export function readId(text: string, notFound: () => Error): string {
  if (!isUuid(text)) throw notFound();
  return text.toLowerCase();
}
