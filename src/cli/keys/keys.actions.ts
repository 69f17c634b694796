import { toMemberDto } from '../../auth/api-key.mapper.js';
import type { ListedKey } from '../../auth/api-key.repository.js';
import { ApiKeyService, type KeySettings, type NewKey, type WithMember } from '../../auth/api-key.service.js';
import { apiKeyNotFound, apiKeyNotRevocable } from '../../auth/auth.errors.js';
import { isUuid, type ApiKeyId } from '../../kernel/ids.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { JsonOption } from '../desk-command.js';
import { DEFAULT_OVERLAP, duration } from '../expiry.js';
import { printList } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { withWorkspace } from '../session.js';

interface CreateOptions extends JsonOption, Pick<KeySettings, 'scopes' | 'as'> {
  readonly name: string;
  readonly expires?: Date | null;
  readonly rateLimit?: number | null;
}

export async function createKey(
  terminal: Terminal,
  subdomain: string,
  { name, expires: expiresAt = null, rateLimit: requestsPerMinute = null, json, ...settings }: CreateOptions,
): Promise<void> {
  await printNewKey(terminal, subdomain, { json }, async (keys, scope) => {
    const made = await keys.create(scope, name, { ...settings, expiresAt, requestsPerMinute });
    return { ...made, expiresAt };
  });
}

/** Creates a key that replaces another one. */
export async function rotateKey(
  terminal: Terminal,
  subdomain: string,
  id: string,
  { overlap = duration(DEFAULT_OVERLAP), json }: JsonOption & { readonly overlap?: Date },
): Promise<void> {
  const { oldExpiresAt } = await printNewKey(terminal, subdomain, { json }, (keys, scope) => {
    if (!isUuid(id)) throw apiKeyNotFound(id);
    return keys.rotate(scope, id as ApiKeyId, overlap);
  });
  terminal.say(`The old key ${id} works until ${oldExpiresAt.toISOString()}.`);
}

/** Prints the text of a new key and nothing else to standard output, or as JSON also what `keys list` shows of it. */
async function printNewKey<Made extends NewKey & Pick<ListedKey, 'expiresAt'>>(
  terminal: Terminal,
  subdomain: string,
  { json }: JsonOption,
  make: (keys: ApiKeyService, scope: TenantScope) => Promise<Made>,
): Promise<Made> {
  const { made, listed } = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const keys = app.get(ApiKeyService);
    const made = await make(keys, scope);
    return { made, listed: (await keys.list(scope)).find(({ id }) => id === made.id) };
  });
  if (json) terminal.printJson({ ...(listed && toKeyDocument(listed)), key: made.key });
  else terminal.print(made.key);
  const end = made.expiresAt ? `expires at ${made.expiresAt.toISOString()}` : 'does not expire';
  terminal.say(`This key of workspace "${subdomain}" ${end}. It is not shown again.`);
  return made;
}

export async function listKeys(terminal: Terminal, subdomain: string, options: JsonOption): Promise<void> {
  const keys = await withWorkspace(terminal, subdomain, [], ({ app, scope }) =>
    app.get(ApiKeyService).list(scope),
  );
  const now = new Date();
  printList(terminal, options, {
    document: keys.map(toKeyDocument),
    titles: ['ID', 'NAME', 'KEY', 'SCOPES', 'PER MINUTE', 'CREATED', 'LAST USED', 'STATE'],
    rows: keys.map((key) => rowOfKey(key, now)),
    none: `Workspace "${subdomain}" has no API keys.`,
  });
}

/** Limits the requests of a key per minute; null stands for the limit of its workspace. */
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

function rowOfKey(key: WithMember<ListedKey>, now: Date): string[] {
  const state = stateOf(key, now);
  return [
    key.id,
    key.name,
    key.hint,
    key.scopes?.join(',') ?? 'all',
    key.requestsPerMinute?.toString() ?? 'default',
    key.createdAt.toISOString(),
    key.lastUsedAt?.toISOString() ?? 'never',
    key.member ? `${state}, speaks for ${key.member.email}` : state,
  ];
}

function stateOf({ expiresAt, revokedAt }: ListedKey, now: Date): string {
  if (revokedAt) return `revoked at ${revokedAt.toISOString()}`;
  if (!expiresAt) return 'valid';
  return `${expiresAt <= now ? 'expired at' : 'valid until'} ${expiresAt.toISOString()}`;
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
