import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { md5Of, PNG, sendFile } from './attachments.js';
import { aTicket, type TestWorkspace } from './builders.js';
import { aCustomerOf } from './customers.js';
import { aField } from './fields.js';
import { aSpamMail, bring, received } from './inbound-emails.js';
import { merging, unmerging } from './merges.js';
import { aMember } from './team-members.js';
import { aDelivery, anIdleWebhook, aWebhookWithSecrets, theOldestSecret } from './webhooks.js';

/** An Idempotency-Key of another request. */
export const USED_KEY = 'used';

/** A route that changes something, with a request that succeeds and one that is refused. */
interface UnsafeRoute {
  /** Makes what the requests are about. */
  readonly on?: (acme: TestWorkspace) => Promise<string>;
  /** A request that succeeds and changes something. */
  readonly call: (acme: TestWorkspace, id: string) => Test;
  /** The actions that it leaves in the trail, and those of the service that follow. */
  readonly leaves: readonly string[];
  /** A request that is refused for what it says, and perhaps what it is about. */
  readonly refused: (acme: TestWorkspace, id: string) => Test;
  readonly refusedOn?: (acme: TestWorkspace) => Promise<string>;
  /** The status of the refusal, unless it is 422. */
  readonly refusedWith?: number;
}

const newTicket = async (acme: TestWorkspace): Promise<string> => String((await aTicket(acme)).number);
/** The first ticket of each workspace. Others are merged into it. */
const TARGET = 1;
const newSecond = async (acme: TestWorkspace): Promise<string> => {
  await aTicket(acme);
  return newTicket(acme);
};
const newMerged = async (acme: TestWorkspace): Promise<string> => {
  const ticket = await newSecond(acme);
  await merging(acme, ticket, TARGET).expect(200);
  return ticket;
};
const newSuspendedMail = async (acme: TestWorkspace): Promise<string> =>
  (await received(acme, aSpamMail())).id;
const WORDS = { author_email: 'ann@team.example', content: 'Hello' };
const newDraft = async (acme: TestWorkspace): Promise<string> => {
  const ticket = await newTicket(acme);
  await acme.client.put(`/tickets/${ticket}/drafts/note`, WORDS).expect(200);
  return ticket;
};
const announced = { filename: 'a.txt', byte_size: 1, checksum: md5Of('x'), content_type: 'text/plain' };
/** The path to which the bytes of an announced file are sent. */
const newAddress = async (acme: TestWorkspace): Promise<string> => {
  const { body } = await acme.client.post('/attachment_uploads', announced).expect(201);
  return new URL((body as { upload_url: string }).upload_url).pathname;
};
const putBytes = (acme: TestWorkspace, path: string, bytes: string) =>
  acme.stranger
    .request('put', path)
    .set({ 'Content-Type': 'text/plain', 'Content-MD5': announced.checksum })
    .send(bytes);
const newField = async (acme: TestWorkspace, state = 'active'): Promise<string> => {
  const { id } = await aField(acme, { name: randomUUID(), kind: 'text', state });
  return id;
};
const newRequest = () => ({ email: `${randomUUID()}@customer.example`, subject: 'New', description: '' });
const newMember = async (acme: TestWorkspace): Promise<string> => (await aMember(acme)).id;
export const newCustomer = () => ({
  customer: { emails: [`${randomUUID()}@customer.example`], first_name: 'New' },
});
const newWebhook = async (acme: TestWorkspace): Promise<string> =>
  `/webhooks/${(await anIdleWebhook(acme)).id}`;
const removing = (acme: TestWorkspace, path: string, email: string) =>
  acme.client.delete(path, { emails: [email] }).set('Accept', 'application/json');

