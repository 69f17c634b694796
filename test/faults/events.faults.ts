import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeskProcess } from '../support/servers/desk.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { caller, type Caller } from './support/caller.js';
import { FeedConsumer, listedTickets } from './support/feed-consumer.js';
import { Installation } from './support/installation.js';

/** How many events the writers make. `EVENTS=100000` is the proof of [choice 23]. */
const EVENTS = size({ here: 800, long: 3_000, by: 'EVENTS' });
const WRITERS = 50;
const CONSUMERS = 5;
/** So few tickets that writers often wait for each other. */
const CONTENDED = 60;
const IMPORTED = 300;

const MANIFEST = {
  workspace: { subdomain: 'faults', name: 'Faults' },
  groups: [{ name: 'Support' }, { name: 'Sales' }],
  categories: [{ name: 'Billing' }, { name: 'Delivery' }],
  team_members: ['eve', 'sam', 'bob'].map((name) => ({
    ...{ email: `${name}@team.example`, first_name: name, role: 'agent' },
  })),
};

const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  status: ['open', 'on_hold', 'new', 'waiting_on_customer'],
  priority: ['low', 'medium', 'high', 'urgent'],
  category: ['Billing', 'Delivery', 'None'],
  group: ['Support', 'Sales'],
  assignee_email: ['eve@team.example', 'sam@team.example', 'bob@team.example'],
  email: ['ann@customer.example', 'ben@customer.example', 'cat@customer.example'],
  tags: [[], ['a'], ['a', 'b'], ['vip']],
};

const one = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

/** One to three properties with values that may be the old ones. */
function someChanges(): object {
  const names = Array.from({ length: randomInt(1, 4) }, () => one(Object.keys(CHOICES)));
  return Object.fromEntries(names.map((name) => [name, one(CHOICES[name] ?? [])]));
}

async function write(call: Caller, acknowledged: { count: number }): Promise<void> {
  while (acknowledged.count < EVENTS) {
    const { status } = await call('PUT', `/tickets/${randomInt(1, CONTENDED + 1)}`, someChanges());
    if (status === 200) acknowledged.count++;
    else if (status === 422) acknowledged.count = Infinity;
    else await sleep(50);
  }
}

/** How many events after the beginning of the webhook have no delivery. */
async function undelivered(): Promise<number | undefined> {
  const [missing] = await installation.postgres.ask<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_entries e JOIN webhooks w ON w.workspace_id = e.workspace_id
     WHERE e.position > w.begins_after AND e.action IN ('ticket.created', 'ticket.updated', 'tickets.imported')
       AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id AND d.id = e.id)`,
  );
  return missing?.count;
}

const lines = (subject: string): string =>
  Array.from({ length: IMPORTED }, (_, index) =>
    JSON.stringify({
      ...{ external_id: `E-${index}`, source: 'old', email: 'dan@customer.example', subject },
      tags: [subject],
    }),
  ).join('\n');

/** A webhook whose endpoint nobody answers: each event has a delivery all the same. */
const WEBHOOK = {
  url: 'http://127.0.0.1:9/',
  types: ['ticket.created', 'ticket.updated', 'tickets.imported'],
  include_silent: true,
};

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.open({
    service: {
      SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  });
});
afterAll(() => installation.close());

it('consumers and webhooks get every change once, consumers in order, while 50 writers work and everything is killed', async () => {
  const desk = new DeskProcess({ DATABASE_URL: installation.postgres.serviceUrl });
  await desk.output(['workspace', 'apply', '-'], { input: JSON.stringify(MANIFEST) });
  const call = caller(installation.nextTarget());
  expect((await call('POST', '/webhooks', WEBHOOK)).status).toBe(201);
  const acknowledged = { count: 0 };
  let isOver = false;
  const consumers = Array.from({ length: CONSUMERS }, () => new FeedConsumer(call));
  const crawls = consumers.map((consumer) => consumer.crawl(() => isOver));
  const writers = Array.from({ length: WRITERS }, () => write(call, acknowledged));
  const reached = (part: number): Promise<void> => until(() => acknowledged.count >= EVENTS * part, 600);

  await reached(0.2);
  await desk.output(['import', 'tickets', 'faults', '-'], { input: lines('first') });
  await reached(0.4);
  installation.service.signal('SIGKILL');
  await installation.service.ended;
  await installation.startService();
  await reached(0.6);
  await desk.output(['import', 'tickets', 'faults', '-'], { input: lines('second') });
  await installation.postgres.kill();
  // It is away for this long.
  await sleep(1_000);
  await installation.postgres.startAgain();
  await reached(0.8);
  installation.service.signal('SIGKILL');
  await installation.service.ended;
  await installation.startService();
  // Writes that were under way when the last one was counted have events, too.
  await Promise.all(writers);
  isOver = true;
  await Promise.all(crawls);

  expect(acknowledged.count).not.toBe(Infinity);
  expect(consumers.flatMap(({ wrong }) => wrong.slice(0, 5))).toEqual([]);
  expect(new Set(consumers.map(({ count }) => count)).size).toBe(1);
  const listed = await listedTickets(call);
  expect(listed.size).toBeGreaterThan(IMPORTED);
  for (const { tickets } of consumers) expect(tickets).toEqual(listed);
  const [placed] = await installation.postgres.ask<{ events: number }>(
    `SELECT count(*)::int AS events FROM audit_entries WHERE action LIKE 'ticket%' AND position IS NOT NULL`,
  );
  expect(placed?.events).toBeGreaterThan(EVENTS * 0.5);
  await until(async () => (await undelivered()) === 0);
  expect(installation.defects()).toEqual([]);
}, 1_200_000);
