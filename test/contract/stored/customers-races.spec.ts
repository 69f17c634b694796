import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { anAddress, storedCustomers } from '../../support/data/stored/stored-customers.js';
import { useDesk } from '../../support/test-app.js';
import { waitingForLocks } from '../../support/data/stored/held.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const create = (customer: unknown) => acme.client.post('/customers', { customer });

/** How many customers have the address. */
const countOf = async (email: string): Promise<number> => {
  const { customer_emails: rows = [] } = await storedCustomers(acme);
  return rows.filter((row) => (row as { email: string }).email === email).length;
};
const countAll = async (): Promise<number> => (await storedCustomers(acme))['customers']?.length ?? 0;

/** Somebody who is about to have an address: the row is written, the transaction open. */
async function aRivalFor(email: string): Promise<pg.Client> {
  const rival = new pg.Client({ connectionString: app.database.adminUrl });
  await rival.connect();
  await rival.query('BEGIN');
  await rival.query(
    `WITH made AS (INSERT INTO customers (workspace_id, id, primary_email) VALUES ($1, gen_random_uuid(), $2) RETURNING id)
     INSERT INTO customer_emails (workspace_id, email_key, customer_id, email, is_primary, position)
     SELECT $1, lower($2), id, $2, true, 0 FROM made`,
    [acme.scope.workspaceId, email],
  );
  return rival;
}

describe('a creation that meets a rival for one of its addresses', () => {
  const meet = async (ending: 'COMMIT' | 'ROLLBACK') => {
    const contested = anAddress('contested');
    const before = await countAll();
    const rival = await aRivalFor(contested);
    const creation = create({
      emails: [anAddress(), { email: contested.toUpperCase() }],
      phones: ['1'],
    }).then();
    // The creation waits for the rival.
    await until(async () => (await waitingForLocks(app.database)) > 0);
    await rival.query(ending);
    await rival.end();
    return { response: await creation, made: (await countAll()) - before };
  };

  it('is refused at that address when the rival is first, and leaves nothing', async () => {
    const { response, made } = await meet('COMMIT');
    expect([response.status, fieldErrors(response), made]).toEqual([422, ['customer.emails[1].email'], 1]);
  });

  it('succeeds when the rival gives up', async () => {
    const { response, made } = await meet('ROLLBACK');
    expect([response.status, made]).toEqual([200, 1]);
  });
});

describe('creations at the same moment', () => {
  // @proves D-6-6
  it('with one address make one customer; the others are told where they lost', async () => {
    const shared = anAddress('Shared');
    const before = await countAll();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        create({ emails: [anAddress(), { email: shared }], phones: ['1'], links: ['https://x.example'] }),
      ),
    );
    const lost = responses.filter(({ status }) => status === 422);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(lost).toHaveLength(19);
    for (const response of lost) expect(fieldErrors(response)).toEqual(['customer.emails[1].email']);
    expect(await countOf(shared)).toBe(1);
    expect(await countAll()).toBe(before + 1);
  });

  it('with the same addresses in another order end without an error of the service', async () => {
    const emails = Array.from({ length: 6 }, () => anAddress('Crossing'));
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => create({ emails: turn % 2 ? emails : emails.toReversed() })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 422)]);
  });

  it('beside ticket updates with the address leave one customer', async () => {
    const email = anAddress('Race');
    const tickets = await Promise.all(Array.from({ length: 5 }, () => aTicket(acme)));
    const responses = await Promise.all([
      create({ emails: [email] }),
      ...tickets.map(({ number }) => acme.client.put(`/tickets/${number}`, { email })),
    ]);
    expect([200, 422]).toContain(responses[0].status);
    expect(responses.slice(1).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await countOf(email)).toBe(1);
  });
});
