import { Option } from 'commander';
import { EVENT_TYPES, isEventType, type EventType } from '../../events/feed/event-types.js';
import { checkObject } from '../../kernel/checks.js';
import { namesOf } from '../../kernel/text.js';
import { DELIVERY_STATES } from '../../webhooks/deliveries/delivery.rules.js';
import type { SentFilter } from '../../webhooks/settings/webhook-filter.rules.js';
import { checkTypes, checkWebhookUrl } from '../../webhooks/settings/webhook.rules.js';
import { checked, idOf, MAX_POSITION, refuseFor, wholeNumber } from '../arguments.js';
import type { DeskCommand } from '../desk-command.js';

const DEFAULT_COUNT = 30;
const MAX_COUNT = 100;
const TYPES = `separated by commas: ${EVENT_TYPES.join(', ')}`;

const AFTER_HELP = `
docs/events.md describes the requests that an endpoint gets, and how it checks their signature.`;

export function addWebhookCommands(program: DeskCommand): void {
  const webhooks = program
    .command('webhooks')
    .description('list, create, test and replay the webhooks of a workspace, and show their deliveries')
    .addHelpText('after', AFTER_HELP);
  addListAndCreate(webhooks);
  addTestAndDeliveries(webhooks);
  addReplayAndReseal(webhooks);
}

function addListAndCreate(webhooks: DeskCommand): void {
  webhooks
    .workspaceCommand('list', 'list the webhooks of a workspace; their secrets are not shown')
    .option('--json', 'print JSON')
    .does(async () => (await import('./webhooks.actions.js')).listWebhooks);
  webhooks
    .workspaceCommand('create', 'create a webhook and print only its secret; it cannot be shown again')
    .argument('<url>', 'the https:// address that the events are sent to', checked(checkWebhookUrl))
    .requiredOption('--types <types>', `the types of events to send (required), ${TYPES}`, typeList)
    .option('--notes', 'also send events about notes, which customers must not see')
    .option('--silent', 'also send silent events, such as those of imports')
    .option(
      '--filter <json>',
      'only events of some tickets, as the API takes it: \'{"group":["Tier 1"],"priority":["urgent"]}\'',
      filterIn,
    )
    .option('--disabled', 'create it switched off')
    .option('--json', 'print the whole webhook with its secret as JSON')
    .does(async () => (await import('./webhooks.actions.js')).createWebhook);
}

function addTestAndDeliveries(webhooks: DeskCommand): void {
  webhooks
    .workspaceCommand('test', 'send the event `webhook.test` once and print the id of the delivery')
    .argument('<id>', 'id of the webhook; `webhooks list` shows it', idOf('webhooks'))
    .option('--json', 'print the delivery as JSON, as the API shows it')
    .does(async () => (await import('./webhooks.actions.js')).testWebhook);
  webhooks
    .workspaceCommand(
      'deliveries',
      'list the deliveries of a webhook, the newest first, or show one delivery with its tries',
    )
    .argument('<id>', 'id of the webhook; `webhooks list` shows it', idOf('webhooks'))
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(DELIVERY_STATES))
    .option('--limit <count>', 'how many', wholeNumber(1, MAX_COUNT), DEFAULT_COUNT)
    .option(
      '--delivery <id>',
      'show the tries of this delivery: when, how it was answered, and why it failed',
      idOf('webhooks'),
    )
    .option('--json', 'print JSON, as the API shows it')
    .does(async () => (await import('./webhooks.actions.js')).showDeliveries);
}

function addReplayAndReseal(webhooks: DeskCommand): void {
  webhooks
    .workspaceCommand('replay', 'send events again: all events, or only those whose delivery has failed')
    .argument('<id>', 'id of the webhook; `webhooks list` shows it', idOf('webhooks'))
    .option(
      '--after <position>',
      'events after this position (default: all that are kept)',
      wholeNumber(0, MAX_POSITION),
    )
    .option(
      '--until <position>',
      'events up to this position (default: to the newest)',
      wholeNumber(0, MAX_POSITION),
    )
    .option(
      '--types <types>',
      `only events of these types (default: those of the webhook), ${TYPES}`,
      typeList,
    )
    .option('--failed-only', 'only deliveries that have failed')
    .option('--json', 'print the number of deliveries as JSON')
    .does(async () => (await import('./webhooks.actions.js')).replayWebhook);
  webhooks
    .command('reseal')
    .description(
      'encrypt the secrets of all workspaces with the first key of SECRETS_KEY, so that the other keys can be removed',
    )
    .does(async () => (await import('./webhooks.actions.js')).resealSecrets);
}

function filterIn(text: string): SentFilter {
  const filter = parsed(text);
  refuseFor(checkObject(filter));
  return filter as SentFilter;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function typeList(text: string): readonly EventType[] {
  const names = namesOf(text);
  refuseFor(checkTypes(names));
  return names.filter(isEventType);
}
