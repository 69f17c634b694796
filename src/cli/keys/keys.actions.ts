import { toMemberDto } from '../../auth/api-key.mapper.js';
import type { ListedKey } from '../../auth/api-key.repository.js';
import { ApiKeyService, type KeySettings, type NewKey, type WithMember } from '../../auth/api-key.service.js';
import { apiKeyNotFound, apiKeyNotRevocable } from '../../auth/auth.errors.js';
import { isUuid, type ApiKeyId } from '../../kernel/ids.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { printTable } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { withWorkspace } from '../session.js';

/** Creates a key. Standard output gets the key and nothing else, or with `asJson` what `keys list` shows of it, and the key. */
export async function createKey(
  terminal: Terminal,
  subdomain: string,
  { name, asJson, ...settings }: KeySettings & { readonly name: string; readonly asJson: boolean },
): Promise<void> {
  const made = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const service = app.get(ApiKeyService);
    return listed(service, scope, await service.create(scope, name, settings));
  });
  printKey(terminal, made, asJson);
  terminal.say(`This key of workspace "${subdomain}" ${endOf(settings.expiresAt)}. It is not shown again.`);
}

/** Creates a key that replaces another one. It is printed as that of `createKey`. */
export async function rotateKey(
  terminal: Terminal,
  subdomain: string,
  id: string,
  { overlapUntil, asJson }: { readonly overlapUntil: Date; readonly asJson: boolean },
): Promise<void> {
  const made = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    if (!isUuid(id)) throw apiKeyNotFound(id);
    const service = app.get(ApiKeyService);
    return listed(service, scope, await service.rotate(scope, id as ApiKeyId, overlapUntil));
  });
  const { expiresAt, oldExpiresAt } = made;
  printKey(terminal, made, asJson);
  terminal.say(`This key of workspace "${subdomain}" ${endOf(expiresAt)}. It is not shown again.`);
  terminal.say(`The old key ${id} works until ${oldExpiresAt.toISOString()}.`);
}

/** A new key with what a list shows of it. */
async function listed<Made extends NewKey>(
  service: ApiKeyService,
  scope: TenantScope,
  made: Made,
): Promise<Made & { readonly document: object }> {
  const key = (await service.list(scope)).find(({ id }) => id === made.id);
  return { ...made, document: { ...(key && toKeyDocument(key)), key: made.key } };
}

function printKey(
  terminal: Terminal,
  { key, document }: NewKey & { readonly document: object },
  asJson: boolean,
): void {
  if (asJson) terminal.printJson(document);
  else terminal.print(key);
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
      key.member ? `${stateOf(key, now)}, speaks for ${key.member.email}` : stateOf(key, now),
    ]);
    const titles = ['ID', 'NAME', 'KEY', 'SCOPES', 'PER MINUTE', 'CREATED', 'LAST USED', 'STATE'];
    printTable(terminal, titles, rows);
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

function toKeyDocument(key: WithMember<ListedKey>): object {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes,
    team_member: key.member && toMemberDto(key.member),
    requests_per_minute: key.requestsPerMinute,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    replaced_by: key.replacedBy,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
