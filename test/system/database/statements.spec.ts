import type { Test } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { apiRoutesOf } from '../../support/routes.js';
import { useDesk } from '../../support/test-app.js';
import { addTickets, START } from '../../support/data/ticket-places.js';
import { UNKEPT_WRITES, WRITES } from '../../support/data/writes.js';

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
  ['/tickets/1?include=channel,participants', 2],
  ['/tickets/1?include=merged', 2],
  ['/tickets/1?include=comments', 2],
  ['/tickets/1?include=url,channel,participants,merged,comments', 4],
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

/** How many statements a write may cost, and with a new Idempotency-Key. */
const WRITE_CEILINGS: Readonly<Record<string, readonly [plain: number, withKey: number]>> = {
  'post /api/external/v2/tickets': [7, 14],
  'post /api/v1/public/tickets': [7, 14],
  'put /api/external/v2/tickets/:ticket_id': [4, 11],
  'patch /api/external/v2/tickets/:ticket_id': [4, 11],
  'put /api/v1/public/tickets/:ticket_number': [4, 11],
  'post /api/external/v2/tickets/:ticket_id/merge': [11, 18],
  'post /api/external/v2/tickets/:ticket_id/unmerge': [9, 16],
  'post /api/external/v2/tickets/:ticket_id/comments': [7, 14],
  'post /api/external/v2/tickets/:ticket_id/drafts': [7, 14],
  'put /api/external/v2/tickets/:ticket_id/drafts/:draft_type': [7, 14],
  'delete /api/external/v2/tickets/:ticket_id/drafts/:draft_type': [4, 11],
  'post /api/external/v2/tickets/:ticket_id/drafts/:draft_type/send': [11, 18],
  'post /api/external/v2/customers': [6, 13],
  'patch /api/external/v2/customers/:customer_id': [7, 14],
  'post /api/v1/public/customers': [6, 13],
  'post /api/external/v2/fields': [8, 15],
  'patch /api/external/v2/fields/:field_id': [8, 15],
  'delete /api/external/v2/fields/:field_id': [6, 13],
  'delete /api/external/v2/inbound-emails/:inbound_email_id': [6, 13],
  'post /api/external/v2/team-members': [5, 12],
  'patch /api/external/v2/team-members/:team_member_id': [6, 13],
  'delete /api/external/v2/team-members/:team_member_id': [8, 16],
  'patch /api/external/v2/webhooks/:webhook_id': [7, 14],
  'delete /api/external/v2/webhooks/:webhook_id': [6, 13],
  'delete /api/external/v2/webhooks/:webhook_id/secrets/:secret_id': [5, 12],
  'post /api/external/v2/webhooks/:webhook_id/test': [7, 14],
  'post /api/external/v2/webhooks/:webhook_id/deliveries/:delivery_id/redeliver': [7, 14],
  'post /api/external/v2/webhooks/:webhook_id/replay': [6, 13],
  'delete /api/external/v2/team_members': [8, 15],
  'delete /api/external/v1/team_members': [8, 15],
};

/** How many statements a write may cost whose answer is not kept. The record of a file is there before its bytes are. */
const UNKEPT_CEILINGS: Readonly<Record<string, number>> = {
  'post /api/external/v2/attachments': 3,
  'post /api/external/v2/attachment_uploads': 2,
  'put /api/external/v2/attachment_uploads/:upload': 3,
  'post /api/external/v2/inbound-emails': 18,
  'post /api/external/v2/inbound-emails/:inbound_email_id/release': 22,
  'post /api/external/v2/webhooks': 8,
  'post /api/external/v2/webhooks/:webhook_id/secrets': 8,
};

describe('the number of statements', () => {
  it('has a ceiling for every route', async () => {
    const routes = (await apiRoutesOf(app)).map(({ method, path }) => `${method} ${path}`);
    expect(routes.filter((route) => !route.startsWith('get ')).sort()).toEqual(
      Object.keys({ ...WRITE_CEILINGS, ...UNKEPT_CEILINGS }).sort(),
    );
  });

  it.each(READS)('of GET %s is %i at most, with little to show and with much', async (path, ceiling) => {
    for (const workspace of [small, large])
      await expectAtMost(ceiling, () => () => workspace.client.get(path));
  });

  it.each(Object.entries(WRITES))(
    'of %s has a ceiling, with little there and with much',
    async (route, make) => {
      const [plain, withKey] = WRITE_CEILINGS[route] ?? [0, 0];
      for (const workspace of [small, large]) {
        const prepare = async () => {
          const { method, path, body } = await make(workspace);
          return () => workspace.client.request(method, path).set('Accept', 'application/json').send(body);
        };
        await expectAtMost(plain, prepare);
        await expectAtMost(withKey, async () => {
          const send = await prepare();
          return () => send().set('Idempotency-Key', `key-${++turn}`);
        });
      }
    },
  );

  it.each(Object.entries(UNKEPT_WRITES))(
    'of %s has a ceiling, with little there and with much',
    async (route, prepare) => {
      for (const workspace of [small, large])
        await expectAtMost(UNKEPT_CEILINGS[route] ?? 0, () => prepare(workspace));
    },
  );

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
    ['of everything of the ticket', () => everything(++turn), 5],
    [
      'that names another customer',
      () => ({ ...everything(++turn), email: `c${turn % 2}@customer.example` }),
      6,
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
