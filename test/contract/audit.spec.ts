import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { audited, entriesOf } from '../support/data/audit.js';
import { md5Of, PNG, sendFile } from '../support/data/attachments.js';
import { aTicket, aWorkspace, keysOf, type TestWorkspace } from '../support/data/builders.js';
import { aCustomerOf } from '../support/data/customers.js';
import { aField } from '../support/data/fields.js';
import { apiRoutesOf } from '../support/routes.js';
import { aMember } from '../support/data/team-members.js';
import { aDelivery, anIdleWebhook, aWebhookWithSecrets, theOldestSecret } from '../support/data/webhooks.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const MANIFEST = {
  team_members: [
    { email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' },
    { email: 'sam@team.example', first_name: 'Sam', last_name: 'Smith', role: 'agent' },
    { email: 'ann@team.example', first_name: 'Ann', last_name: 'Writer', role: 'agent' },
  ],
};

let app: TestApp;
let acme: TestWorkspace;
let keyId: string;

beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app, MANIFEST);
  const [key] = await keysOf(acme);
  keyId = key?.id ?? '';
  await acme.client.post('/customers', newCustomer()).set('Idempotency-Key', USED_KEY);
});
afterAll(() => app.stop());

/** An Idempotency-Key of another request. */
const USED_KEY = 'used';

interface UnsafeRoute {
  /** Makes what the requests are about. */
  readonly on?: () => Promise<string>;
  /** A request that succeeds and changes something. */
  readonly call: (id: string) => Test;
  /** The actions that it leaves in the trail. */
  readonly leaves: readonly string[];
  /** A request that is refused for what it says, and perhaps what it is about. */
  readonly refused: (id: string) => Test;
  readonly refusedOn?: () => Promise<string>;
  /** The status of the refusal, unless it is 422. */
  readonly refusedWith?: number;
}

const newTicket = async (): Promise<string> => String((await aTicket(acme)).number);
const WORDS = { author_email: 'ann@team.example', content: 'Hello' };
const newDraft = async (): Promise<string> => {
  const ticket = await newTicket();
  await acme.client.put(`/tickets/${ticket}/drafts/note`, WORDS).expect(200);
  return ticket;
};
const announced = { filename: 'a.txt', byte_size: 1, checksum: md5Of('x'), content_type: 'text/plain' };
/** The path to which the bytes of an announced file are sent. */
const newAddress = async (): Promise<string> => {
  const { body } = await acme.client.post('/attachment_uploads', announced).expect(201);
  return new URL((body as { upload_url: string }).upload_url).pathname;
};
const putBytes = (path: string, bytes: string) =>
  acme.stranger
    .request('put', path)
    .set({ 'Content-Type': 'text/plain', 'Content-MD5': announced.checksum })
    .send(bytes);
const newField = async (state = 'active'): Promise<string> => {
  const { id } = await aField(acme, { name: randomUUID(), kind: 'text', state });
  return id;
};
const newRequest = () => ({ email: `${randomUUID()}@customer.example`, subject: 'New', description: '' });
const newMember = async (): Promise<string> => (await aMember(acme)).id;
const newCustomer = () => ({ customer: { emails: [`${randomUUID()}@customer.example`], first_name: 'New' } });
const newWebhook = async (): Promise<string> => `/webhooks/${(await anIdleWebhook(acme)).id}`;
const removing = (path: string, email: string) =>
  acme.client.delete(path, { emails: [email] }).set('Accept', 'application/json');

