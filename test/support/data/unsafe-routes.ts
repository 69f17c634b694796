import { randomUUID } from 'node:crypto';
import { FACTS } from '../../../src/app/features.js';
import type { FeatureFacts } from '../../../src/platform/features/facts.js';
import type { Test } from 'supertest';
import { PNG, sendFile } from './attachments.js';
import { aTicket, type TestWorkspace } from './builders.js';
import { aSpamMail, bring } from './mails/inbound-emails.js';
import { aWebhookWithSecrets, theOldestSecret } from './webhooks.js';
import type { Operation } from '../operations.js';
import { idsIn, onDraft, onField, putBytes, wordsOf, type Ids, type Request } from './writes.js';

/** An Idempotency-Key of another request. */
export const USED_KEY = 'used';

/** What a write leaves in the trail. Parts of its request stand here where another one leaves more. */
interface Audited extends Request {
  /** The actions that it leaves in the trail, and those of the service that follow. */
  readonly leaves: readonly string[];
  readonly refused: Refused;
}

/** A request that is refused for what it says, or what it is about. */
interface Refused extends Request {
  /** The status of the refusal, unless it is 422. */
  readonly status?: number;
  /** True when nothing but a key that was used is wrong with it. */
  readonly usesKeyAgain?: boolean;
}

const AGENT = 'ann@team.example';
const saying = (body: object): Request => ({ body: () => body });
const newRequest = (more: object = {}): object => ({
  ...{ email: `${randomUUID()}@customer.example`, subject: 'New', description: '' },
  ...more,
});
const onTicket = async (acme: TestWorkspace): Promise<Ids> => [(await aTicket(acme)).number, 'note'];
const spam = ({ client }: TestWorkspace): Test => bring(client, aSpamMail());

