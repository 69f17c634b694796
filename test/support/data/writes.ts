import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { newestId, operation, pathOf, type Operation } from '../operations.js';
import type { Method } from '../servers/api-client.js';
import { announce, md5Of, PNG, sendFile } from './attachments.js';
import { aTicket, type TestWorkspace } from './builders.js';
import { CUSTOMER } from './comments.js';
import { aCustomerOf } from './customers.js';
import { aField } from './fields.js';
import { aMail, aSpamMail, bring, received } from './mails/inbound-emails.js';
import { merging } from './merges.js';
import { aSession } from './sessions.js';
import { aMember } from './team-members.js';
import { aDelivery, anIdleWebhook, deleteWebhooks, theOldestSecret } from './webhooks.js';

/** A write of a client. Sent twice, it is the same request. */
export interface Write {
  readonly method: Method;
  readonly path: string;
  readonly body?: object | undefined;
}

/** The ids in the path of a request, in their order, and perhaps further ones. */
export type Ids = readonly (string | number)[];

/** A request of an operation that changes something which no other test writes. */
export interface Request {
  /** Makes what the request is about. */
  readonly on?: (workspace: TestWorkspace) => Promise<Ids>;
  /** Its body, unless it is that of the example in the document. */
  readonly body?: (ids: Ids) => object;
  /** Goes on after its path. */
  readonly query?: (ids: Ids) => string;
  /** Sends it, unless its body is JSON and it needs a key. */
  readonly send?: (workspace: TestWorkspace, path: string) => Test;
}

/** The ids in a path such as `/webhooks/<id>/secrets/<id>`. */
export const idsIn = (path: string): Ids => path.split('/').filter((_part, at) => at > 0 && at % 2 === 0);

const onTicket = async (workspace: TestWorkspace): Promise<Ids> => [(await aTicket(workspace)).number];
const onTwoTickets = async (workspace: TestWorkspace): Promise<Ids> => [
  ...(await onTicket(workspace)),
  ...(await onTicket(workspace)),
];
const onMail = async (workspace: TestWorkspace): Promise<Ids> => [
  (await received(workspace, aSpamMail())).id,
];
const onMember = async (workspace: TestWorkspace): Promise<Ids> => [(await aMember(workspace)).id];
/** On a draft of this type that is there. */
export const onDraft =
  (type: string, author: string) =>
  async (workspace: TestWorkspace): Promise<Ids> => {
    const { number } = await aTicket(workspace);
    await workspace.client.put(`/tickets/${number}/drafts/${type}`, wordsOf(author)).expect(200);
    return [number, type];
  };
/** On an idle webhook, the only one of the workspace: there is room for few. */
const onWebhook = async (workspace: TestWorkspace): Promise<Ids> => {
  await deleteWebhooks(workspace);
  return [(await anIdleWebhook(workspace)).id];
};
const onlyOf =
  (make: (workspace: TestWorkspace) => Promise<string>) =>
  async (workspace: TestWorkspace): Promise<Ids> => {
    await deleteWebhooks(workspace);
    return idsIn(await make(workspace));
  };
export const onField =
  (state: string) =>
  async (workspace: TestWorkspace): Promise<Ids> => [
    (await aField(workspace, { name: aName(), kind: 'text', state })).id,
  ];

export const wordsOf = (author_email: string): object => ({ author_email, content: '<p>Hello</p>' });
const newCustomer = (): object => ({ customer: { emails: [`${randomUUID()}@customer.example`] } });
const removal = (name: string) => (): object => ({ emails: [`${name}@team.example`] });

export const putBytes = ({ stranger }: TestWorkspace, path: string, bytes: string): Test =>
  stranger
    .request('put', path)
    .set({ 'Content-Type': 'text/plain', 'Content-MD5': md5Of('x') })
    .send(bytes);

