import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { apiRoutesOf } from '../../support/routes.js';
import { useDesk } from '../../support/test-app.js';
import { addTickets, START } from '../../support/data/tickets/ticket-places.js';
import { prepared } from '../../support/data/writes.js';
import { newestId, WRITES } from '../../support/operations.js';

/** A request must not cost more statements because there is more to show (architecture, style rule 7). */
const app = useDesk();
let small: TestWorkspace;
let large: TestWorkspace;

beforeAll(async () => {
  small = await aWorkspaceWith(3);
  large = await aWorkspaceWith(60);
});

async function aWorkspaceWith(fields: number): Promise<TestWorkspace> {
  const names = Array.from({ length: fields }, (_, index) => `Field ${index}`);
  const members = ['eve', 'kim', 'sam'].map((name) => ({ email: `${name}@team.example`, first_name: name }));
  const workspace = await aWorkspace(app, {
    fields: names.map((name) => ({ name, kind: 'text' })),
    team_members: members,
    groups: [{ name: 'Support' }],
  });
  await aTicket(workspace, {
    email: 'john@customer.example',
    ticket_fields: Object.fromEntries(names.map((name) => [name, 'x'])),
    tags: ['vip'],
  });
  await addTickets(
    workspace,
    Array.from({ length: 120 }, (_, index) => ({ number: index + 2, createdAt: START, status: 'open' })),
  );
  return workspace;
}

/** Sends a request that was prepared. */
type Send = () => Test;

/** The ends of transactions, and what the process sends several times a second, whatever it is asked. */
const NOT_OF_A_REQUEST = /^BEGIN\b|\bCOMMIT$|\b(?:rate_limit_counts|access_version)\b/;

/**
 * Expects that an answered request sends at most `ceiling` statements, without the ends of its transaction. After a change, a key is
 * looked up again: one of some requests must do.
 */
async function expectAtMost(ceiling: number, prepare: () => Send | Promise<Send>): Promise<void> {
  let sent: string[] = [];
  for (let round = 0; round < 20; round++) {
    const send = await prepare();
    const statements = await statementsOf(async () => {
      expect((await send()).status).toBeLessThan(300);
    });
    sent = statements.map(({ text }) => text).filter((text) => !NOT_OF_A_REQUEST.test(text));
    if (sent.length <= ceiling) return;
  }
  throw new Error(`${sent.length} statements, not ${ceiling} at most:\n${sent.join('\n')}`);
}

/** How many statements a read may cost, with few fields and tickets and with many. */
const READS: readonly (readonly [path: string, ceiling: number])[] = [
  ['/tickets/1', 1],
  ['/tickets/1?include=url', 1],
  ['/tickets/1?include=follow_up', 1],
  ['/tickets/1?include=channel,participants', 1],
  ['/tickets/1?include=merged', 2],
  ['/tickets/1?include=comments', 2],
  ['/tickets/1?include=url,channel,participants,merged,comments', 3],
  ['/tickets/1/comments', 1],
  ['/tickets/1/comments?order=desc&page_size=100', 1],
  ['/tickets/1/comments?author_type=agent', 1],
  ['/fields', 1],
  ['/fields?page_size=2', 1],
  ['/forms', 1],
  ['/statuses', 1],
  ['/categories?page_size=1', 1],
  ['/groups', 1],
  ['/companies', 1],
  ['/tags', 1],
  ['/tags?page_size=100&page_number=3', 1],
  ['/customers?page_size=1', 1],
  ['/customers?q=joh', 1],
  ['/customers?page_size=100', 1],
  ['/customers?email=john@customer.example&q=joh', 1],
  ['/webhooks', 2],
  ['/team-members', 1],
  ['/team-members?state=active,inactive&sort=email&email=eve@team.example', 1],
  ['/tickets?page_size=1', 1],
  ['/tickets?page_size=30', 1],
  ['/tickets?page_size=100', 1],
  ['/tickets?page_size=30&page_number=5', 1],
  ['/tickets?page_size=30&page_number=50', 1],
  ['/tickets?page_size=1&status=open', 1],
  ['/tickets?page_size=100&status=open', 1],
  ['/tickets?page_size=100&status=open,new,closed', 1],
  ['/tickets?tag=vip', 1],
  ['/tickets?assignee_email=eve@team.example', 1],
  ['/tickets?field_name=Field%200&field_value=x&group=Support', 1],
  ['/tickets?sort=updated_at&order=asc', 1],
  ['/tickets?channel=api&updated_after=2024-01-01T00:00:00Z', 1],
];

type Ceilings = readonly [plain: number, withKey?: number];

/** A write that is not below makes one row, and its entry of the audit trail. */
const PLAIN_WRITE: Ceilings = [5, 12];

