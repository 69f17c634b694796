import { InvalidArgumentError, type Command } from 'commander';
import { checkText } from '../kernel/checks.js';
import { expiryAfter } from './expiry.js';

const MAX_NAME_LENGTH = 255;

/** `keys create`, `keys list`, `keys revoke`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('make, list and revoke the API keys of a workspace');
  keys
    .command('create')
    .description('make an API key and print it, alone, this once')
    .argument('<subdomain>', 'subdomain of the workspace')
    .requiredOption('--name <name>', 'what the key is for', keyName)
    .option(
      '--expires <duration>',
      'when it stops working, such as 12h, 90d, 4w or 1y; never by default',
      expiry,
    )
    .action(async (subdomain: string, options: { name: string; expires?: Date }) =>
      (await import('./keys.actions.js')).createKey(subdomain, options.name, options.expires ?? null),
    );
  keys
    .command('list')
    .description('list the API keys of a workspace; the keys themselves are nowhere')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--json', 'as JSON')
    .action(async (subdomain: string, options: { json?: true }) =>
      (await import('./keys.actions.js')).listKeys(subdomain, options.json === true),
    );
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

function expiry(text: string): Date {
  const moment = expiryAfter(text, new Date());
  if (!moment)
    throw new InvalidArgumentError('It must be a number and one of h, d, w, y, such as 90d; at most 100y.');
  return moment;
}
