import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aWebhook,
  anIdleWebhook,
  deliveriesOf,
  newestTried,
  type ShownWebhook,
} from '../../support/data/webhooks.js';
import { Desk } from '../../support/servers/desk.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { TEST_SECRETS_KEY, useDesk } from '../../support/test-app.js';
import { testDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

const app = useDesk();
let desk: Desk;
let acme: TestWorkspace;
let receiver: Receiver;
beforeAll(() => {
  desk = Desk.on(testDatabase(), { SECRETS_KEY: TEST_SECRETS_KEY, WEBHOOK_ALLOW_HTTP: 'true' });
});
beforeEach(async () => {
  acme = await aWorkspace(app);
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

/** The commands wake no service: its job checks once a minute. */
const work = () => app.operator.work(acme.scope.workspaceId);
const run = (command: string, ...args: string[]) => desk.run(['webhooks', command, acme.subdomain, ...args]);
const output = (command: string, ...args: string[]) =>
  desk.output(['webhooks', command, acme.subdomain, ...args]);
const shown = async (): Promise<ShownWebhook[]> =>
  (await acme.client.get('/webhooks').expect(200)).body.webhooks;

// @proves E-18-10
describe('webhooks create', () => {
  it('prints the secret and nothing else, once, and what signs with it', async () => {
    const args = ['https://receiver.example/desk', '--types', 'ticket.created, ticket.updated', '--notes'];
    const { stdout, stderr } = await run('create', ...args);
    expect(stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    const [webhook] = await shown();
    expect(stderr).toContain(webhook?.id);
    expect(webhook).toMatchObject({
      ...{ url: args[0], types: ['ticket.created', 'ticket.updated'], state: 'active' },
      ...{ include_notes: true, include_silent: false },
    });
    for (const listed of [await output('list'), await output('list', '--json')])
      expect(listed).not.toContain(stdout.trim());
  });

  it('prints with --json the webhook with its secret', async () => {
    const args = ['http://127.0.0.1:9', '--types', 'form.created', '--silent', '--disabled', '--json'];
    const { secret, ...webhook } = JSON.parse(await output('create', ...args)) as ShownWebhook;
    expect(secret).toMatch(/^whsec_/);
    expect(await shown()).toEqual([webhook]);
    expect(webhook).toMatchObject({ include_silent: true, state: 'disabled' });
  });

  // @proves E-33-4
  it('takes a filter as the API does, and shows it in the list', async () => {
    const args = ['https://receiver.example/desk', '--types', 'ticket.created', '--disabled'];
    const filter = { status: ['new', 'open'], tag: ['vip'] };
    await output('create', ...args, '--filter', JSON.stringify(filter));
    expect(await shown()).toEqual([expect.objectContaining({ filter })]);
    expect(await output('list')).toContain('status=new|open,tag=vip');
    const unknown = await run('create', ...args, '--filter', '{"group":["Nope"]}');
    expect(unknown).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('filter.group[0]') as string,
    });
    for (const wrong of ['group', '["new"]', 'null']) {
      const { status, stderr } = await run('create', ...args, '--filter', wrong);
      expect([wrong, status, stderr]).toEqual([wrong, 2, expect.stringContaining('must be an object')]);
    }
    expect(await shown()).toHaveLength(1);
  });

  // @proves E-18-9
  it.each([
    [
      'another scheme',
      ['ftp://receiver.example', '--types', 'form.created'],
      /must be an https:\/\/ address/,
    ],
    ['a user', ['https://me@receiver.example', '--types', 'form.created'], /must not name a user/],
    [
      'an unknown type',
      ['https://receiver.example', '--types', 'form.exploded'],
      /must be one or several of comment.created/,
    ],
    ['no types', ['https://receiver.example'], /--types/],
  ])('is refused with %s', async (_what, args, sentence) => {
    const { status, stdout, stderr } = await run('create', ...args);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(sentence)]);
    expect(await shown()).toEqual([]);
  });

  // @proves E-18-9
  it('is refused for http:// where that is not allowed', async () => {
    const strict = Desk.on(testDatabase(), { SECRETS_KEY: TEST_SECRETS_KEY });
    const args = ['webhooks', 'create', acme.subdomain, 'http://receiver.example', '--types', 'form.created'];
    const { status, stderr } = await strict.run(args);
    expect([status, stderr]).toEqual([1, expect.stringContaining('url must be an https:// address')]);
    expect(await shown()).toEqual([]);
  });

  // @proves E-18-2
  it('is refused when there are 20', async () => {
    for (let made = 0; made < 20; made++) await anIdleWebhook(acme);
    const { status, stderr } = await run('create', 'https://receiver.example', '--types', 'form.created');
    expect([status, stderr]).toEqual([1, 'A workspace has at most 20 webhooks. Delete one first.\n']);
  });
});

