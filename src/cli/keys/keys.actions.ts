import type { ListedKey } from '../../auth/api-key.repository.js';
import { ApiKeyService, type KeySettings } from '../../auth/api-key.service.js';
import { apiKeyNotFound, apiKeyNotRevocable } from '../../auth/auth.errors.js';
import { isUuid, type ApiKeyId } from '../../kernel/ids.js';
import { table } from '../texts.js';
import type { Terminal } from '../terminal.js';
import { withWorkspace } from '../session.js';

/** Creates a key. Standard output gets the key and nothing else. */
export async function createKey(
  terminal: Terminal,
  subdomain: string,
  name: string,
  settings: KeySettings,
): Promise<void> {
  const key = await withWorkspace(terminal, subdomain, [], ({ app, scope }) =>
    app.get(ApiKeyService).create(scope, name, settings),
  );
  terminal.print(key);
  terminal.say(`This key of workspace "${subdomain}" ${endOf(settings.expiresAt)}. It is not shown again.`);
}

/** Creates a key that replaces another one. Standard output gets the key and nothing else. */
export async function rotateKey(
  terminal: Terminal,
  subdomain: string,
  id: string,
  overlapUntil: Date,
): Promise<void> {
  const { key, expiresAt, oldExpiresAt } = await withWorkspace(
    terminal,
    subdomain,
    [],
    async ({ app, scope }) => {
      if (!isUuid(id)) throw apiKeyNotFound(id);
      return app.get(ApiKeyService).rotate(scope, id as ApiKeyId, overlapUntil);
    },
  );
  terminal.print(key);
  terminal.say(`This key of workspace "${subdomain}" ${endOf(expiresAt)}. It is not shown again.`);
  terminal.say(`The old key ${id} works until ${oldExpiresAt.toISOString()}.`);
}

export async function listKeys(terminal: Terminal, subdomain: string, asJson: boolean): Promise<void> {
  const keys = await withWorkspace(terminal, subdomain, [], ({ app, scope }) =>
    app.get(ApiKeyService).list(scope),
  );
  if (asJson) {
    terminal.printJson(keys.map(toKeyDocument));
  } else if (keys.length === 0) {
    terminal.say(`Workspace "${subdomain}" has no API keys.`);
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
    for (const line of table(titles, rows)) terminal.print(line);
  }
}

export async function limitKey(
  terminal: Terminal,
  subdomain: string,
  id: string,
  requestsPerMinute: number | null,
): Promise<void> {
  await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    if (!isUuid(id)) throw apiKeyNotFound(id);
    await app.get(ApiKeyService).limit(scope, id as ApiKeyId, requestsPerMinute);
  });
  const limit =
    requestsPerMinute === null
      ? 'has the limit of its workspace'
      : `may send ${requestsPerMinute} requests per minute`;
  terminal.say(`The key ${id} of workspace "${subdomain}" ${limit}.`);
}

export async function revokeKey(terminal: Terminal, subdomain: string, id: string): Promise<void> {
  await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    if (!isUuid(id)) throw apiKeyNotRevocable(id);
    await app.get(ApiKeyService).revoke(scope, id as ApiKeyId);
  });
  terminal.say(`The key ${id} of workspace "${subdomain}" is revoked.`);
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
