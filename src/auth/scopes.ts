/**
 * The scopes of keys: one for each resource and verb of the API. A write answers with the resource that it changed, so a write scope also
 * lets a key see that. Routes, the command line, the OpenAPI document and the contract tests know a new scope from here.
 */
export const KEY_SCOPES = [
  'tickets:read',
  'tickets:write',
  'comments:read',
  'comments:write',
  'fields:read',
  'fields:write',
  'customers:read',
  'customers:write',
  'forms:read',
  'team_members:read',
  'team_members:write',
  'events:read',
  'attachments:read',
  'attachments:write',
  'webhooks:write',
] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}

// Tells the compiler which scopes `Operation` takes.
declare module '../platform/routes/access.js' {
  interface RouteScopes {
    readonly any: KeyScope;
  }
}
