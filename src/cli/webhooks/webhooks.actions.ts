import type { EventType } from '../../events/feed/event-types.js';
import { NO_DEADLINE } from '../../kernel/time/deadline.js';
import { pageRequest } from '../../kernel/page.js';
import { tenantScope } from '../../platform/tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../../platform/tenancy/workspaces/workspace-directory.js';
import {
  toDeliveryDto,
  toDeliveryResponse,
  toNewWebhookResponse,
  toWebhookDto,
} from '../../webhooks/api/webhook.mapper.js';
import { DeliveriesService } from '../../webhooks/deliveries/deliveries.service.js';
import type { WantedReplay } from '../../webhooks/deliveries/delivery.rules.js';
import type { DeliveryState } from '../../webhooks/entities/webhook.entity.js';
import { secretsKeyMissing, WebhookSecretsService } from '../../webhooks/secrets/webhook-secrets.service.js';
import type { SentFilter } from '../../webhooks/settings/webhook-filter.rules.js';
import { WebhooksService } from '../../webhooks/settings/webhooks.service.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { CommandError, type Terminal, type JsonOption } from '../output/terminal.js';
import { printList } from '../output/table.js';
import { withSession, withWorkspace, type WorkspaceSession } from '../session.js';
import { counted } from '../../kernel/text.js';

/** Runs a command's work on webhooks. Like the routes, it needs the key that encrypts secrets. @throws secrets_key_missing */
function withWebhooks<Result>(
  terminal: Terminal,
  subdomain: string,
  work: (session: WorkspaceSession) => Promise<Result>,
): Promise<Result> {
  return withWorkspace(terminal, subdomain, [WebhooksModule], (session) => {
    if (!session.app.get(WebhookSecretsService).areKept) throw secretsKeyMissing();
    return work(session);
  });
}

export async function listWebhooks(
  terminal: Terminal,
  subdomain: string,
  options: JsonOption,
): Promise<void> {
  const webhooks = await withWebhooks(terminal, subdomain, ({ app, scope }) =>
    app.get(WebhooksService).list(scope),
  );
  printList(terminal, options, {
    items: webhooks.map(toWebhookDto),
    columns: {
      ID: 'id',
      URL: 'url',
      STATE: ({ state, disabled_reason: reason }) => (reason === null ? state : `${state} (${reason})`),
      TYPES: ({ types }) => types.join(','),
      'TOLD OF': ({ include_notes, include_silent, filter }) =>
        [include_notes && 'notes', include_silent && 'silent', ...shownLists(filter)]
          .filter(Boolean)
          .join(',') || '-',
      CREATED: 'created_at',
    },
    none: `Workspace "${subdomain}" has no webhooks.`,
  });
}

/** Shows a filter as `group=Tier 1|Tier 2`, a text for each list. */
function shownLists(filter: object | null): string[] {
  return Object.entries(filter ?? {}).map(([name, values]) => `${name}=${(values as string[]).join('|')}`);
}

interface CreateOptions extends JsonOption {
  readonly types: readonly EventType[];
  readonly notes?: true;
  readonly silent?: true;
  readonly disabled?: true;
  readonly filter?: SentFilter;
}

/** Creates a webhook and prints only its secret, or with `--json` the webhook. */
export async function createWebhook(
  terminal: Terminal,
  subdomain: string,
  url: string,
  { types, notes, silent, disabled, filter, json }: CreateOptions,
): Promise<void> {
  const value = {
    ...{ url, types, includeNotes: notes ?? false, includeSilent: silent ?? false },
    state: disabled ? ('disabled' as const) : ('active' as const),
    ...(filter && { filter }),
  };
  const id = await withWebhooks(terminal, subdomain, async ({ app, scope }) => {
    const made = await app.get(WebhooksService).create(scope, { value, problems: [] });
    // Nobody can read it again, and leaving the database can fail or be interrupted.
    if (json) terminal.printJson(toNewWebhookResponse(made).webhook);
    else terminal.print(made.secret);
    return made.row.id;
  });
  terminal.say(`This is the secret of the webhook ${id} of workspace "${subdomain}". It is not shown again.`);
}