// @proves E-18-10
describe('webhooks list', () => {
  it('prints a line for each, or JSON as the API shows it', async () => {
    const webhook = await aWebhook(acme, {
      url: receiver.url,
      types: ['form.created'],
      include_silent: true,
    });
    const [titles, line, ...more] = (await output('list')).trim().split('\n');
    expect(titles).toMatch(/^ID +URL +STATE +TYPES +TOLD OF +CREATED$/);
    expect(line).toMatch(new RegExp(`^${webhook.id} +${receiver.url} +active +form.created +silent +\\S+Z$`));
    expect(more).toEqual([]);
    expect(JSON.parse(await output('list', '--json'))).toEqual(await shown());
  });

  it('says that there are none, and that a workspace is unknown', async () => {
    const said = `Workspace "${acme.subdomain}" has no webhooks.\n`;
    expect(await run('list')).toMatchObject({ status: 0, stdout: '', stderr: said });
    expect(await desk.run(['webhooks', 'list', 'nowhere'])).toMatchObject({ status: 1, stdout: '' });
  });
});

// @proves E-18-10
describe('webhooks test', () => {
  it('makes the service send a test, whose delivery is shown with its tries', async () => {
    receiver.answer = (response) => response.writeHead(500).end('Not today\nnor tomorrow');
    const webhook = await aWebhook(acme, { url: receiver.url });
    const { id: delivery, ...made } = JSON.parse(await output('test', webhook.id, '--json')) as {
      id: string;
    };
    expect(made).toMatchObject({ type: 'webhook.test', state: 'pending' });
    expect((await run('deliveries', webhook.id, '--delivery', delivery)).stderr).toMatch(
      /not been tried yet/,
    );
    await work();
    expect(await newestTried(acme, webhook)).toMatchObject({ id: delivery, type: 'webhook.test' });
    const [titles, line] = (await output('deliveries', webhook.id, '--delivery', delivery)).split('\n');
    expect(titles).toMatch(/^TRY +AT +STATUS +MILLISECONDS +ANSWER$/);
    expect(line).toMatch(/^1 +\S+Z +500 +\d+ +Not today$/);
    const json = await output('deliveries', webhook.id, '--delivery', delivery, '--json');
    const { body } = await acme.client.get(`/webhooks/${webhook.id}/deliveries/${delivery}`);
    expect(JSON.parse(json)).toEqual(body.delivery);
  });

  it('is refused for an unknown webhook', async () => {
    const said = 'There is no such webhook.\n';
    expect(await run('test', UNKNOWN_ID)).toMatchObject({ status: 1, stdout: '', stderr: said });
    expect(await run('test', 'mine')).toMatchObject({ status: 2 });
  });
});

// @proves E-18-10
describe('webhooks deliveries', () => {
  it('prints the newest ones of a state, or JSON as the API shows them', async () => {
    receiver.answer = (response, { event }) =>
      response.writeHead(event.type === 'ticket.created' ? 410 : 204).end();
    const webhook = await aWebhook(acme, { url: receiver.url });
    await aTicket(acme);
    await work();
    const { id, position } = await newestTried(acme, webhook);
    await output('test', webhook.id);
    await work();
    await until(async () => (await deliveriesOf(acme, webhook, '?state=pending')).length === 0);
    const lines = (await output('deliveries', webhook.id)).trim().split('\n');
    expect(lines).toHaveLength(3);
    const [titles, line, ...more] = (await output('deliveries', webhook.id, '--state', 'failed'))
      .trim()
      .split('\n');
    expect(titles).toMatch(/^ID +TYPE +POSITION +STATE +TRIES +NEXT TRY +CREATED$/);
    expect(line).toMatch(new RegExp(`^${id} +ticket.created +${position} +failed +1 +- +\\S+Z$`));
    expect(more).toEqual([]);
    const newest = await run('deliveries', webhook.id, '--limit', '1', '--json');
    expect(JSON.parse(newest.stdout)).toEqual((await deliveriesOf(acme, webhook)).slice(0, 1));
    expect((await run('deliveries', webhook.id, '--limit', '1')).stderr).toBe(
      'These are the newest 1 of 2.\n',
    );
  });

  it('says that there are none, and refuses an unknown state, delivery and webhook', async () => {
    const { id } = await anIdleWebhook(acme);
    const none = `The webhook ${id} has no failed deliveries.\n`;
    expect((await run('deliveries', id, '--state', 'failed')).stderr).toBe(none);
    expect(await run('deliveries', id, '--state', 'lost')).toMatchObject({ status: 2 });
    const unknown = { status: 1, stderr: 'The webhook has no such delivery.\n' };
    expect(await run('deliveries', id, '--delivery', UNKNOWN_ID)).toMatchObject(unknown);
    expect(await run('deliveries', UNKNOWN_ID)).toMatchObject({
      status: 1,
      stderr: 'There is no such webhook.\n',
    });
  });
});