/** Every operation that can change something. A route that is not here fails the first test. */
export const UNSAFE: Readonly<Record<string, UnsafeRoute>> = {
  'post /api/external/v2/tickets': {
    call: (acme) => acme.client.post('/tickets', newRequest()),
    leaves: ['customer.created', 'ticket.created'],
    refused: (acme) => acme.client.post('/tickets', { ...newRequest(), status: 'nope' }),
  },
  'post /api/v1/public/tickets': {
    call: (acme) => acme.client.post('/api/v1/public/tickets', newRequest()),
    leaves: ['customer.created', 'ticket.created'],
    refused: (acme) => acme.client.post('/api/v1/public/tickets', { ...newRequest(), subject: ' ' }),
  },
  'put /api/external/v2/tickets/:ticket_id': {
    on: newTicket,
    call: (acme, id) => acme.client.put(`/tickets/${id}`, { subject: 'Put' }),
    leaves: ['ticket.updated'],
    refused: (acme, id) => acme.client.put(`/tickets/${id}`, { subject: 'Put', status: 'nope' }),
  },
  'patch /api/external/v2/tickets/:ticket_id': {
    on: newTicket,
    call: (acme, id) => acme.client.patch(`/tickets/${id}`, { subject: 'Patched' }),
    leaves: ['ticket.updated'],
    refused: (acme, id) => acme.client.patch(`/tickets/${id}`, { group: 'Nobody' }),
  },
  'put /api/v1/public/tickets/:ticket_number': {
    on: newTicket,
    call: (acme, id) => acme.client.put(`/api/v1/public/tickets/${id}`, { priority: 'high' }),
    leaves: ['ticket.updated'],
    refused: (acme, id) => acme.client.put(`/api/v1/public/tickets/${id}`, { priority: 'x' }),
  },
  'post /api/external/v2/tickets/:ticket_id/merge': {
    on: newSecond,
    call: (acme, id) => merging(acme, id, TARGET),
    leaves: ['ticket.merged'],
    refused: (acme, id) => merging(acme, id, id),
  },
  'post /api/external/v2/tickets/:ticket_id/unmerge': {
    on: newMerged,
    call: unmerging,
    leaves: ['ticket.unmerged'],
    refusedOn: newTicket,
    refused: unmerging,
    refusedWith: 409,
  },
  'post /api/external/v2/tickets/:ticket_id/comments': {
    on: newTicket,
    call: (acme, id) => acme.client.post(`/tickets/${id}/comments`, WORDS),
    leaves: ['comment.created', 'ticket.updated'],
    refused: (acme, id) => acme.client.post(`/tickets/${id}/comments`, { ...WORDS, content: ' ' }),
  },
  'post /api/external/v2/tickets/:ticket_id/drafts': {
    on: newTicket,
    call: (acme, id) => acme.client.post(`/tickets/${id}/drafts`, WORDS),
    leaves: ['draft.saved'],
    refused: (acme, id) => acme.client.post(`/tickets/${id}/drafts`, { ...WORDS, content: ' ' }),
  },
  'put /api/external/v2/tickets/:ticket_id/drafts/:draft_type': {
    on: newTicket,
    call: (acme, id) => acme.client.put(`/tickets/${id}/drafts/note`, WORDS),
    leaves: ['draft.saved'],
    refused: (acme, id) =>
      acme.client.put(`/tickets/${id}/drafts/note`, { ...WORDS, author_email: 'x@y.example' }),
  },
  'delete /api/external/v2/tickets/:ticket_id/drafts/:draft_type': {
    on: newDraft,
    call: (acme, id) => acme.client.delete(`/tickets/${id}/drafts/note`),
    leaves: ['draft.deleted'],
    refusedOn: newTicket,
    refused: (acme, id) => acme.client.delete(`/tickets/${id}/drafts/note`),
    refusedWith: 404,
  },
  'post /api/external/v2/tickets/:ticket_id/drafts/:draft_type/send': {
    on: newDraft,
    call: (acme, id) => acme.client.post(`/tickets/${id}/drafts/note/send`, {}),
    leaves: ['note.created'],
    refused: (acme, id) => acme.client.post(`/tickets/${id}/drafts/note/send`, { content: 'x' }),
  },
  'post /api/external/v2/fields': {
    call: (acme) => acme.client.post('/fields', { field: { name: randomUUID(), kind: 'date' } }),
    leaves: ['field.created'],
    refused: (acme) => acme.client.post('/fields', { field: { kind: 'date' } }),
  },
  'patch /api/external/v2/fields/:field_id': {
    on: newField,
    call: (acme, id) => acme.client.patch(`/fields/${id}`, { field: { is_required: true } }),
    leaves: ['field.updated'],
    refused: (acme, id) => acme.client.patch(`/fields/${id}`, { field: { name: ' ' } }),
  },
  'delete /api/external/v2/fields/:field_id': {
    on: (acme) => newField(acme, 'inactive'),
    call: (acme, id) => acme.client.delete(`/fields/${id}`),
    leaves: ['field.deleted'],
    refusedOn: (acme) => newField(acme, 'active'),
    refused: (acme, id) => acme.client.delete(`/fields/${id}`),
  },
  'post /api/external/v2/customers': {
    call: (acme) => acme.client.post('/customers', newCustomer()),
    leaves: ['customer.created'],
    refused: (acme) => acme.client.post('/customers', { customer: { emails: [] } }),
  },
  'patch /api/external/v2/customers/:customer_id': {
    on: async (acme) => (await aCustomerOf(acme)).id,
    call: (acme, id) => acme.client.patch(`/customers/${id}`, newCustomer()),
    leaves: ['customer.updated'],
    refused: (acme, id) => acme.client.patch(`/customers/${id}`, { customer: { emails: [] } }),
  },
  'post /api/v1/public/customers': {
    call: (acme) => acme.client.post('/api/v1/public/customers', newCustomer()),
    leaves: ['customer.created'],
    refused: (acme) => acme.client.post('/api/v1/public/customers', { customer: { emails: ['x'] } }),
  },
  // A file alone is seen by nobody; the entry is that of the ticket or comment that takes it.
  'post /api/external/v2/attachments': {
    call: (acme) => sendFile(acme.client, PNG),
    leaves: [],
    refused: (acme) => sendFile(acme.client, PNG, { contentId: 'a b' }),
  },
  'post /api/external/v2/attachment_uploads': {
    call: (acme) => acme.client.post('/attachment_uploads', announced),
    leaves: [],
    refused: (acme) => acme.client.post('/attachment_uploads', { ...announced, byte_size: -1 }),
  },
  'put /api/external/v2/attachment_uploads/:upload': {
    on: newAddress,
    call: (acme, path) => putBytes(acme, path, 'x'),
    leaves: [],
    refused: (acme, path) => putBytes(acme, path, 'y'),
  },
  'post /api/external/v2/team-members': {
    call: (acme) => acme.client.post('/team-members', { emails: [`${randomUUID()}@team.example`] }),
    leaves: ['team_member.created'],
    refused: (acme) => acme.client.post('/team-members', { emails: ['x'] }),
  },
  'patch /api/external/v2/team-members/:team_member_id': {
    on: newMember,
    call: (acme, id) => acme.client.patch(`/team-members/${id}`, { organization_role: 'admin' }),
    leaves: ['team_member.updated'],
    refused: (acme, id) => acme.client.patch(`/team-members/${id}`, { groups: ['Nobody'] }),
  },
  'delete /api/external/v2/team-members/:team_member_id': {
    on: newMember,
    call: (acme, id) => acme.client.delete(`/team-members/${id}`),
    leaves: ['team_member.removed'],
    refused: (acme, id) => acme.client.delete(`/team-members/${id}`).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks': {
    call: (acme) =>
      acme.client.post('/webhooks', { url: 'https://receiver.example', types: ['ticket.created'] }),
    leaves: ['webhook.created'],
    refused: (acme) => acme.client.post('/webhooks', { url: 'ftp://receiver.example', types: [] }),
  },
  'patch /api/external/v2/webhooks/:webhook_id': {
    on: newWebhook,
    call: (acme, path) => acme.client.patch(path, { include_notes: true }),
    leaves: ['webhook.updated'],
    refused: (acme, path) => acme.client.patch(path, { types: ['nope'] }),
  },
  'delete /api/external/v2/webhooks/:webhook_id': {
    on: newWebhook,
    call: (acme, path) => acme.client.delete(path),
    leaves: ['webhook.deleted'],
    refused: (acme, path) => acme.client.delete(path).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks/:webhook_id/secrets': {
    on: newWebhook,
    call: (acme, path) => acme.client.post(`${path}/secrets`),
    leaves: ['webhook.secret_created'],
    refusedOn: (acme) => aWebhookWithSecrets(acme, 5),
    refused: (acme, path) => acme.client.post(`${path}/secrets`),
  },
  'delete /api/external/v2/webhooks/:webhook_id/secrets/:secret_id': {
    on: (acme) => theOldestSecret(acme, 2),
    call: (acme, path) => acme.client.delete(path),
    leaves: ['webhook.secret_deleted'],
    refusedOn: (acme) => theOldestSecret(acme, 1),
    refused: (acme, path) => acme.client.delete(path),
  },
  'post /api/external/v2/webhooks/:webhook_id/test': {
    on: newWebhook,
    call: (acme, path) => acme.client.post(`${path}/test`),
    leaves: ['webhook.tested'],
    refused: (acme, path) => acme.client.post(`${path}/test`).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks/:webhook_id/deliveries/:delivery_id/redeliver': {
    on: (acme) => aDelivery(acme),
    call: (acme, path) => acme.client.post(`${path}/redeliver`),
    leaves: ['webhook.replayed'],
    refused: (acme, path) => acme.client.post(`${path}/redeliver`).set('Idempotency-Key', USED_KEY),
  },
  'post /api/external/v2/webhooks/:webhook_id/replay': {
    on: newWebhook,
    call: (acme, path) => acme.client.post(`${path}/replay`, {}),
    leaves: ['webhook.replayed'],
    refused: (acme, path) => acme.client.post(`${path}/replay`, { after: -1 }),
  },
  'post /api/external/v2/inbound-emails': {
    call: (acme) => bring(acme.client, aSpamMail()),
    leaves: ['service: email.suspended'],
    refused: (acme) => bring(acme.client, aSpamMail(), 'text/plain'),
    refusedWith: 415,
  },
  'post /api/external/v2/inbound-emails/:inbound_email_id/release': {
    on: newSuspendedMail,
    call: (acme, id) => acme.client.post(`/inbound-emails/${id}/release`, { as: 'ticket' }),
    leaves: ['email.released', 'service: ticket.created'],
    refused: (acme, id) => acme.client.post(`/inbound-emails/${id}/release`, { as: 'reply' }),
  },
  'delete /api/external/v2/inbound-emails/:inbound_email_id': {
    on: newSuspendedMail,
    call: (acme, id) => acme.client.delete(`/inbound-emails/${id}`),
    leaves: ['email.deleted'],
    refused: (acme) => acme.client.delete(`/inbound-emails/${randomUUID()}`),
    refusedWith: 404,
  },
  'delete /api/external/v1/team_members': {
    call: (acme) => removing(acme, '/api/external/v1/team_members', 'eve@team.example'),
    leaves: ['team_member.removed'],
    refused: (acme) => removing(acme, '/api/external/v1/team_members', 'nobody@team.example'),
  },
  'delete /api/external/v2/team_members': {
    call: (acme) => removing(acme, '/api/external/v2/team_members', 'sam@team.example'),
    leaves: ['team_member.removed'],
    refused: (acme) => removing(acme, '/api/external/v2/team_members', 'nobody@team.example'),
  },
};
