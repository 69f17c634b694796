import { toOperatorKeyDto } from '../../auth/api-key.mapper.js';
import { ApiKeyService, type KeySettings, type NewKey } from '../../auth/api-key.service.js';
import type { OperatorKeyDto } from '../../auth/dto/operator-key.dto.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { DEFAULT_OVERLAP, duration } from '../arguments.js';
import { printList } from '../output/table.js';
import type { Terminal, JsonOption } from '../output/terminal.js';
import { withWorkspace } from '../session.js';
import { counted } from '../../kernel/text.js';

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
  await printNewKey(terminal, subdomain, { json }, (keys, scope) =>
    keys.create(scope, name, { ...settings, expiresAt, requestsPerMinute }),
  );
}

export async function rotateKey(
  terminal: Terminal,
  subdomain: string,
  id: string,
  { overlap = duration(DEFAULT_OVERLAP), json }: JsonOption & { readonly overlap?: Date },
): Promise<void> {
  const { oldExpiresAt } = await printNewKey(terminal, subdomain, { json }, (keys, scope) =>
    keys.rotate(scope, id, overlap),
  );
  terminal.say(`The old key ${id} works until ${oldExpiresAt.toISOString()}.`);
}

/** Prints only the text of a new key to standard output, or as JSON the key and what `keys list` shows about it. */
async function printNewKey<Made extends NewKey>(
  terminal: Terminal,
  subdomain: string,
  { json }: JsonOption,
  make: (keys: ApiKeyService, scope: TenantScope) => Promise<Made>,
): Promise<Made> {
  const made = await withWorkspace(terminal, subdomain, [], async ({ app, scope }) => {
    const made = await make(app.get(ApiKeyService), scope);
    // Nobody can read it again, and leaving the database can fail or be interrupted.
    if (json) terminal.printJson({ ...toOperatorKeyDto(made.shown), key: made.key });
    else terminal.print(made.key);
    return made;
  });
  const { expiresAt } = made.shown;
  const end = expiresAt ? `expires at ${expiresAt.toISOString()}` : 'does not expire';
  terminal.say(`This key of workspace "${subdomain}" ${end}. It is not shown again.`);
  return made;
}

export async function listKeys(terminal: Terminal, subdomain: string, options: JsonOption): Promise<void> {
  const keys = await withWorkspace(terminal, subdomain, [], ({ app, scope }) =>
    app.get(ApiKeyService).list(scope),
  );
  printList(terminal, options, {
    items: keys.map(toOperatorKeyDto),
    columns: {
      ID: 'id',
      NAME: 'name',
      KEY: 'hint',
      SCOPES: ({ scopes }) => scopes?.join(',') ?? 'all',
      'PER MINUTE': (key) => key.requests_per_minute?.toString() ?? 'default',
      CREATED: 'created_at',
      'LAST USED': (key) => key.last_used_at ?? 'never',
      STATE: (key) => stateOf(key) + (key.team_member ? `, speaks for ${key.team_member.email}` : ''),
    },
    none: `Workspace "${subdomain}" has no API keys.`,
  });
}

/** Limits the requests of a key per minute. With null, the key has the limit of its workspace. */
export async function limitKey(
  terminal: Terminal,
  subdomain: string,
  id: string,
  requestsPerMinute: number | null,
): Promise<void> {
  await withWorkspace(terminal, subdomain, [], ({ app, scope }) =>
    app.get(ApiKeyService).limit(scope, id, requestsPerMinute),
  );
  const limit =
    requestsPerMinute === null
      ? 'has the limit of its workspace'
      : `may send ${counted(requestsPerMinute, 'request')} per minute`;
  terminal.say(`The key ${id} of workspace "${subdomain}" ${limit}.`);
}

export async function revokeKey(terminal: Terminal, subdomain: string, id: string): Promise<void> {
  await withWorkspace(terminal, subdomain, [], ({ app, scope }) => app.get(ApiKeyService).revoke(scope, id));
  terminal.say(`The key ${id} of workspace "${subdomain}" is revoked.`);
}

function stateOf({ expires_at, revoked_at }: Wire<OperatorKeyDto>): string {
  if (revoked_at !== null) return `revoked at ${revoked_at}`;
  if (expires_at === null) return 'valid';
  return `${Date.parse(expires_at) <= Date.now() ? 'expired at' : 'valid until'} ${expires_at}`;
}
