import { Receiver } from '../support/fakes/receiver.js';
import { temporaryFolder } from '../support/servers/processes.js';
import { until } from '../support/until.js';
import { LibraryClock } from './support/clocks.js';
import { notRun } from './support/fault.js';
import { Installation } from './support/installation.js';

const DEAD_FOR_A_DAY = 'an endpoint that is dead for a day';

const folder = await temporaryFolder();
const clock = await LibraryClock.in(folder.path);
if (clock === null) notRun(DEAD_FOR_A_DAY, 'the command "faketime" is not installed');
let installation: Installation;
let receiver: Receiver;
let api: (method: string, path: string, body?: object) => Promise<Response>;

beforeAll(async () => {
  installation = await Installation.open({
    ...(clock && { env: clock.env }),
    service: {
      SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  });
  receiver = await Receiver.start();
  const { port, key } = installation.nextTarget();
  api = (method, path, body) =>
    fetch(`http://127.0.0.1:${port}/api/external/v2${path}`, {
      method,
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const made = await api('POST', '/webhooks', { url: receiver.url, types: ['ticket.created'] });
  expect(made.status).toBe(201);
});
afterAll(async () => {
  await receiver.stop();
  await installation.close();
  await folder.remove();
});

const raise = async (subject: string): Promise<void> => {
  const ticket = { email: 'a@customer.example', subject, description: '' };
  expect((await api('POST', '/tickets', ticket)).status).toBe(201);
};
const got = (subject: string): string[] =>
  receiver.received.filter(({ body }) => body.includes(subject)).map(({ event }) => event.id);

// @proves E-18-4, E-18-7
it('a process that is killed between sending and writing down sends again, with the same id', async () => {
  receiver.answer = () => undefined;
  await raise('Killed');
  await until(() => got('Killed').length === 1);
  installation.service.signal('SIGKILL');
  await installation.service.ended;
  receiver.answer = (response) => response.end();
  // The lease of the killed process ends after a minute. Without a clock that can be moved, the job sees it in its next round.
  await clock?.setAheadADay();
  await installation.startService();
  await until(() => got('Killed').length === 2, 150);
  expect(new Set(got('Killed')).size).toBe(1);
  await clock?.setRight();
});

// @proves E-18-4, E-18-5
(clock === null ? it.skip : it)(`${DEAD_FOR_A_DAY} gets what it has missed`, async () => {
  receiver.answer = (response) => response.destroy();
  await raise('Missed');
  // At once, and after five seconds.
  await until(() => got('Missed').length === 2);
  const pending = () =>
    installation.postgres.ask<{ tries: number }>(
      `SELECT tries FROM webhook_deliveries WHERE state = 'pending'`,
    );
  await until(async () => (await pending())[0]?.tries === 2);
  receiver.answer = (response) => response.end();
  await clock?.setAheadADay();
  try {
    // Whatever is committed lets the service look, which it does each minute otherwise.
    await raise('Another');
    await until(async () => (await pending()).length === 0, 90);
  } finally {
    await clock?.setRight();
  }
  expect(got('Missed')).toHaveLength(3);
  expect(new Set(got('Missed')).size).toBe(1);
});
