/**
 * What a key may be used for: one for each resource and verb that the API has. A write answers with what it has changed, so a
 * scope to write shows that much, too.
 */
export const KEY_SCOPES = [
  'tickets:read',
  'tickets:write',
  'fields:read',
  'fields:write',
  'customers:write',
  'forms:read',
  'team_members:write',
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
