import { InvalidArgumentError, type Command } from 'commander';
import { checkEmail, checkLine } from '../../kernel/checks.js';
import { isKeyScope, KEY_SCOPES, type KeyScope } from '../../auth/scopes.js';
import { checkRequestsPerMinute } from '../../kernel/rate-limits.js';
import { expiryAfter } from '../expiry.js';
import type { Terminal } from '../output/terminal.js';

const MAX_NAME_LENGTH = 255;
const DEFAULT_OVERLAP = '24h';

/** `keys create`, `keys list`, `keys limit`, `keys rotate`, `keys revoke`. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('create, list, limit, rotate and revoke the API keys of a workspace');
  addCreate(keys, terminal);
  addList(keys, terminal);
  addLimit(keys, terminal);
  addRotate(keys, terminal);
  addRevoke(keys, terminal);
}

interface CreateOptions {
  readonly name: string;
  readonly expires?: Date;
  readonly scopes?: readonly KeyScope[];
  readonly rateLimit?: number;
  readonly as?: string;
  readonly json?: true;
}

function addCreate(keys: Command, terminal: Terminal): void {
  keys
    .command('create')
    .description('create an API key and print only the key; it cannot be shown again')
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--name <name>', 'a name that says what the key is for (required)', keyName)
    .option(
      '--expires <duration>',
      'how long the key works, such as 12h, 90d, 4w or 1y (default: for ever)',
      duration,
    )
    .option(
      '--scopes <scopes>',
      `what the key may do, separated by commas: ${KEY_SCOPES.join(', ')} (default: everything, later scopes too)`,
      scopeList,
    )
    .option(
      '--rate-limit <requests>',
      'how many requests per minute the key may send (default: the limit of its workspace)',
      requestsPerMinute,
    )
    .option(
      '--as <email>',
      'the team member for whom the key speaks: comments and drafts need no author then (default: nobody)',
      address,
    )
    .option('--json', 'print what `keys list` shows of the key, and the key, as JSON')
    .action(async (subdomain: string, options: CreateOptions) => {
      const { name, expires: expiresAt = null, scopes = null, rateLimit = null, as, json } = options;
      const settings = { expiresAt, scopes, requestsPerMinute: rateLimit, ...(as !== undefined && { as }) };
      const wanted = { ...settings, name, asJson: json === true };
      await (await import('./keys.actions.js')).createKey(terminal, subdomain, wanted);
    });
}

function addList(keys: Command, terminal: Terminal): void {
  keys
    .command('list')
    .description('list the API keys of a workspace; of a key itself, only the first characters are shown')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--json', 'print JSON')
    .action(async (subdomain: string, options: { json?: true }) =>
      (await import('./keys.actions.js')).listKeys(terminal, subdomain, options.json === true),
    );
}

function addLimit(keys: Command, terminal: Terminal): void {
  keys
    .command('limit')
    .description('set how many requests per minute an API key may send; takes effect within a second')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the key; `keys list` shows it')
    .argument('<requests>', 'a number, or `default` for the limit of the workspace', (text) =>
      text === 'default' ? null : requestsPerMinute(text),
    )
    .action(async (subdomain: string, id: string, requests: number | null) =>
      (await import('./keys.actions.js')).limitKey(terminal, subdomain, id, requests),
    );
}

function addRotate(keys: Command, terminal: Terminal): void {
  keys
    .command('rotate')
    .description(
      'replace an API key: create a key with the same name, member, scopes, limit and lifetime, and print only the key; the old ' +
        'key works until the overlap ends',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the key to replace; `keys list` shows it')
    .option(
      '--overlap <duration>',
      `how long the old key still works, such as 12h or 7d, but not beyond its own end (default: ${DEFAULT_OVERLAP})`,
      duration,
    )
    .option('--json', 'print what `keys list` shows of the new key, and the key, as JSON')
    .action(async (subdomain: string, id: string, options: { overlap?: Date; json?: true }) =>
      (await import('./keys.actions.js')).rotateKey(terminal, subdomain, id, {
        overlapUntil: options.overlap ?? duration(DEFAULT_OVERLAP),
        asJson: options.json === true,
      }),
    );
}

function addRevoke(keys: Command, terminal: Terminal): void {
  keys
    .command('revoke')
    .description('revoke an API key; it stops working everywhere within a second')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the key; `keys list` shows it')
    .action(async (subdomain: string, id: string) =>
      (await import('./keys.actions.js')).revokeKey(terminal, subdomain, id),
    );
}

function keyName(text: string): string {
  const problem = checkLine(text, { max: MAX_NAME_LENGTH, blank: 'refused' });
  if (problem !== null) throw new InvalidArgumentError(`The name ${problem}.`);
  return text;
}

function address(text: string): string {
  const problem = checkEmail(text);
  if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
  return text;
}

function scopeList(text: string): KeyScope[] {
  const named = text.split(',').map((scope) => scope.trim());
  const unknown = named.filter((scope) => !isKeyScope(scope));
  if (unknown.length > 0) {
    const all = KEY_SCOPES.join(', ');
    throw new InvalidArgumentError(`There is no scope "${unknown.join('", "')}"; the scopes are ${all}.`);
  }
  return KEY_SCOPES.filter((scope) => named.includes(scope));
}

function requestsPerMinute(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : NaN;
  const problem = checkRequestsPerMinute(count);
  if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
  return count;
}

/** The moment at which a duration ends that begins now. */
function duration(text: string): Date {
  const moment = expiryAfter(text, new Date());
  if (!moment)
    throw new InvalidArgumentError(
      'It must be a number and one of h, d, w, y, such as 90d, and at most 100y.',
    );
  return moment;
}
