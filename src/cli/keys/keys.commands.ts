import { InvalidArgumentError } from 'commander';
import { BUT_NAMED, isKeyScope, KEY_SCOPES, type KeyScope } from '../../auth/scopes.js';
import { checkEmail, checkLine, checkRequestsPerMinute } from '../../kernel/checks.js';
import { namesOf } from '../../kernel/text.js';
import { checked, refuseFor, DEFAULT_OVERLAP, duration } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

const MAX_NAME_LENGTH = 255;

export function addKeyCommands(program: DeskCommand): void {
  const keys = program
    .command('keys')
    .description('create, list, limit, rotate and revoke the API keys of a workspace');
  addCreate(keys);
  addListAndLimit(keys);
  addRotateAndRevoke(keys);
}

function addCreate(keys: DeskCommand): void {
  keys
    .workspaceCommand('create', 'create an API key and print only the key; it cannot be shown again')
    .requiredOption('--name <name>', 'a name that says what the key is for (required)', keyName)
    .option(
      '--expires <duration>',
      'how long the key works, such as 12h, 90d, 4w or 1y (default: for ever)',
      duration,
    )
    .option(
      '--scopes <scopes>',
      `what the key may do, separated by commas: ${KEY_SCOPES.join(', ')} (default: everything${BUT_NAMED}, later scopes too)`,
      scopeList,
    )
    .option(
      '--rate-limit <requests>',
      'how many requests per minute the key may send (default: the limit of its workspace)',
      requestsPerMinute,
    )
    .option(
      '--as <email>',
      'the team member for whom the key speaks: its comments and drafts need no author (default: nobody)',
      checked(checkEmail),
    )
    .option('--json', 'print the key, and what `keys list` shows about it, as JSON')
    .does(async () => (await import('./keys.actions.js')).createKey);
}

function addListAndLimit(keys: DeskCommand): void {
  keys
    .workspaceCommand('list', 'list the API keys of a workspace, each with its first characters only')
    .option('--json', 'print JSON')
    .does(async () => (await import('./keys.actions.js')).listKeys);
  keys
    .workspaceCommand('limit', 'set how many requests per minute an API key may send, within a second')
    .argument('<id>', 'id of the key; `keys list` shows it')
    .argument('<requests>', 'a number, or `default` for the limit of the workspace', (text) =>
      text === 'default' ? null : requestsPerMinute(text),
    )
    .does(async () => (await import('./keys.actions.js')).limitKey);
}

function addRotateAndRevoke(keys: DeskCommand): void {
  keys
    .workspaceCommand(
      'rotate',
      'replace an API key: create a key with the same name, member, scopes, limit and lifetime, and print only the key; the old ' +
        'key works until the overlap ends',
    )
    .argument('<id>', 'id of the key to replace; `keys list` shows it')
    .option(
      '--overlap <duration>',
      `how long the old key still works, such as 12h or 7d, but not beyond its own end (default: ${DEFAULT_OVERLAP})`,
      duration,
    )
    .option('--json', 'print the new key, and what `keys list` shows about it, as JSON')
    .does(async () => (await import('./keys.actions.js')).rotateKey);
  keys
    .workspaceCommand('revoke', 'revoke an API key; it stops working everywhere within a second')
    .argument('<id>', 'id of the key; `keys list` shows it')
    .does(async () => (await import('./keys.actions.js')).revokeKey);
}

function keyName(text: string): string {
  const problem = checkLine(text, { max: MAX_NAME_LENGTH, blank: 'refused' });
  if (problem !== null) throw new InvalidArgumentError(`The name ${problem}.`);
  return text;
}

function scopeList(text: string): KeyScope[] {
  const named = namesOf(text);
  const unknown = named.filter((scope) => !isKeyScope(scope));
  if (unknown.length > 0) {
    const all = KEY_SCOPES.join(', ');
    throw new InvalidArgumentError(`There is no scope "${unknown.join('", "')}"; the scopes are ${all}.`);
  }
  return KEY_SCOPES.filter((scope) => named.includes(scope));
}

function requestsPerMinute(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : NaN;
  refuseFor(checkRequestsPerMinute(count));
  return count;
}
