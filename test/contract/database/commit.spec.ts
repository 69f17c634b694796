import pg from 'pg';
import { commit } from '../../../src/platform/database/commit.js';
import { isRefusedCommit } from '../../../src/platform/database/postgres-errors.js';
import { testDatabase } from '../../support/test-database.js';

describe('the commit of a transaction', () => {
  const client = new pg.Client({ connectionString: testDatabase().serviceUrl });

  beforeAll(() => client.connect());
  afterAll(() => client.end());

  it('succeeds when PostgreSQL keeps it', async () => {
    await client.query('BEGIN');
    await commit(client);
    expect(client.getTransactionStatus()).toBe('I');
  });

  it('fails when a statement had failed, which PostgreSQL says only in its answer', async () => {
    await client.query('BEGIN');
    await client.query('SELECT 1 / 0').catch(() => undefined);
    const refusal = await commit(client).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(isRefusedCommit(refusal)).toBe(true);
  });

  it('is refused when the transaction has taken longer than it may, and nothing is kept', async () => {
    await client.query('BEGIN');
    await client.query('SELECT pg_sleep(0.01)');
    const refusal = await commit(client, 5).catch((error: unknown) => error);
    expect([isRefusedCommit(refusal), (refusal as { code?: string }).code]).toEqual([true, '57014']);
    await client.query('ROLLBACK');
  });
});
