import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeskProcess } from '../support/servers/desk.js';
import { PROJECT } from '../support/servers/processes.js';
import { Installation } from './support/installation.js';
import { StallMeter } from './support/stalls.js';
import { BRINGS, SUSPENDED_MAIL } from './support/worst-requests.mails.js';
import { PORTAL_ROUTES } from './support/worst-requests.portal.js';
import { manifest, worstRequests, type Named } from './support/worst-requests.js';

/** The contract's promise [rule 2]. */
const ANSWERED_WITHIN_MS = 5_000;
const LONG_TICKETS = 40;
const API = '/api/external/v2';
const OWNER = 'owner@worst.example';

let installation: Installation;
let meter: StallMeter;
let named: Named;

beforeAll(async () => {
  const service = { SECRETS_KEY: Buffer.alloc(32, 9).toString('base64') };
  installation = await Installation.open({ service });
  const desk = new DeskProcess({ DATABASE_URL: installation.postgres.serviceUrl });
  await desk.output(['workspace', 'apply', '-'], { input: JSON.stringify(manifest) });
  const scopes = ['--name', 'server', '--scopes', 'customers:impersonate,exports:read'];
  const serverKey = (await desk.output(['keys', 'create', 'faults', ...scopes])).trim();
  meter = await StallMeter.on(installation.nextTarget());
  named = { ...(await prepare()), serverKey, owner: await ownerOf(serverKey) };
});
afterAll(async () => {
  await meter.stop();
  await installation.close();
});

interface ShownField {
  readonly id: string;
  readonly name: string;
  readonly options?: readonly { readonly id: string }[];
}

/** Makes sessions of the customer of the long tickets: one for each route. */
async function ownerOf(serverKey: string): Promise<Named['owner']> {
  const tokens: string[] = [];
  let id = '';
  while (tokens.length < PORTAL_ROUTES) {
    const { text } = await meter.send({
      ...{ method: 'post', path: `${API}/customer-sessions`, body: { email: OWNER } },
      headers: { 'X-Api-Key': serverKey },
    });
    const { customer_session: made } = JSON.parse(text) as {
      customer_session: { token: string; customer: { id: string } };
    };
    tokens.push(made.token);
    id = made.customer.id;
  }
  return { id, tokens };
}

/** Gives some tickets long descriptions and one customer, and finds the ids that the requests name. */
async function prepare(): Promise<Omit<Named, 'owner' | 'serverKey'>> {
  const description = `<p>${'x'.repeat(250 * 1024)}</p>`;
  for (let number = 1; number <= LONG_TICKETS; number++)
    await meter.send({
      method: 'put',
      path: `${API}/tickets/${number}`,
      body: { description, email: OWNER },
    });
  await meter.send({ method: 'put', path: `${API}/tickets/1`, body: { status: 'open' } });
  const { text } = await meter.send({ method: 'get', path: `${API}/fields` });
  const { fields } = JSON.parse(text) as { fields: ShownField[] };
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const { id = '', options = [] } = fieldOf('Choice 0') ?? {};
  const made = async (path: string, body: object | string, headers = {}) =>
    JSON.parse((await meter.send({ method: 'post', path: `${API}${path}`, body, headers })).text) as {
      customer?: { id: string };
      team_members?: { id: string }[];
      webhook?: { id: string };
      inbound_email?: { id: string };
    };
  const { customer } = await made('/customers', {
    customer: { emails: ['known@worst.example'], first_name: 'A' },
  });
  const { team_members: members } = await made('/team-members', { emails: ['member@worst.example'] });
  const { webhook } = await made('/webhooks', {
    ...{ url: 'https://receiver.example', types: ['ticket.created'], state: 'disabled' },
  });
  const { inbound_email: mail } = await made('/inbound-emails', SUSPENDED_MAIL, BRINGS);
  return {
    webhook: webhook?.id ?? '',
    mail: mail?.id ?? '',
    customer: customer?.id ?? '',
    member: members?.[0]?.id ?? '',
    ticket: 1,
    field: { id, options: options.map((option) => option.id) },
    inactive: fieldOf('Inactive')?.id ?? '',
  };
}

it('the worst requests of every route are answered as they should, within five seconds', async () => {
  const scopes = JSON.parse(
    await readFile(join(PROJECT, 'test/contract/document/route-scopes.json'), 'utf8'),
  ) as object;
  const requests = worstRequests(named);
  expect(Object.keys(requests).sort()).toEqual(Object.keys(scopes).sort());
  await meter.measureNothing();
  const wrong: unknown[] = [];
  for (const [route, list] of Object.entries(requests)) {
    for (const request of list) {
      const { status, text, begunMs, tookMs } = await meter.measure(route, request);
      const waitedMs = request.isCopy ? begunMs : tookMs;
      if (status !== request.status || waitedMs > ANSWERED_WITHIN_MS)
        wrong.push([route, request.name, status, Math.round(waitedMs), text.slice(0, 200)]);
    }
  }
  expect(wrong).toEqual([]);
  expect(installation.defects()).toEqual([]);
}, 300_000);
