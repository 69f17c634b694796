import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
  await aTicket(acme, { tags: ['vip'] });
});

describe('A list of tickets', () => {
  // @proves D-2-30
  it('that takes longer than 2 seconds to find is 422, and other lists are not', async () => {
    await asAdmin(
      app.database,
      `ALTER FUNCTION ticket_tag_key RENAME TO fast_ticket_tag_key;
       CREATE FUNCTION ticket_tag_key(tag text) RETURNS text LANGUAGE sql AS
         'SELECT fast_ticket_tag_key(tag) FROM pg_sleep(10)'`,
    );
    const broad = await acme.client.get('/tickets?tag=vip');
    const narrow = await acme.client.get('/tickets?priority=high');
    await asAdmin(
      app.database,
      'DROP FUNCTION ticket_tag_key; ALTER FUNCTION fast_ticket_tag_key RENAME TO ticket_tag_key',
    );
    expect([broad.status, broad.body]).toEqual([
      422,
      {
        error:
          'The list takes too long to find, please ask for fewer tickets: by more or narrower filters, or by an earlier page.',
        code: 'filter_too_broad',
        field_errors: [],
      },
    ]);
    expect(narrow.status).toBe(200);
    expect((await acme.client.get('/tickets?tag=vip')).body.pagination.total_records).toBe(1);
  });

  it('that waits for a lock is 503, however broad its filters are', async () => {
    const lock = new pg.Client({ connectionString: app.database.adminUrl });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE');
    const { status, body } = await acme.client.get('/tickets?priority=high');
    await lock.end();
    expect([status, body.code]).toEqual([503, 'unavailable']);
  });
});

describe('A list of customers', () => {
  /** Customers are found by their addresses, and each query of those takes 10 seconds. */
  const withSlowAddresses = async (work: () => Promise<void>) => {
    await asAdmin(
      app.database,
      `ALTER TABLE customer_emails RENAME TO fast_customer_emails;
       CREATE VIEW customer_emails AS SELECT * FROM fast_customer_emails WHERE pg_sleep(10) IS NOT NULL;
       GRANT SELECT ON customer_emails TO PUBLIC`,
    );
    await work();
    await asAdmin(
      app.database,
      'DROP VIEW customer_emails; ALTER TABLE fast_customer_emails RENAME TO customer_emails',
    );
  };

  // @proves D-2-30
  it('that takes longer than 2 seconds to find is 422, and one without a filter is not', async () => {
    await acme.client.post('/customers', { customer: { emails: ['ada@customer.example'] } }).expect(200);
    await withSlowAddresses(async () => {
      const broad = await acme.client.get('/customers?email=ada%40customer.example');
      const whole = await acme.client.get('/customers');
      expect([broad.status, broad.body]).toEqual([
        422,
        {
          error:
            'The list takes too long to find, please ask for fewer customers: by more or narrower filters.',
          code: 'filter_too_broad',
          field_errors: [],
        },
      ]);
      expect([whole.status, whole.body.code]).toEqual([503, 'unavailable']);
    });
    const found = await acme.client.get('/customers?email=ada%40customer.example');
    expect(found.body.pagination.total_records).toBe(1);
  });
});
