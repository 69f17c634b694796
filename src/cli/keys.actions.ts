import type { ListedKey } from '../auth/api-key.repository.js';
import { ApiKeyService, type KeySettings } from '../auth/api-key.service.js';
import { apiKeyNotFound, apiKeyNotRevocable } from '../auth/auth.errors.js';
import { isUuid, type ApiKeyId } from '../kernel/ids.js';
import { print, printJson, say, table } from './output.js';
import { withWorkspace } from './session.js';

/** Makes a key. Standard output gets the key and nothing else. */
export async function createKey(subdomain: string, name: string, settings: KeySettings): Promise<void> {
  const key = await withWorkspace(subdomain, (app, scope) =>
    app.get(ApiKeyService).create(scope, name, settings),
  );
  print(key);
  say(`This key of workspace "${subdomain}" ${endOf(settings.expiresAt)}. It is not shown again.`);
}

/** Makes a key that takes another one's place. Standard output gets the key and nothing else. */
export async function rotateKey(subdomain: string, id: string, overlapUntil: Date): Promise<void> {
  const { key, expiresAt, oldExpiresAt } = await withWorkspace(subdomain, async (app, scope) => {
    if (!isUuid(id)) throw apiKeyNotFound(id);
    return app.get(ApiKeyService).rotate(scope, id as ApiKeyId, overlapUntil);
  });
  print(key);
  say(`This key of workspace "${subdomain}" ${endOf(expiresAt)}. It is not shown again.`);
  say(`The old key ${id} works until ${oldExpiresAt.toISOString()}.`);
}

export async function listKeys(subdomain: string, asJson: boolean): Promise<void> {
  const keys = await withWorkspace(subdomain, (app, scope) => app.get(ApiKeyService).list(scope));
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
      key.scopes?.join(',') ?? 'all',
      key.requestsPerMinute?.toString() ?? 'default',
      key.createdAt.toISOString(),
      key.lastUsedAt?.toISOString() ?? 'never',
      stateOf(key, now),
    ]);
    const titles = ['ID', 'NAME', 'KEY', 'SCOPES', 'PER MINUTE', 'CREATED', 'LAST USED', 'STATE'];
    for (const line of table(titles, rows)) print(line);
  }
}

export async function limitKey(
  subdomain: string,
  id: string,
  requestsPerMinute: number | null,
): Promise<void> {
  await withWorkspace(subdomain, async (app, scope) => {
    if (!isUuid(id)) throw apiKeyNotFound(id);
    await app.get(ApiKeyService).limit(scope, id as ApiKeyId, requestsPerMinute);
  });
  const limit =
    requestsPerMinute === null ? 'what its workspace says' : `${requestsPerMinute} requests per minute`;
  say(`The limit of the key ${id} of workspace "${subdomain}" is ${limit}.`);
}

export async function revokeKey(subdomain: string, id: string): Promise<void> {
  await withWorkspace(subdomain, async (app, scope) => {
    if (!isUuid(id)) throw apiKeyNotRevocable(id);
    await app.get(ApiKeyService).revoke(scope, id as ApiKeyId);
  });
  say(`The key ${id} of workspace "${subdomain}" is revoked.`);
}

function endOf(expiresAt: Date | null | undefined): string {
  return expiresAt ? `expires at ${expiresAt.toISOString()}` : 'does not expire';
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
    scopes: key.scopes,
    requests_per_minute: key.requestsPerMinute,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    replaced_by: key.replacedBy,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
