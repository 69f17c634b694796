import { DataSource } from 'typeorm';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/**
 * Which statements are planned once, and which for the values of each run. Left to itself PostgreSQL takes longer to plan some than
 * to run them, and keeps plans for others that are a thousand times too slow (docs/performance.md); answers look alike either way.
 */
let app: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  // One connection, so that every statement is prepared once.
  app = await startTestApp({ poolSize: 1 });
  workspace = await aWorkspace(app, {
    fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Japan'] }],
  });
  await aTicket(workspace, {
    email: 'john@customer.example',
    tags: ['vip'],
    ticket_fields: { Country: 'India' },
  });
});
afterAll(() => app.stop());

/** More runs than PostgreSQL wants to see before it keeps a plan. */
const RUNS = 8;

interface Plans {
  readonly once: number;
  readonly eachTime: number;
}

/** How often the statements whose name begins so were run with each kind of plan. */
async function plansOf(name: string): Promise<Plans> {
  const [plans] = await app.app.get(DataSource).query<[Plans]>(
    `SELECT coalesce(sum(generic_plans), 0)::int AS once, coalesce(sum(custom_plans), 0)::int AS "eachTime"
     FROM pg_prepared_statements WHERE starts_with(name, $1)`,
    [name],
  );
  return plans;
}

async function afterRuns(name: string, send: (run: number) => Promise<{ status: number }>): Promise<Plans> {
  const before = await plansOf(name);
  for (let run = 0; run < RUNS; run++) expect((await send(run)).status).toBe(200);
  const after = await plansOf(name);
  return { once: after.once - before.once, eachTime: after.eachTime - before.eachTime };
}

describe('the plans', () => {
  const get = (path: string) => () => workspace.client.get(path);

  it.each([
    ['one ticket', 'tickets.find_by_number', '/tickets/1'],
    ['a page of all tickets', 'tickets.list_counted', '/tickets'],
    ['a page of a status', 'tickets.list_counted', '/tickets?status=open'],
    ['the version of the fields', 'fields.version', '/fields'],
  ])('of %s are made once', async (_what, name, path) => {
    await get(path)();
    expect(await afterRuns(name, get(path))).toEqual({ once: RUNS, eachTime: 0 });
  });

  it.each([
    ['tickets with a value of a field', '/tickets?field_name=Country&field_value=India'],
    ['tickets with a tag', '/tickets?tag=vip'],
  ])('of %s are made for their values', async (_what, path) => {
    expect(await afterRuns('tickets.list.', get(path))).toEqual({ once: 0, eachTime: RUNS });
  });

  it.each([
    'tickets.lock_by_number',
    'tickets.vocabulary',
    'tickets.change',
    'tickets.find_and_add_audit_entry',
  ])('of an update are made once: %s', async (name) => {
    const update = (run: number) =>
      workspace.client.put('/tickets/1', {
        subject: `Turn ${run} of ${name}`,
        ticket_fields: { Country: 'Japan' },
      });
    expect(await afterRuns(name, update)).toMatchObject({ eachTime: 0, once: RUNS });
  });
});
