import { AccessChanges } from '../../src/tenancy/access-changes.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { recordStatements } from '../support/recorded-statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { addTickets, START } from '../integration/ticket-places.js';

/** A request must not cost more statements because there is more to show (architecture, style rule 7). */
let app: TestApp;
let small: TestWorkspace;
let large: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  small = await aWorkspaceWith(3);
  large = await aWorkspaceWith(60);
});
afterAll(() => app.stop());

async function aWorkspaceWith(fields: number): Promise<TestWorkspace> {
  const names = Array.from({ length: fields }, (_, index) => `Field ${index}`);
  const workspace = await aWorkspace(app, {
    fields: names.map((name) => ({ name, kind: 'text' })),
    team_members: [{ email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
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

/**
 * What an answered request sends, without the ends of its transaction. What else the process does meanwhile only adds. So does
 * looking every key up while changes of them cannot be heard, as on a machine that stood still for a moment: that is waited for.
 */
async function statementsOf(send: () => Promise<{ status: number }>): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < 4; round++) {
    await until(() => app.app.get(AccessChanges).lifetimeMs() > 0);
    const recorder = recordStatements();
    const { status } = await send().finally(() => {
      recorder.stop();
    });
    expect(status).toBe(200);
    counts.push(recorder.statements.filter(({ text }) => !/^(BEGIN|COMMIT)\b/.test(text)).length);
  }
  return Math.min(...counts);
}

const of = (workspace: TestWorkspace) => async (path: string) => workspace.client.get(path);

describe('the number of statements', () => {
  it.each([
    ['GET one ticket by number', '/tickets/1', 1],
    ['GET fields', '/fields', 1],
    ['GET fields, a page', '/fields?page_size=2', 1],
    ['GET forms', '/forms', 1],
    ['list', '/tickets?page_size=1', 1],
    ['list', '/tickets?page_size=30', 1],
    ['list', '/tickets?page_size=100', 1],
    ['list, last page', '/tickets?page_size=30&page_number=5', 1],
    ['list, beyond the end', '/tickets?page_size=30&page_number=50', 1],
    ['list by status', '/tickets?page_size=1&status=open', 2],
    ['list by status', '/tickets?page_size=100&status=open', 2],
    ['list by statuses', '/tickets?page_size=100&status=open,new,closed', 2],
    ['list by tag', '/tickets?tag=vip', 1],
    ['list by assignee', '/tickets?assignee_email=eve@team.example', 1],
    ['list by field value and group', '/tickets?field_name=Field%200&field_value=x&group=Support', 2],
    ['list by update', '/tickets?sort=updated_at&order=asc', 1],
  ])('of %s (%s) is %i, with few fields and with many', async (_name, path, expected) => {
    expect(await statementsOf(() => of(small)(path))).toBe(expected);
    expect(await statementsOf(() => of(large)(path))).toBe(expected);
  });

  let turn = 0;
  it.each([
    ['that changes nothing', () => ({ priority: 'high' }), 3],
    ['of a subject', () => ({ subject: `Subject ${++turn}` }), 4],
    ['of an assignee', () => ({ assignee_email: ++turn % 2 ? 'eve@team.example' : null }), 5],
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
  ])('of an update %s has a limit, with few fields and with many', async (_name, body, most) => {
    for (const workspace of [small, large]) {
      const send = async () => workspace.client.put('/tickets/1', body());
      expect(await statementsOf(send)).toBeLessThanOrEqual(most);
    }
  });

  it('of an update with If-Match is one more, for what the ticket is at that moment', async () => {
    for (const workspace of [small, large]) {
      const send = () => workspace.client.put('/tickets/1', { subject: `Subject ${++turn}` });
      const plain = await statementsOf(async () => send());
      expect(await statementsOf(async () => send().set('If-Match', '*'))).toBe(plain + 1);
    }
  });

  it('of an update with Idempotency-Key is seven more, and two in all when it is sent again', async () => {
    const send = (key: string) =>
      small.client.put('/tickets/1', { subject: key }).set('Idempotency-Key', key);
    const plain = await statementsOf(async () =>
      small.client.put('/tickets/1', { subject: `Plain ${++turn}` }),
    );
    expect(await statementsOf(async () => send(`key-${++turn}`))).toBe(plain + 7);
    expect(await statementsOf(async () => send('key-again'))).toBe(2);
  });

  it('of an update of a field with If-Match is the same as without', async () => {
    const { body } = await small.client.get('/fields?page_size=1');
    const path = `/fields/${body.fields[0].id}`;
    const send = () => small.client.patch(path, { field: { display_order: ++turn } });
    const plain = await statementsOf(async () => send());
    expect(await statementsOf(async () => send().set('If-Match', '*'))).toBe(plain);
  });

  const everything = (index: number): object => ({
    subject: `All ${index}`,
    description: `<p>${index}</p>`,
    ticket_fields: Object.fromEntries([0, 1, 2].map((field) => [`Field ${field}`, `v${index}`])),
    status: index % 2 ? 'open' : 'new',
    priority: index % 2 ? 'low' : 'high',
    group: 'Support',
    assignee_email: 'eve@team.example',
    tags: [`t${index}`],
    resolution_due_date: `2030-01-01T00:00:${String(index % 60).padStart(2, '0')}Z`,
  });
});
