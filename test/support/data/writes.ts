import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { anAnnouncement, announce, PNG, sendFile } from './attachments.js';
import { aTicket, type TestWorkspace } from './builders.js';
import { aCustomerOf } from './customers.js';
import { aField } from './fields.js';
import { aMail, aSpamMail, bring, received } from './inbound-emails.js';
import { merging } from './merges.js';
import { aMember } from './team-members.js';
import { aDelivery, anIdleWebhook, deleteWebhooks, theOldestSecret } from './webhooks.js';

/** A write of a client. Sent twice, it is the same request. */
export interface Write {
  readonly method: 'put' | 'patch' | 'post' | 'delete';
  readonly path: string;
  readonly body?: object | undefined;
}

type Maker = (workspace: TestWorkspace) => Write | Promise<Write>;

/** Every write of the API whose answer can be kept, by its route. Each changes something that exists and that no other test writes. */
export const WRITES: Readonly<Record<string, Maker>> = {
  'post /api/external/v2/tickets': () => aNewTicket(),
  'post /api/v1/public/tickets': () => ({ ...aNewTicket(), path: '/api/v1/public/tickets' }),
  'put /api/external/v2/tickets/:ticket_id': anUpdate,
  'patch /api/external/v2/tickets/:ticket_id': async (workspace) => ({
    ...(await anUpdate(workspace)),
    method: 'patch',
  }),
  'put /api/v1/public/tickets/:ticket_number': async (workspace) => {
    const { path, ...update } = await anUpdate(workspace);
    return { ...update, path: `/api/v1/public${path}` };
  },
  'post /api/external/v2/tickets/:ticket_id/merge': async (workspace) => {
    const [one, other] = [await aTicket(workspace), await aTicket(workspace)];
    return { method: 'post', path: `/tickets/${one.number}/merge`, body: { into: other.number } };
  },
  'post /api/external/v2/tickets/:ticket_id/unmerge': async (workspace) => {
    const [one, other] = [await aTicket(workspace), await aTicket(workspace)];
    await merging(workspace, one.number, other.number).expect(200);
    return { method: 'post', path: `/tickets/${one.number}/unmerge` };
  },
  'post /api/external/v2/tickets/:ticket_id/comments': async (workspace) => ({
    ...{ method: 'post', path: `/tickets/${(await aTicket(workspace)).number}/comments`, body: WORDS },
  }),
  'post /api/external/v2/tickets/:ticket_id/drafts': async (workspace) => ({
    ...{ method: 'post', path: `/tickets/${(await aTicket(workspace)).number}/drafts`, body: WORDS },
  }),
  'put /api/external/v2/tickets/:ticket_id/drafts/:draft_type': async (workspace) => ({
    ...{ method: 'put', path: `/tickets/${(await aTicket(workspace)).number}/drafts/reply`, body: WORDS },
  }),
  'delete /api/external/v2/tickets/:ticket_id/drafts/:draft_type': async (workspace) => ({
    ...{ method: 'delete', path: await aDraft(workspace) },
  }),
  'post /api/external/v2/tickets/:ticket_id/drafts/:draft_type/send': async (workspace) => ({
    ...{ method: 'post', path: `${await aDraft(workspace)}/send`, body: {} },
  }),
  'post /api/external/v2/customers': aCustomer,
  'patch /api/external/v2/customers/:customer_id': async (workspace) => ({
    method: 'patch',
    path: `/customers/${(await aCustomerOf(workspace)).id}`,
    body: { customer: { last_name: 'Changed', ...(aCustomer().body as { customer: object }).customer } },
  }),
  'post /api/v1/public/customers': () => ({ ...aCustomer(), path: '/api/v1/public/customers' }),
  'post /api/external/v2/fields': () => ({
    method: 'post',
    path: '/fields',
    body: { field: { name: aName(), kind: 'text' } },
  }),
  'patch /api/external/v2/fields/:field_id': async (workspace) => {
    const { id } = await aField(workspace, { name: aName(), kind: 'text' });
    return { method: 'patch', path: `/fields/${id}`, body: { field: { name: aName() } } };
  },
  'delete /api/external/v2/fields/:field_id': async (workspace) => {
    const { id } = await aField(workspace, { name: aName(), kind: 'text', state: 'inactive' });
    return { method: 'delete', path: `/fields/${id}` };
  },
  'delete /api/external/v2/inbound-emails/:inbound_email_id': async (workspace) => ({
    ...{ method: 'delete', path: `/inbound-emails/${(await received(workspace, aSpamMail())).id}` },
  }),
  'post /api/external/v2/team-members': () => ({
    method: 'post',
    path: '/team-members',
    body: { emails: [`${randomUUID()}@team.example`] },
  }),
  'patch /api/external/v2/team-members/:team_member_id': async (workspace) => ({
    method: 'patch',
    path: `/team-members/${(await aMember(workspace)).id}`,
    body: { first_name: aName() },
  }),
  'delete /api/external/v2/team-members/:team_member_id': async (workspace) => ({
    method: 'delete',
    path: `/team-members/${(await aMember(workspace)).id}`,
  }),
  'patch /api/external/v2/webhooks/:webhook_id': async (workspace) => ({
    ...{ method: 'patch', path: await aWebhookAlone(workspace), body: { include_notes: true } },
  }),
  'delete /api/external/v2/webhooks/:webhook_id': async (workspace) => ({
    ...{ method: 'delete', path: await aWebhookAlone(workspace) },
  }),
  'delete /api/external/v2/webhooks/:webhook_id/secrets/:secret_id': async (workspace) => {
    await deleteWebhooks(workspace);
    return { method: 'delete', path: await theOldestSecret(workspace, 2) };
  },
  'post /api/external/v2/webhooks/:webhook_id/test': async (workspace) => ({
    ...{ method: 'post', path: `${await aWebhookAlone(workspace)}/test` },
  }),
  'post /api/external/v2/webhooks/:webhook_id/deliveries/:delivery_id/redeliver': async (workspace) => {
    await deleteWebhooks(workspace);
    return { method: 'post', path: `${await aDelivery(workspace)}/redeliver` };
  },
  'post /api/external/v2/webhooks/:webhook_id/replay': async (workspace) => ({
    ...{ method: 'post', path: `${await aWebhookAlone(workspace)}/replay`, body: {} },
  }),
  'delete /api/external/v2/team_members': () => removal('/team_members', 'eve'),
  'delete /api/external/v1/team_members': () => removal('/api/external/v1/team_members', 'kim'),
};