/** What the document does not say of a request in a workspace that is not the demo, by the operation or the newest one of its kind. */
const REQUESTS: Readonly<Record<string, Request>> = {
  // The example of the older operation names a field of the demo.
  createTicketLegacy: { body: () => operation('createTicket').example ?? {} },
  updateTicket: { on: onTicket, body: () => ({ subject: aName() }) },
  batchTickets: {
    on: onTicket,
    body: ([ticket]) => ({ operations: [{ op: 'update', ticket, body: { subject: aName() } }] }),
  },
  mergeTicket: { on: onTwoTickets, body: ([, into]) => ({ into }) },
  unmergeTicket: {
    on: async (workspace) => {
      const [one = 0, other = 0] = await onTwoTickets(workspace);
      await merging(workspace, one, other).expect(200);
      return [one];
    },
  },
  createComment: { on: onTicket, body: () => wordsOf(CUSTOMER) },
  createCommentLegacy: {
    on: onTicket,
    body: ([ticket_number]) => ({ ticket_number, ...wordsOf(CUSTOMER) }),
  },
  createDraft: { on: onTicket, body: () => wordsOf(CUSTOMER) },
  saveDraft: {
    on: async (workspace) => [...(await onTicket(workspace)), 'reply'],
    body: () => wordsOf(CUSTOMER),
  },
  deleteDraft: { on: onDraft('reply', CUSTOMER) },
  sendDraft: { on: onDraft('reply', CUSTOMER) },
  createCustomer: { body: newCustomer },
  updateCustomer: { on: async (workspace) => [(await aCustomerOf(workspace)).id], body: newCustomer },
  createTicketField: { body: () => ({ field: { name: aName(), kind: 'text' } }) },
  updateTicketField: { on: onField('active'), body: () => ({ field: { name: aName() } }) },
  deleteTicketField: { on: onField('inactive') },
  createCustomerSession: { body: () => ({ email: CUSTOMER }) },
  endCustomerSession: { on: async (workspace) => [(await aSession(workspace)).id] },
  endCustomerSessions: {
    on: async (workspace) => {
      const email = `${randomUUID()}@customer.example`;
      return [(await aSession(workspace, { email })).customer.id];
    },
    query: ([customer]) => `?customer_id=${customer}`,
  },
  createTeamMembers: { body: () => removal(randomUUID())() },
  updateTeamMember: { on: onMember },
  removeTeamMember: { on: onMember },
  // They are removed, one by either version.
  removeTeamMembers: { body: removal('eve') },
  removeTeamMembersLegacy: { body: removal('kim') },
  createWebhook: { on: async (workspace) => (await deleteWebhooks(workspace), []) },
  updateWebhook: { on: onWebhook },
  deleteWebhook: { on: onWebhook },
  createWebhookSecret: { on: onWebhook },
  deleteWebhookSecret: { on: onlyOf((workspace) => theOldestSecret(workspace, 2)) },
  testWebhook: { on: onWebhook },
  redeliverWebhookDelivery: { on: onlyOf(aDelivery) },
  replayWebhook: { on: onWebhook, body: () => ({}) },
  releaseInboundEmail: { on: onMail },
  deleteInboundEmail: { on: onMail },
  uploadAttachment: { send: ({ client }) => sendFile(client, PNG) },
  putAttachmentUpload: {
    on: async ({ client }) => [new URL((await announce(client, 'x')).url).pathname.split('/').at(-1) ?? ''],
    send: (workspace, path) => putBytes(workspace, path, 'x'),
  },
  receiveInboundEmail: { send: ({ client }) => bring(client, aMail()) },
};

const requestOf = ({ id }: Operation): Request => REQUESTS[id] ?? REQUESTS[newestId(id)] ?? {};

/** A write that changes something. `own` replaces parts of the request. */
export async function aWrite(workspace: TestWorkspace, of: Operation, own: Request = {}): Promise<Write> {
  const { on, body, query } = { ...requestOf(of), ...own };
  const ids = (await on?.(workspace)) ?? [];
  return {
    method: of.method,
    path: pathOf(of, ids) + (query?.(ids) ?? ''),
    body: body ? body(ids) : of.example,
  };
}

/** Prepares a write, which the test sends. */
export async function prepared(
  workspace: TestWorkspace,
  of: Operation,
  own: Request = {},
): Promise<() => Test> {
  const { method, path, body } = await aWrite(workspace, of, own);
  const { send } = { ...requestOf(of), ...own };
  if (send) return () => send(workspace, path);
  return () => workspace.client.request(method, path).set('Accept', 'application/json').send(body);
}

/** Sends a write with an `Idempotency-Key`. */
export function sentWithKey({ client }: TestWorkspace, { method, path, body }: Write, key: string): Test {
  return client.request(method, path).set({ Accept: 'application/json', 'Idempotency-Key': key }).send(body);
}

/** A customer with a new address. */
export function aCustomer(): Write {
  return { method: 'post', path: '/customers', body: newCustomer() };
}

/** An update that changes a new ticket. */
export function anUpdate(workspace: TestWorkspace): Promise<Write> {
  return aWrite(workspace, operation('updateTicket'));
}

function aName(): string {
  return `Name ${randomUUID()}`;
}
