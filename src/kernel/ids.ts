declare const brand: unique symbol;

/** A value that carries its meaning in its type, so that a customer's id cannot be passed where a ticket's is expected. */
export type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

export type WorkspaceId = Branded<string, 'WorkspaceId'>;
export type ApiKeyId = Branded<string, 'ApiKeyId'>;
export type TicketId = Branded<string, 'TicketId'>;
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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID in its canonical form, of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