// @proves E-18-10
describe('webhooks replay', () => {
  it('sends a range of events again, or the failed ones among them', async () => {
    for (const subject of ['One', 'Two', 'Three']) await aTicket(acme, { subject });
    const { body } = await acme.client.get('/events?types=ticket.created').expect(200);
    const [one, two, three] = (body.events as { id: string; position: number }[]).map(
      ({ position }) => position,
    );
    const webhook = await aWebhook(acme, {
      url: receiver.url,
      types: ['ticket.created'],
      include_silent: true,
    });
    const range = ['--after', String(one), '--until', String(two), '--types', 'ticket.created'];
    expect((await run('replay', webhook.id, ...range)).stderr).toMatch(/^1 delivery begins anew\./);
    await work();
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.event.position).toBe(two);
    await until(async () => (await deliveriesOf(acme, webhook, '?state=pending')).length === 0);
    receiver.answer = (response) => response.writeHead(410).end();
    expect((await run('replay', webhook.id, '--after', String(two))).stderr).toMatch(
      /^1 delivery begins anew\./,
    );
    await work();
    await until(async () => (await deliveriesOf(acme, webhook, '?state=failed')).length === 1);
    expect((await run('replay', webhook.id, '--failed-only')).stderr).toMatch(/^1 delivery begins anew\./);
    const [failed] = await deliveriesOf(acme, webhook, '?state=pending');
    expect(failed?.position).toBe(three);
    const all = await run('replay', webhook.id, '--json');
    expect([JSON.parse(all.stdout), all.stderr]).toEqual([
      { deliveries: 3 },
      expect.stringMatching(/^3 deliveries begin anew\./),
    ]);
  });

  it('is refused for an invalid position, and for an unknown webhook', async () => {
    const { id } = await anIdleWebhook(acme);
    expect(await run('replay', id, '--after', '-1')).toMatchObject({ status: 2 });
    const unknown = { status: 1, stderr: 'There is no such webhook.\n' };
    expect(await run('replay', UNKNOWN_ID)).toMatchObject(unknown);
    expect(await deliveriesOf(acme, { id })).toEqual([]);
  });
});

// @proves E-18-10
describe('webhooks of a manifest', () => {
  const apply = (webhooks: object[], by = desk) => {
    const manifest = { workspace: { subdomain: acme.subdomain, name: acme.subdomain }, webhooks };
    return by.run(['workspace', 'apply', '-'], { input: JSON.stringify(manifest) });
  };
  const WEBHOOK = { url: 'https://receiver.example/desk', types: ['ticket.created'] };

  it('are made once, known by their addresses, and changed when they differ', async () => {
    expect((await apply([WEBHOOK])).stdout).toMatch(/created webhook https:\/\/receiver\.example\/desk/);
    const [made] = await shown();
    expect((await apply([WEBHOOK])).stdout).toBe('');
    expect(await shown()).toEqual([made]);
    await apply([{ ...WEBHOOK, include_notes: true }]);
    await apply([]);
    expect(await shown()).toMatchObject([{ ...WEBHOOK, id: made?.id, include_notes: true }]);
  });

  it('are refused with what is wrong, and nothing is made', async () => {
    const wrong = await apply([WEBHOOK, { ...WEBHOOK, url: 'ftp://receiver.example' }]);
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('https:// address')]);
    const keyless = await apply([WEBHOOK], Desk.on(testDatabase()));
    expect([keyless.status, keyless.stderr]).toEqual([1, expect.stringContaining('set SECRETS_KEY.')]);
    expect(await shown()).toEqual([]);
  });
});

// @proves E-18-10, E-18-12
describe('webhooks without SECRETS_KEY', () => {
  it('are refused in one sentence that names it', async () => {
    const keyless = Desk.on(testDatabase());
    const { status, stdout, stderr } = await keyless.run(['webhooks', 'list', acme.subdomain]);
    const said =
      'Webhooks need a key that encrypts their secrets. The operator of this service has to set SECRETS_KEY.\n';
    expect([status, stdout, stderr]).toEqual([1, '', said]);
  });
});