/** How many statements a write may cost, and with a new Idempotency-Key, at each of its addresses. The record of a file is there before its bytes are. */
const WRITE_CEILINGS: Readonly<Record<string, Ceilings>> = {
  createTicket: [7, 14],
  updateTicket: [4, 11],
  batchTickets: [4, 12],
  mergeTicket: [11, 18],
  unmergeTicket: [9, 16],
  createComment: [7, 14],
  createDraft: [7, 14],
  saveDraft: [7, 14],
  deleteDraft: [4, 11],
  sendDraft: [11, 18],
  createCustomer: [6, 13],
  updateCustomer: [7, 14],
  createTicketField: [8, 15],
  updateTicketField: [8, 15],
  deleteTicketField: [6, 13],
  deleteInboundEmail: [6, 13],
  createTeamMembers: [5, 12],
  updateTeamMember: [6, 13],
  removeTeamMember: [8, 16],
  updateWebhook: [7, 14],
  deleteWebhook: [6, 13],
  deleteWebhookSecret: [5, 12],
  testWebhook: [7, 14],
  redeliverWebhookDelivery: [7, 14],
  replayWebhook: [6, 13],
  removeTeamMembers: [8, 15],
  uploadAttachment: [3],
  reserveAttachmentUpload: [2],
  putAttachmentUpload: [3],
  receiveInboundEmail: [18],
  releaseInboundEmail: [22, 29],
  createWebhook: [8],
  createWebhookSecret: [8],
  createCustomerSession: [6],
  endCustomerSession: [2, 9],
  endCustomerSessions: [2, 9],
};

describe('the number of statements', () => {
  it('has a ceiling for every route', async () => {
    const routes = (await apiRoutesOf(app)).map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !route.startsWith('get ')).sort()).toEqual(
      WRITES.map(({ route }) => route).sort(),
    );
    const kept = new Set(WRITES.map(({ id, isKept }) => `${newestId(id)} ${isKept}`));
    const named = Object.entries(WRITE_CEILINGS).map(([id, [, withKey]]) => `${id} ${withKey !== undefined}`);
    expect(named.filter((one) => !kept.has(one))).toEqual([]);
  });

  it('of 50 updates in a batch is that of one', async () => {
    const update = (index: number) => ({
      ...{ op: 'update', ticket: index + 2 },
      body: { subject: randomUUID(), status: index % 2 ? 'on_hold' : 'open' },
    });
    await expectAtMost(5, () => () => {
      const operations = Array.from({ length: 50 }, (_, index) => update(index));
      return large.client.post('/tickets/batch', { operations });
    });
  });

  it.each(READS)('of GET %s is %i at most, with little to show and with much', async (path, ceiling) => {
    for (const workspace of [small, large])
      await expectAtMost(ceiling, () => () => workspace.client.get(path));
  });

  it.each(WRITES)('of $id has a ceiling, with little there and with much', async (write) => {
    const [plain, withKey] = WRITE_CEILINGS[newestId(write.id)] ?? PLAIN_WRITE;
    for (const workspace of [small, large]) {
      await expectAtMost(plain, () => prepared(workspace, write));
      if (withKey === undefined || !write.isKept) continue;
      await expectAtMost(withKey, async () => {
        const send = await prepared(workspace, write);
        return () => send().set('Idempotency-Key', `key-${++turn}`);
      });
    }
  });

  let turn = 0;
  it.each([
    ['that changes nothing', () => ({ priority: 'high' }), 3],
    ['of a subject', () => ({ subject: `Subject ${++turn}` }), 4],
    ['of an assignee', () => ({ assignee_email: ++turn % 2 ? 'sam@team.example' : null }), 5],
    [
      'of status and field',
      () => ({ status: ++turn % 2 ? 'open' : 'new', ticket_fields: { 'Field 0': `${turn}` } }),
      4,
    ],
    // A date that moves keeps its moment.
    ['of everything of the ticket', () => everything(++turn), 6],
    [
      'that names another customer',
      () => ({ ...everything(++turn), email: `c${turn % 2}@customer.example` }),
      7,
    ],
  ])('of an update %s has a ceiling, with few fields and with many', async (_name, body, ceiling) => {
    for (const workspace of [small, large])
      await expectAtMost(ceiling, () => () => workspace.client.put('/tickets/1', body()));
  });

  it('has a ceiling with If-Match too', async () => {
    const { body } = await small.client.get('/fields?page_size=1');
    const field = `/fields/${body.fields[0].id}`;
    for (const workspace of [small, large]) {
      await expectAtMost(
        5,
        () => () => workspace.client.put('/tickets/1', { subject: `Subject ${++turn}` }).set('If-Match', '*'),
      );
    }
    await expectAtMost(
      8,
      () => () => small.client.patch(field, { field: { display_order: ++turn } }).set('If-Match', '*'),
    );
  });

  it('of a write that was done already is two at most', async () => {
    await expectAtMost(2, async () => {
      const send = () => small.client.put('/tickets/1', { subject: 'Again' }).set('Idempotency-Key', 'again');
      await send();
      return send;
    });
  });

  const everything = (index: number): object => ({
    subject: `All ${index}`,
    description: `<p>${index}</p>`,
    ticket_fields: Object.fromEntries([0, 1, 2].map((field) => [`Field ${field}`, `v${index}`])),
    status: index % 2 ? 'open' : 'new',
    priority: index % 2 ? 'low' : 'high',
    group: 'Support',
    assignee_email: 'sam@team.example',
    tags: [`t${index}`],
    resolution_due_date: `2030-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`,
  });
});