/** What writes leave, and a request that is refused, by their operations. Of others, `auditedOf` tells it. */
export const UNSAFE: Readonly<Record<string, Audited>> = {
  // Both make a customer, too.
  createTicket: {
    ...{ body: () => newRequest(), leaves: ['customer.created', 'ticket.created'] },
    refused: saying(newRequest({ status: 'nope' })),
  },
  createTicketLegacy: {
    ...{ body: () => newRequest(), leaves: ['customer.created', 'ticket.created'] },
    refused: saying(newRequest({ subject: ' ' })),
  },
  updateTicket: { leaves: ['ticket.updated'], refused: saying({ subject: 'Put', status: 'nope' }) },
  patchTicket: { leaves: ['ticket.updated'], refused: saying({ group: 'Nobody' }) },
  updateTicketLegacy: { leaves: ['ticket.updated'], refused: saying({ priority: 'x' }) },
  batchTickets: { leaves: ['ticket.updated'], refused: saying({ operations: [{ op: 'nope' }] }) },
  mergeTicket: { leaves: ['ticket.merged'], refused: { body: ([into]) => ({ into }) } },
  unmergeTicket: { leaves: ['ticket.unmerged'], refused: { on: onTicket, status: 409 } },
  // The first word of an agent changes the ticket, too.
  createComment: {
    ...{ ...saying(wordsOf(AGENT)), leaves: ['comment.created', 'ticket.updated'] },
    refused: saying({ author_email: AGENT, content: ' ' }),
  },
  createCommentLegacy: {
    ...{ body: ([ticket_number]) => ({ ticket_number, ...wordsOf(AGENT) }) },
    leaves: ['comment.created', 'ticket.updated'],
    refused: saying({ ticket_number: 0, ...wordsOf(AGENT) }),
  },
  createDraftLegacy: { leaves: ['draft.saved'], refused: saying({ author_email: AGENT, content: ' ' }) },
  createDraft: { leaves: ['draft.saved'], refused: saying({ author_email: AGENT, content: ' ' }) },
  saveDraft: { leaves: ['draft.saved'], refused: saying(wordsOf('x@y.example')) },
  deleteDraft: { leaves: ['draft.deleted'], refused: { on: onTicket, status: 404 } },
  sendDraft: { on: onDraft('note', AGENT), leaves: ['note.created'], refused: saying({ content: 'x' }) },
  createTicketField: { leaves: ['field.created'], refused: saying({ field: { kind: 'date' } }) },
  updateTicketField: { leaves: ['field.updated'], refused: saying({ field: { name: ' ' } }) },
  deleteTicketField: { leaves: ['field.deleted'], refused: { on: onField('active') } },
  createCustomer: { leaves: ['customer.created'], refused: saying({ customer: { emails: [] } }) },
  createCustomerLegacy: { leaves: ['customer.created'], refused: saying({ customer: { emails: ['x'] } }) },
  updateCustomer: { leaves: ['customer.updated'], refused: saying({ customer: { emails: [] } }) },
  // A file alone is seen by nobody; the entry is that of the ticket or comment that takes it.
  uploadAttachment: {
    leaves: [],
    refused: { send: ({ client }) => sendFile(client, PNG, { contentId: 'a b' }) },
  },
  reserveAttachmentUpload: { leaves: [], refused: saying({ byte_size: -1 }) },
  putAttachmentUpload: { leaves: [], refused: { send: (acme, path) => putBytes(acme, path, 'y') } },
  createCustomerSession: {
    leaves: ['customer.created', 'customer_session.created'],
    body: () => ({ email: `${randomUUID()}@customer.example` }),
    refused: saying({ expires_in: 1 }),
  },
  endCustomerSession: { leaves: ['customer_session.ended'], refused: { on: onTicket, status: 404 } },
  endCustomerSessions: {
    leaves: ['customer_session.ended'],
    refused: { send: ({ client }) => client.delete('/customer-sessions') },
  },
  createTeamMembers: { leaves: ['team_member.created'], refused: saying({ emails: ['x'] }) },
  createTeamMembersLegacy: { leaves: ['team_member.created'], refused: saying({ emails: ['x'] }) },
  updateTeamMember: { leaves: ['team_member.updated'], refused: saying({ groups: ['Nobody'] }) },
  removeTeamMember: { leaves: ['team_member.removed'], refused: { usesKeyAgain: true } },
  removeTeamMemberLegacy: { leaves: ['team_member.removed'], refused: { usesKeyAgain: true } },
  removeTeamMembers: { leaves: ['team_member.removed'], refused: saying({ emails: ['no@team.example'] }) },
  removeTeamMembersLegacy: {
    leaves: ['team_member.removed'],
    refused: saying({ emails: ['no@team.example'] }),
  },
  createWebhook: { leaves: ['webhook.created'], refused: saying({ url: 'ftp://a.example', types: [] }) },
  updateWebhook: {
    leaves: ['webhook.updated'],
    refused: saying({ types: ['nope'], filter: { group: ['nope'] } }),
  },
  deleteWebhook: { leaves: ['webhook.deleted'], refused: { usesKeyAgain: true } },
  createWebhookSecret: {
    leaves: ['webhook.secret_created'],
    refused: { on: async (acme) => idsIn(await aWebhookWithSecrets(acme, 5)) },
  },
  deleteWebhookSecret: {
    leaves: ['webhook.secret_deleted'],
    refused: { on: async (acme) => idsIn(await theOldestSecret(acme, 1)) },
  },
  testWebhook: { leaves: ['webhook.tested'], refused: { usesKeyAgain: true } },
  redeliverWebhookDelivery: { leaves: ['webhook.replayed'], refused: { usesKeyAgain: true } },
  replayWebhook: { leaves: ['webhook.replayed'], refused: saying({ after: -1 }) },
  receiveInboundEmail: {
    ...{ send: spam, leaves: ['service: email.suspended'] },
    refused: { send: ({ client }) => bring(client, aSpamMail(), 'text/plain'), status: 415 },
  },
  releaseInboundEmail: {
    leaves: ['email.released', 'service: ticket.created'],
    refused: saying({ as: 'reply' }),
  },
  deleteInboundEmail: {
    leaves: ['email.deleted'],
    refused: { on: () => Promise.resolve([randomUUID()]), status: 404 },
  },
};

/** The last word of the action that a write leaves. */
const WORDS: Readonly<Record<string, string>> = { post: 'created', delete: 'deleted' };

/** A write without a line above leaves the one action of its room that its method names, and no property that nobody knows is taken. */
export function auditedOf({ id, method }: Operation): Audited {
  const own = UNSAFE[id];
  if (own) return own;
  const facts: readonly FeatureFacts[] = FACTS;
  const { actions = {} } = facts.find(({ demo = {} }) => id in demo) ?? {};
  const leaves = Object.keys(actions).filter((action) => action.endsWith(`.${WORDS[method] ?? 'updated'}`));
  return { leaves, refused: saying({ nope: 1 }) };
}
