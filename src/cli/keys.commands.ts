import { InvalidArgumentError, type Command } from 'commander';
import { checkText } from '../kernel/checks.js';
import { isKeyScope, KEY_SCOPES, type KeyScope } from '../kernel/key-scopes.js';
import { checkRequestsPerMinute } from '../kernel/rate-limits.js';
import { expiryAfter } from './expiry.js';

const MAX_NAME_LENGTH = 255;
const DEFAULT_OVERLAP = '24h';

/** `keys create`, `keys list`, `keys limit`, `keys rotate`, `keys revoke`. */
export function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('make, list, limit, rotate and revoke the API keys of a workspace');
  addCreate(keys);
  addList(keys);
  addLimit(keys);
  addRotate(keys);
  addRevoke(keys);
}

interface CreateOptions {
  readonly name: string;
  readonly expires?: Date;
  readonly scopes?: readonly KeyScope[];
  readonly rateLimit?: number;
}

function addCreate(keys: Command): void {
  keys
    .command('create')
    .description('make an API key and print it, alone, this once')
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--name <name>', 'what the key is for', keyName)
    .option(
      '--expires <duration>',
      'when it stops working, such as 12h, 90d, 4w or 1y; never by default',
      duration,
    )
    .option(
      '--scopes <scopes>',
      `what it may be used for, comma-separated: ${KEY_SCOPES.join(', ')}; everything by default, also what comes later`,
      scopeList,
    )
    .option(
      '--rate-limit <requests>',
      'how many requests it may send in a minute; what its workspace says by default',
      requestsPerMinute,
    )
    .action(async (subdomain: string, options: CreateOptions) => {
      const { name, expires: expiresAt = null, scopes = null, rateLimit = null } = options;
      const settings = { expiresAt, scopes, requestsPerMinute: rateLimit };
      await (await import('./keys.actions.js')).createKey(subdomain, name, settings);
    });
}

function addList(keys: Command): void {
  keys
    .command('list')
    .description('list the API keys of a workspace; the keys themselves are nowhere')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--json', 'as JSON')
    .action(async (subdomain: string, options: { json?: true }) =>
      (await import('./keys.actions.js')).listKeys(subdomain, options.json === true),
    );
}

function addLimit(keys: Command): void {
  keys
    .command('limit')
    .description('say how many requests an API key may send in a minute, from within a second on')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the key, from `keys list`')
    .argument('<requests>', 'a number, or `default` for what its workspace says', (text) =>
      text === 'default' ? null : requestsPerMinute(text),
    )
    .action(async (subdomain: string, id: string, requests: number | null) =>
      (await import('./keys.actions.js')).limitKey(subdomain, id, requests),
    );
}

function addRotate(keys: Command): void {
  keys
    .command('rotate')
    .description(
      'make a key of the same name, scopes, limit and length of life as another one, print it, alone, this once, and let ' +
        'the other one end after an overlap',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the key to replace, from `keys list`')
    .option(
      '--overlap <duration>',
      `how long the old key works yet, such as 12h or 7d; ${DEFAULT_OVERLAP} by default, never longer than it would have`,
      duration,
    )
    .action(async (subdomain: string, id: string, options: { overlap?: Date }) =>
      (await import('./keys.actions.js')).rotateKey(
        subdomain,
        id,
        options.overlap ?? duration(DEFAULT_OVERLAP),
      ),
    );
}

function addRevoke(keys: Command): void {
  keys
    .command('revoke')
    .description('revoke an API key; it stops working everywhere within a second')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the key, from `keys list`')
    .action(async (subdomain: string, id: string) =>
      (await import('./keys.actions.js')).revokeKey(subdomain, id),
    );
}

function keyName(text: string): string {
  const problem = checkText(text, { max: MAX_NAME_LENGTH, blank: 'refused' });
  if (problem !== null) throw new InvalidArgumentError(`The name ${problem}.`);
  return text;
}

function scopeList(text: string): KeyScope[] {
  const named = text.split(',').map((scope) => scope.trim());
  const unknown = named.filter((scope) => !isKeyScope(scope));
  if (unknown.length > 0) {
    const all = KEY_SCOPES.join(', ');
    throw new InvalidArgumentError(`There is no scope "${unknown.join('", "')}"; there are ${all}.`);
  }
  return KEY_SCOPES.filter((scope) => named.includes(scope));
}

function requestsPerMinute(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : NaN;
  const problem = checkRequestsPerMinute(count);
  if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
  return count;
}

/** The moment when it is over that begins now. */
function duration(text: string): Date {
  const moment = expiryAfter(text, new Date());
  if (!moment)
    throw new InvalidArgumentError('It must be a number and one of h, d, w, y, such as 90d; at most 100y.');
  return moment;
}