/** The other writes of the API, by their routes: each prepares one, which the test sends. */
export const UNKEPT_WRITES: Readonly<Record<string, (workspace: TestWorkspace) => Promise<() => Test>>> = {
  'post /api/external/v2/attachments': ({ client }) => Promise.resolve(() => sendFile(client, PNG)),
  'post /api/external/v2/attachment_uploads': ({ client }) =>
    Promise.resolve(() => client.post('/attachment_uploads', anAnnouncement('x'))),
  'put /api/external/v2/attachment_uploads/:upload': async ({ client, stranger }) => {
    const { url, headers } = await announce(client, 'x');
    return () => stranger.request('put', new URL(url).pathname).set(headers).send('x');
  },
  'post /api/external/v2/inbound-emails': ({ client }) => Promise.resolve(() => bring(client, aMail())),
  'post /api/external/v2/inbound-emails/:inbound_email_id/release': async (workspace) => {
    const { id } = await received(workspace, aSpamMail());
    return () => workspace.client.post(`/inbound-emails/${id}/release`);
  },
  'post /api/external/v2/webhooks': async (workspace) => {
    await deleteWebhooks(workspace);
    const webhook = { url: 'https://receiver.example', types: ['ticket.created'], state: 'disabled' };
    return () => workspace.client.post('/webhooks', webhook);
  },
  'post /api/external/v2/webhooks/:webhook_id/secrets': async (workspace) => {
    const path = await aWebhookAlone(workspace);
    return () => workspace.client.post(`${path}/secrets`);
  },
};

/** The path of an idle webhook, the only one of the workspace: there is room for few. */
async function aWebhookAlone(workspace: TestWorkspace): Promise<string> {
  await deleteWebhooks(workspace);
  return `/webhooks/${(await anIdleWebhook(workspace)).id}`;
}

/** The words of the customer of a ticket that `aTicket` makes. */
const WORDS = { author_email: 'someone@customer.example', content: '<p>Hello</p>' };

/** The path of a draft that is there. */
async function aDraft(workspace: TestWorkspace): Promise<string> {
  const path = `/tickets/${(await aTicket(workspace)).number}/drafts/reply`;
  await workspace.client.put(path, WORDS).expect(200);
  return path;
}

/** A new ticket of a known customer. */
export function aNewTicket(): Write {
  const body = { email: 'john@customer.example', subject: aName(), description: '<p>Help</p>' };
  return { method: 'post', path: '/tickets', body };
}

/** A customer with a new address. */
export function aCustomer(): Write {
  const emails = [`${randomUUID()}@customer.example`];
  return { method: 'post', path: '/customers', body: { customer: { emails } } };
}

/** An update that changes a new ticket. */
export async function anUpdate(workspace: TestWorkspace): Promise<Write> {
  const { number } = await aTicket(workspace);
  return { method: 'put', path: `/tickets/${number}`, body: { subject: aName() } };
}

function removal(path: string, name: string): Write {
  return { method: 'delete', path, body: { emails: [`${name}@team.example`] } };
}

function aName(): string {
  return `Name ${randomUUID()}`;
}