/** Every operation that can change something. A route that is not here fails the first test. */
const UNSAFE: Readonly<Record<string, UnsafeRoute>> = {
  'post /api/external/v2/tickets': {
    call: () => acme.client.post('/tickets', newRequest()),
    leaves: ['customer.created', 'ticket.created'],
    refused: () => acme.client.post('/tickets', { ...newRequest(), status: 'nope' }),
  },
  'post /api/v1/public/tickets': {
    call: () => acme.client.post('/api/v1/public/tickets', newRequest()),
    leaves: ['customer.created', 'ticket.created'],
    refused: () => acme.client.post('/api/v1/public/tickets', { ...newRequest(), subject: ' ' }),
  },
  'put /api/external/v2/tickets/:ticket_id': {
    on: newTicket,
    call: (id) => acme.client.put(`/tickets/${id}`, { subject: 'Put' }),
    leaves: ['ticket.updated'],
    refused: (id) => acme.client.put(`/tickets/${id}`, { subject: 'Put', status: 'nope' }),
  },
  'patch /api/external/v2/tickets/:ticket_id': {
    on: newTicket,
    call: (id) => acme.client.patch(`/tickets/${id}`, { subject: 'Patched' }),
    leaves: ['ticket.updated'],
    refused: (id) => acme.client.patch(`/tickets/${id}`, { group: 'Nobody' }),
  },
  'put /api/v1/public/tickets/:ticket_number': {
    on: newTicket,
    call: (id) => acme.client.put(`/api/v1/public/tickets/${id}`, { priority: 'high' }),
    leaves: ['ticket.updated'],
    refused: (id) => acme.client.put(`/api/v1/public/tickets/${id}`, { priority: 'x' }),
  },
  'post /api/external/v2/tickets/:ticket_id/comments': {
    on: newTicket,
    call: (id) => acme.client.post(`/tickets/${id}/comments`, WORDS),
    leaves: ['comment.created', 'ticket.updated'],
    refused: (id) => acme.client.post(`/tickets/${id}/comments`, { ...WORDS, content: ' ' }),
  },
  'post /api/external/v2/tickets/:ticket_id/drafts': {
    on: newTicket,
    call: (id) => acme.client.post(`/tickets/${id}/drafts`, WORDS),
    leaves: ['draft.saved'],
    refused: (id) => acme.client.post(`/tickets/${id}/drafts`, { ...WORDS, content: ' ' }),
  },
  'put /api/external/v2/tickets/:ticket_id/drafts/:draft_type': {
    on: newTicket,
    call: (id) => acme.client.put(`/tickets/${id}/drafts/note`, WORDS),
    leaves: ['draft.saved'],
    refused: (id) => acme.client.put(`/tickets/${id}/drafts/note`, { ...WORDS, author_email: 'x@y.example' }),
  },
  'delete /api/external/v2/tickets/:ticket_id/drafts/:draft_type': {
    on: newDraft,
    call: (id) => acme.client.delete(`/tickets/${id}/drafts/note`),
    leaves: ['draft.deleted'],
    refusedOn: newTicket,
    refused: (id) => acme.client.delete(`/tickets/${id}/drafts/note`),
    refusedWith: 404,
  },
  'post /api/external/v2/tickets/:ticket_id/drafts/:draft_type/send': {
    on: newDraft,
    call: (id) => acme.client.post(`/tickets/${id}/drafts/note/send`, {}),
    leaves: ['note.created'],
    refused: (id) => acme.client.post(`/tickets/${id}/drafts/note/send`, { content: 'x' }),
  },
  'post /api/external/v2/fields': {
    call: () => acme.client.post('/fields', { field: { name: randomUUID(), kind: 'date' } }),
    leaves: ['field.created'],
    refused: () => acme.client.post('/fields', { field: { kind: 'date' } }),
  },
  'patch /api/external/v2/fields/:field_id': {
    on: newField,
    call: (id) => acme.client.patch(`/fields/${id}`, { field: { is_required: true } }),
    leaves: ['field.updated'],
    refused: (id) => acme.client.patch(`/fields/${id}`, { field: { name: ' ' } }),
  },
  'delete /api/external/v2/fields/:field_id': {
    on: () => newField('inactive'),
    call: (id) => acme.client.delete(`/fields/${id}`),
    leaves: ['field.deleted'],
    refusedOn: () => newField('active'),
    refused: (id) => acme.client.delete(`/fields/${id}`),
  },
  'post /api/external/v2/customers': {
    call: () => acme.client.post('/customers', newCustomer()),
    leaves: ['customer.created'],
    refused: () => acme.client.post('/customers', { customer: { emails: [] } }),
  },
  'patch /api/external/v2/customers/:customer_id': {
    on: async () => (await aCustomerOf(acme)).id,
    call: (id) => acme.client.patch(`/customers/${id}`, newCustomer()),
    leaves: ['customer.updated'],
    refused: (id) => acme.client.patch(`/customers/${id}`, { customer: { emails: [] } }),
  },
  'post /api/v1/public/customers': {
    call: () => acme.client.post('/api/v1/public/customers', newCustomer()),
    leaves: ['customer.created'],
    refused: () => acme.client.post('/api/v1/public/customers', { customer: { emails: ['x'] } }),
  },
  // A file alone is seen by nobody; the entry is that of the ticket or comment that takes it.
  'post /api/external/v2/attachments': {
    call: () => sendFile(acme.client, PNG),
    leaves: [],
    refused: () => sendFile(acme.client, PNG, { contentId: 'a b' }),
  },
  'post /api/external/v2/attachment_uploads': {
    call: () => acme.client.post('/attachment_uploads', announced),
    leaves: [],
    refused: () => acme.client.post('/attachment_uploads', { ...announced, byte_size: -1 }),
  },
  'put /api/external/v2/attachment_uploads/:upload': {
    on: newAddress,
    call: (path) => putBytes(path, 'x'),
    leaves: [],
    refused: (path) => putBytes(path, 'y'),
  },
  'post /api/external/v2/team-members': {
    call: () => acme.client.post('/team-members', { emails: [`${randomUUID()}@team.example`] }),
    leaves: ['team_member.created'],
    refused: () => acme.client.post('/team-members', { emails: ['x'] }),
  },
  'patch /api/external/v2/team-members/:team_member_id': {
    on: newMember,
    call: (id) => acme.client.patch(`/team-members/${id}`, { organization_role: 'admin' }),
    leaves: ['team_member.updated'],
    refused: (id) => acme.client.patch(`/team-members/${id}`, { groups: ['Nobody'] }),
  },
  'delete /api/external/v2/team-members/:team_member_id': {
    on: newMember,
    call: (id) => acme.client.delete(`/team-members/${id}`),
    leaves: ['team_member.removed'],
    refused: (id) => acme.client.delete(`/team-members/${id}`).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks': {
    call: () => acme.client.post('/webhooks', { url: 'https://receiver.example', types: ['ticket.created'] }),
    leaves: ['webhook.created'],
    refused: () => acme.client.post('/webhooks', { url: 'ftp://receiver.example', types: [] }),
  },
  'patch /api/external/v2/webhooks/:webhook_id': {
    on: newWebhook,
    call: (path) => acme.client.patch(path, { include_notes: true }),
    leaves: ['webhook.updated'],
    refused: (path) => acme.client.patch(path, { types: ['nope'] }),
  },
  'delete /api/external/v2/webhooks/:webhook_id': {
    on: newWebhook,
    call: (path) => acme.client.delete(path),
    leaves: ['webhook.deleted'],
    refused: (path) => acme.client.delete(path).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks/:webhook_id/secrets': {
    on: newWebhook,
    call: (path) => acme.client.post(`${path}/secrets`),
    leaves: ['webhook.secret_created'],
    refusedOn: () => aWebhookWithSecrets(acme, 5),
    refused: (path) => acme.client.post(`${path}/secrets`),
  },
  'delete /api/external/v2/webhooks/:webhook_id/secrets/:secret_id': {
    on: () => theOldestSecret(acme, 2),
    call: (path) => acme.client.delete(path),
    leaves: ['webhook.secret_deleted'],
    refusedOn: () => theOldestSecret(acme, 1),
    refused: (path) => acme.client.delete(path),
  },
  'post /api/external/v2/webhooks/:webhook_id/test': {
    on: newWebhook,
    call: (path) => acme.client.post(`${path}/test`),
    leaves: ['webhook.tested'],
    refused: (path) => acme.client.post(`${path}/test`).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks/:webhook_id/deliveries/:delivery_id/redeliver': {
    on: () => aDelivery(acme),
    call: (path) => acme.client.post(`${path}/redeliver`),
    leaves: ['webhook.replayed'],
    refused: (path) => acme.client.post(`${path}/redeliver`).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks/:webhook_id/replay': {
    on: newWebhook,
    call: (path) => acme.client.post(`${path}/replay`, {}),
    leaves: ['webhook.replayed'],
    refused: (path) => acme.client.post(`${path}/replay`, { after: -1 }),
  },
  'delete /api/external/v1/team_members': {
    call: () => removing('/api/external/v1/team_members', 'eve@team.example'),
    leaves: ['team_member.removed'],
    refused: () => removing('/api/external/v1/team_members', 'nobody@team.example'),
  },
  'delete /api/external/v2/team_members': {
    call: () => removing('/api/external/v2/team_members', 'sam@team.example'),
    leaves: ['team_member.removed'],
    refused: () => removing('/api/external/v2/team_members', 'nobody@team.example'),
  },
};

describe('the audit trail of every operation that can change something', () => {
  it('is known to this test', async () => {
    const routes = (await apiRoutesOf(app)).filter(({ method }) => method !== 'get');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(UNSAFE).sort());
  });

  it.each(Object.entries(UNSAFE))(
    '%s: who, what and in which request, and nothing when it is refused',
    async (_route, { on, call, leaves, refused, refusedOn = on, refusedWith = 422 }) => {
      const id = (await on?.()) ?? '';
      const done = await audited(acme, () => call(id));
      expect(done.response.status).toBeLessThan(300);
      expect(done.entries.map(({ action }) => action)).toEqual(leaves);
      for (const entry of done.entries) {
        expect(entry).toMatchObject({ api_key_id: keyId, actor: null });
        expect(entry.before === null).toBe(entry.action.endsWith('.created'));
        expect(entry.after).not.toEqual(entry.before);
      }
      const otherId = (await refusedOn?.()) ?? '';
      const before = await entriesOf(acme);
      const not = await audited(acme, () => refused(otherId));
      expect([not.response.status, not.entries]).toEqual([refusedWith, []]);
      expect(await entriesOf(acme)).toEqual(before);
    },
  );
});