/** Lets the service send a test event, and prints the id of the delivery, or with `--json` the delivery. */
export async function testWebhook(
  terminal: Terminal,
  subdomain: string,
  id: string,
  { json }: JsonOption,
): Promise<void> {
  const delivery = await withWebhooks(terminal, subdomain, ({ app, scope }) =>
    app.get(DeliveriesService).test(scope, id),
  );
  if (json) terminal.printJson(toDeliveryDto(delivery));
  else terminal.print(delivery.id);
  terminal.say(`The service sends it within a minute. ${howToSee(subdomain, id, delivery.id)}`);
}

interface DeliveriesOptions extends JsonOption {
  readonly state?: DeliveryState;
  readonly limit: number;
  readonly delivery?: string;
}

/** Lists the newest deliveries of a webhook, or the tries of one delivery. */
export async function showDeliveries(
  terminal: Terminal,
  subdomain: string,
  id: string,
  { delivery, ...options }: DeliveriesOptions,
): Promise<void> {
  if (delivery !== undefined) return showDelivery(terminal, subdomain, id, delivery, options);
  const { state = null, limit } = options;
  const { items, totalRecords } = await withWebhooks(terminal, subdomain, ({ app, scope }) =>
    app.get(DeliveriesService).page(scope, id, { value: state, problems: [] }, pageRequest(1, limit)),
  );
  printList(terminal, options, {
    items: items.map(toDeliveryDto),
    columns: {
      ID: 'id',
      TYPE: 'type',
      POSITION: 'position',
      STATE: 'state',
      TRIES: 'tries_count',
      'NEXT TRY': 'next_try_at',
      CREATED: 'created_at',
    },
    none: `The webhook ${id} has no ${state === null ? '' : `${state} `}deliveries.`,
  });
  if (!options.json && totalRecords > items.length)
    terminal.say(`These are the newest ${items.length} of ${totalRecords}.`);
}

async function showDelivery(
  terminal: Terminal,
  subdomain: string,
  id: string,
  deliveryId: string,
  options: JsonOption,
): Promise<void> {
  const { delivery } = await withWebhooks(terminal, subdomain, async ({ app, scope }) =>
    toDeliveryResponse(await app.get(DeliveriesService).get(scope, id, deliveryId)),
  );
  printList(terminal, options, {
    items: delivery.tries,
    document: delivery,
    columns: {
      TRY: 'number',
      AT: 'at',
      STATUS: 'status',
      MILLISECONDS: 'milliseconds',
      ANSWER: ({ error, answer }) => (error ?? answer ?? '').split('\n')[0] ?? '',
    },
    none: `The delivery ${deliveryId} has not been tried yet.`,
  });
}

export async function replayWebhook(
  terminal: Terminal,
  subdomain: string,
  id: string,
  { json, ...wanted }: WantedReplay & JsonOption,
): Promise<void> {
  const count = await withWebhooks(terminal, subdomain, ({ app, scope }) =>
    app.get(DeliveriesService).replayAll(scope, id, wanted),
  );
  if (json) terminal.printJson({ deliveries: count });
  const sent = `${counted(count, 'delivery')} ${count === 1 ? 'begins' : 'begin'}`;
  terminal.say(`${sent} anew. The service sends what is due within a minute. ${howToSee(subdomain, id)}`);
}

/** Encrypts all secrets with the first key. @throws CommandError when there are secrets that no key decrypts */
export async function resealSecrets(terminal: Terminal): Promise<void> {
  const { resealed, lost } = await withSession(terminal, [WebhooksModule], async ({ app, operator }) => {
    if (!app.get(WebhookSecretsService).areKept) throw secretsKeyMissing();
    const sums = { resealed: 0, lost: 0 };
    for (const id of await app.get(WorkspaceDirectory).listIds()) {
      const done = await app.get(WebhooksService).reseal(tenantScope(id, null, NO_DEADLINE, operator));
      sums.resealed += done.resealed;
      sums.lost += done.lost;
    }
    return sums;
  });
  terminal.say(`Encrypted ${resealed} secrets anew, under the first key of SECRETS_KEY.`);
  if (lost > 0)
    throw new CommandError(
      `No key of SECRETS_KEY decrypts ${lost} secrets: add the key that they were encrypted with, or make new ones.`,
    );
  terminal.say('No other key is needed.');
}

function howToSee(subdomain: string, id: string, delivery?: string): string {
  const which = delivery === undefined ? '' : ` --delivery ${delivery}`;
  return `\`webhooks deliveries ${subdomain} ${id}${which}\` shows the result.`;
}
