import { InvalidArgumentError, Option, type Command } from 'commander';
import { EVENT_TYPES, isEventType, type EventType } from '../../events/feed/event-types.js';
import type { Check } from '../../kernel/checks.js';
import { isUuid } from '../../kernel/ids.js';
import { namesOf } from '../../kernel/text.js';
import { DELIVERY_STATES, type WantedReplay } from '../../webhooks/deliveries/delivery.rules.js';
import type { DeliveryState } from '../../webhooks/entities/webhook-delivery.entity.js';
import { checkTypes, checkWebhookUrl } from '../../webhooks/settings/webhook.rules.js';
import { MAX_POSITION, wholeNumber } from '../arguments.js';
import type { Terminal } from '../output/terminal.js';

const DEFAULT_COUNT = 30;
const MAX_COUNT = 100;
const TYPES = `separated by commas: ${EVENT_TYPES.join(', ')}`;

const AFTER_HELP = `
docs/events.md says what an endpoint gets, and how it checks the signature.`;

/** `webhooks list`, `webhooks create`, `webhooks test`, `webhooks deliveries`, `webhooks replay`, `webhooks reseal`. */
export function addWebhookCommands(program: Command, terminal: Terminal): void {
  const webhooks = program
    .command('webhooks')
    .description('list, create, test and replay the webhooks of a workspace, and show their deliveries')
    .addHelpText('after', AFTER_HELP);
  addList(webhooks, terminal);
  addCreate(webhooks, terminal);
  addTest(webhooks, terminal);
  addDeliveries(webhooks, terminal);
  addReplay(webhooks, terminal);
  addReseal(webhooks, terminal);
}

function addList(webhooks: Command, terminal: Terminal): void {
  webhooks
    .command('list')
    .description('list the webhooks of a workspace; their secrets are not shown')
    .argument('<subdomain>', 'subdomain of the workspace')
    .option('--json', 'print JSON')
    .action(async (subdomain: string, { json = false }: { json?: boolean }) =>
      (await import('./webhooks.actions.js')).listWebhooks(terminal, subdomain, json),
    );
}

/** The options of `webhooks create`. */
export interface CreateOptions {
  readonly types: readonly EventType[];
  readonly notes?: true;
  readonly silent?: true;
  readonly disabled?: true;
  readonly json?: true;
}

function addCreate(webhooks: Command, terminal: Terminal): void {
  webhooks
    .command('create')
    .description('create a webhook and print only its secret; it cannot be shown again')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<url>', 'the https:// address that the events are sent to', checked(checkWebhookUrl))
    .requiredOption(
      '--types <types>',
      `the types of events that it is told of (required), ${TYPES}`,
      typeList,
    )
    .option('--notes', 'tell it of notes, too, which customers must not see')
    .option('--silent', 'tell it of silent events, too, such as imports')
    .option('--disabled', 'create it switched off')
    .option('--json', 'print the whole webhook with its secret as JSON')
    .action(async (subdomain: string, url: string, options: CreateOptions) =>
      (await import('./webhooks.actions.js')).createWebhook(terminal, subdomain, url, options),
    );
}

function addTest(webhooks: Command, terminal: Terminal): void {
  webhooks
    .command('test')
    .description('have the service send `webhook.test` once, and print the id of the delivery')
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the webhook; `webhooks list` shows it', webhookId)
    .option('--json', 'print the delivery as JSON, as the API shows it')
    .action(async (subdomain: string, id: string, { json = false }: { json?: boolean }) =>
      (await import('./webhooks.actions.js')).testWebhook(terminal, subdomain, id, json),
    );
}

/** The options of `webhooks deliveries`. */
export interface DeliveriesOptions {
  readonly state?: DeliveryState;
  readonly limit?: number;
  readonly delivery?: string;
  readonly json?: true;
}

function addDeliveries(webhooks: Command, terminal: Terminal): void {
  webhooks
    .command('deliveries')
    .description(
      'show what was and will be sent to a webhook, the newest first; or one delivery with its tries',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the webhook; `webhooks list` shows it', webhookId)
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(DELIVERY_STATES))
    .option('--limit <count>', `how many (default: ${DEFAULT_COUNT})`, wholeNumber(1, MAX_COUNT))
    .option(
      '--delivery <id>',
      'show the tries of this delivery: when, how it was answered, and why it failed',
      webhookId,
    )
    .option('--json', 'print JSON, as the API shows it')
    .action(async (subdomain: string, id: string, options: DeliveriesOptions) => {
      const actions = await import('./webhooks.actions.js');
      const { delivery, limit = DEFAULT_COUNT, state = null, json = false } = options;
      await (delivery === undefined
        ? actions.listDeliveries(terminal, subdomain, id, { state, limit, json })
        : actions.showDelivery(terminal, subdomain, id, { delivery, json }));
    });
}

function addReplay(webhooks: Command, terminal: Terminal): void {
  webhooks
    .command('replay')
    .description(
      'have the service send events again, whether they were sent before or not, or only what has failed',
    )
    .argument('<subdomain>', 'subdomain of the workspace')
    .argument('<id>', 'id of the webhook; `webhooks list` shows it', webhookId)
    .option(
      '--after <position>',
      'events behind this position (default: all that are kept)',
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
    .option('--json', 'print how many deliveries begin as JSON')
    .action(async (subdomain: string, id: string, { json, ...wanted }: WantedReplay & { json?: true }) =>
      (await import('./webhooks.actions.js')).replayWebhook(terminal, subdomain, id, {
        wanted,
        asJson: json === true,
      }),
    );
}

function addReseal(webhooks: Command, terminal: Terminal): void {
  webhooks
    .command('reseal')
    .description(
      'encrypt the secrets of all workspaces under the first key of SECRETS_KEY, so that the others can be taken away',
    )
    .action(async () => (await import('./webhooks.actions.js')).resealSecrets(terminal));
}

function checked(check: Check): (text: string) => string {
  return (text) => {
    const problem = check(text);
    if (problem !== null) throw new InvalidArgumentError(`It ${problem}.`);
    return text;
  };
}

function typeList(text: string): readonly EventType[] {
  const names = namesOf(text);
  const problem = checkTypes(names);
  if (problem !== null || !names.every(isEventType)) throw new InvalidArgumentError(`It ${problem ?? ''}.`);
  return names;
}

function webhookId(text: string): string {
  if (!isUuid(text))
    throw new InvalidArgumentError('It must be an id. `webhooks list` shows the ids of webhooks.');
  return text.toLowerCase();
}
