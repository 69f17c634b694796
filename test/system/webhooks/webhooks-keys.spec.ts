import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  allRead,
  aWebhook,
  deliveriesOf,
  newestTried,
  type ShownWebhook,
} from '../../support/data/webhooks.js';
import { Desk } from '../../support/servers/desk.js';
import { Receiver, type Received } from '../../support/fakes/receiver.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64')) as [
  string,
  string,
];
const TICKET = { email: 'a@customer.example', subject: 'Help', description: '' };

/** Other processes on the same database would send, too. */
let database: Awaited<ReturnType<typeof freshDatabase>>;
let running: TestApp[];
let acme: TestWorkspace;
let receiver: Receiver;
beforeEach(async () => {
  database = await freshDatabase();
  running = [];
  acme = await aWorkspace(await started(OLD));
  receiver = await Receiver.start();
});
afterEach(async () => {
  for (const app of running) await app.stop();
  await receiver.stop();
  await database.drop();
});

/** A process with these keys. */
async function started(...secretsKeys: string[]): Promise<TestApp> {
  const app = await startTestApp({ database, secretsKeys });
  running.push(app);
  return app;
}

async function stopped(app: TestApp | undefined): Promise<void> {
  running = running.filter((one) => one !== app);
  await app?.stop();
}

const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
  } catch {
    return false;
  }
};

/** Tickets that are raised one after the other, until it is stopped. */
class Load {
  private isWanted = true;
  private readonly done: Promise<void>;
  raised = 0;

  /** The process that takes the next ticket. */
  constructor(public app: TestApp) {
    this.done = this.run();
  }

  /** Waits for a number of tickets more. */
  async goOn(count: number): Promise<void> {
    const end = this.raised + count;
    await until(() => this.raised >= end);
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    await this.done;
  }

  private async run(): Promise<void> {
    while (this.isWanted) {
      await acme.client.at(this.app).post('/tickets', TICKET).expect(201);
      this.raised += 1;
    }
  }
}

/** Waits until all is delivered. @returns how many tries the deliveries had */
async function triesOf(workspace: TestWorkspace, webhook: ShownWebhook): Promise<number[]> {
  await allRead(workspace);
  await until(async () => (await deliveriesOf(workspace, webhook, '?state=pending')).length === 0);
  const tries: number[] = [];
  for (let page = 1, more = true; more; page++) {
    const shown = await deliveriesOf(workspace, webhook, `?page_size=100&page_number=${page}`);
    tries.push(...shown.map(({ tries_count: count }) => count));
    more = shown.length > 0;
  }
  return tries;
}

const at = (app: TestApp): TestWorkspace => ({ ...acme, app, client: acme.client.at(app) });
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

// @proves E-18-12
describe('SECRETS_KEY', () => {
  it('is replaced under load without a stop, and then the old key can be taken away', async () => {
    const [first] = running;
    if (!first) throw new Error('There is no process.');
    const webhook = await aWebhook(acme, { url: receiver.url, types: ['ticket.created'] });
    receiver.answer = (response, received) =>
      response.writeHead(verifies(webhook.secret, received) ? 204 : 401).end();
    const load = new Load(first);
    let before = first;
    for (const keys of [[OLD, NEW], [NEW, OLD], [NEW]]) {
      await load.goOn(5);
      const next = await started(...keys);
      load.app = next;
      await load.goOn(5);
      await stopped(before);
      const desk = Desk.on(database, { SECRETS_KEY: keys.join() });
      expect((await desk.run(['webhooks', 'reseal'])).stderr).toMatch(/No other key is needed/);
      before = next;
    }
    await load.goOn(5);
    await load.stop();
    expect(await triesOf(at(before), webhook)).toEqual(ones(load.raised));
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(load.raised);
    expect(receiver.received.every((received) => verifies(webhook.secret, received))).toBe(true);
  });

  it('without the key of a secret sends nothing and says why, and sends when that key is there again', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url, types: ['ticket.created'] });
    await stopped(running[0]);
    const other = await started(NEW);
    await at(other).client.post('/tickets', TICKET).expect(201);
    const delivery = await newestTried(at(other), webhook);
    expect(delivery).toMatchObject({
      state: 'pending',
      tries: [{ status: null, error: expect.stringContaining('SECRETS_KEY lacks the key') as string }],
    });
    expect(receiver.received).toEqual([]);
    await stopped(other);
    const refused = await Desk.on(database, { SECRETS_KEY: NEW }).run(['webhooks', 'reseal']);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/No key .* decrypts 1 secrets/),
    ]);
    const both = await started(NEW, OLD);
    await at(both).client.post(`/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`).expect(202);
    await until(() => receiver.received.length === 1);
    expect(receiver.received.every((received) => verifies(webhook.secret, received))).toBe(true);
  });

  it('without the key of one of two secrets sends nothing either, so that no receiver gets a signature that it refuses', async () => {
    const webhook = await aWebhook(acme, { url: receiver.url, types: ['ticket.created'] });
    await stopped(running[0]);
    const other = await started(NEW);
    const { body } = await at(other).client.post(`/webhooks/${webhook.id}/secrets`).expect(201);
    await at(other).client.post('/tickets', TICKET).expect(201);
    const { id, state, tries } = await newestTried(at(other), webhook);
    expect([state, tries[0]?.error]).toEqual([
      'pending',
      expect.stringContaining('SECRETS_KEY lacks the key'),
    ]);
    expect(receiver.received).toEqual([]);
    await stopped(other);
    const both = await started(NEW, OLD);
    await at(both).client.post(`/webhooks/${webhook.id}/deliveries/${id}/redeliver`).expect(202);
    await until(() => receiver.received.length === 1);
    const [received] = receiver.received;
    const secrets = [webhook.secret, (body as { secret: { secret: string } }).secret.secret];
    expect(secrets.map((secret) => received && verifies(secret, received))).toEqual([true, true]);
  });
});

// @proves E-18-3
describe('the secret of a webhook', () => {
  it('is replaced under load, and the old one deleted, without a check that fails', async () => {
    const [app] = running;
    if (!app) throw new Error('There is no process.');
    const webhook = await aWebhook(acme, { url: receiver.url, types: ['ticket.created'] });
    // The endpoint knows one secret at a time.
    let known = webhook.secret;
    receiver.answer = (response, received) => response.writeHead(verifies(known, received) ? 204 : 401).end();
    const load = new Load(app);
    await load.goOn(5);
    for (let turn = 0; turn < 2; turn++) {
      const { body } = await acme.client.post(`/webhooks/${webhook.id}/secrets`).expect(201);
      await load.goOn(5);
      known = body.secret.secret;
      await load.goOn(5);
      const shown = (await acme.client.get(`/webhooks/${webhook.id}`)).body.webhook as ShownWebhook;
      expect(shown.secrets.map(({ id }) => id)[0]).toBe(body.secret.id);
      await acme.client.delete(`/webhooks/${webhook.id}/secrets/${shown.secrets[1]?.id}`).expect(204);
      await load.goOn(5);
    }
    await load.stop();
    expect(await triesOf(acme, webhook)).toEqual(ones(load.raised));
    const last = receiver.received.at(-1);
    expect(last && [verifies(known, last), verifies(webhook.secret, last)]).toEqual([true, false]);
  });
});
