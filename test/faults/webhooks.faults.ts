import { Receiver } from '../support/servers/receiver.js';
import { until } from '../support/until.js';
import { Installation } from './support/installation.js';

let installation: Installation;
let receiver: Receiver;
let api: (method: string, path: string, body?: object) => Promise<Response>;

beforeAll(async () => {
  installation = await Installation.open({
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
});

const raise = async (subject: string): Promise<void> => {
  const ticket = { email: 'a@customer.example', subject, description: '' };
  expect((await api('POST', '/tickets', ticket)).status).toBe(201);
};
const got = (subject: string): string[] =>
  receiver.received.filter(({ body }) => body.includes(subject)).map(({ event }) => event.id);

it('a process that is killed between sending and writing down sends again, with the same id [E-18-4, E-18-7]', async () => {
  receiver.answer = () => undefined;
  await raise('Killed');
  await until(() => got('Killed').length === 1, 20);
  installation.service.signal('SIGKILL');
  await installation.service.ended;
  receiver.answer = (response) => response.end();
  await installation.startService();
  // The lease of the killed process ends after a minute, and the job looks each minute.
  await until(() => got('Killed').length === 2, 150);
  expect(new Set(got('Killed')).size).toBe(1);
});

it('an endpoint that was dead for a day gets what it has missed [E-18-4, E-18-5]', async () => {
  receiver.answer = (response) => response.destroy();
  await raise('Missed');
  await until(() => got('Missed').length >= 2, 30);
  const states = () =>
    installation.postgres.ask<{ state: string; tries: number }>(
      `SELECT state, tries FROM webhook_deliveries WHERE state = 'pending'`,
    );
  await until(async () => (await states())[0]?.tries === 2, 20);
  receiver.answer = (response) => response.end();
  // As if the clock were moved: what is due later has become due.
  await installation.postgres.ask(`UPDATE webhook_deliveries SET due_at = due_at - interval '1 day'`);
  await until(async () => (await states()).length === 0, 90);
  expect(new Set(got('Missed')).size).toBe(1);
  expect(got('Missed')).toHaveLength(3);
});
