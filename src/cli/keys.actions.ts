import type { ListedKey } from '../auth/api-key.repository.js';
import { ApiKeyService } from '../auth/api-key.service.js';
import { apiKeyNotFound } from '../auth/auth.errors.js';
import { isUuid, type ApiKeyId } from '../kernel/ids.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { print, printJson, say, table } from './output.js';
import { withSession } from './session.js';

/** Makes a key. Standard output gets the key and nothing else. */
export async function createKey(subdomain: string, name: string, expiresAt: Date | null): Promise<void> {
  const key = await withSession(async (app) => {
    const scope = await app.get(WorkspacesService).scopeOf(subdomain);
    return app.get(ApiKeyService).create(scope, name, expiresAt);
  });
  print(key);
  const until = expiresAt === null ? 'does not expire' : `expires at ${expiresAt.toISOString()}`;
  say(`This key of workspace "${subdomain}" ${until}. It is not shown again.`);
}

export async function listKeys(subdomain: string, asJson: boolean): Promise<void> {
  const keys = await withSession(async (app) => {
    const scope = await app.get(WorkspacesService).scopeOf(subdomain);
    return app.get(ApiKeyService).list(scope);
  });
  if (asJson) {
    printJson(keys.map(toKeyDocument));
  } else if (keys.length === 0) {
    say(`Workspace "${subdomain}" has no API keys.`);
  } else {
    const now = new Date();
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.createdAt.toISOString(),
      stateOf(key, now),
    ]);
    for (const line of table(['ID', 'NAME', 'KEY', 'CREATED', 'STATE'], rows)) print(line);
  }
}

export async function revokeKey(subdomain: string, id: string): Promise<void> {
  await withSession(async (app) => {
    const scope = await app.get(WorkspacesService).scopeOf(subdomain);
    if (!isUuid(id)) throw apiKeyNotFound(id);
    await app.get(ApiKeyService).revoke(scope, id as ApiKeyId);
  });
  say(`The key ${id} of workspace "${subdomain}" is revoked.`);
}

function stateOf({ expiresAt, revokedAt }: ListedKey, now: Date): string {
  if (revokedAt) return `revoked at ${revokedAt.toISOString()}`;
  if (!expiresAt) return 'valid';
  return expiresAt <= now
    ? `expired at ${expiresAt.toISOString()}`
    : `valid until ${expiresAt.toISOString()}`;
}

function toKeyDocument(key: ListedKey): object {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
