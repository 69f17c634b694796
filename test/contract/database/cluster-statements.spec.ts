import { shardedFunctions } from '../../../src/app/schema/migrations.js';
import { ClusterRules } from '../../support/cluster/cluster-rules.js';
import { namedStatements } from '../../support/recorded-statements.js';
import { useDesk } from '../../support/test-app.js';

/** A cluster holds statements against rules that one server does not have. They hold here, too, so that a change needs no cluster to see it. */
const app = useDesk();
let rules: ClusterRules;

beforeAll(async () => {
  rules = await ClusterRules.open(app.database.ownerUrl);
});
afterAll(() => rules.close());

it('every statement that has a name would be taken by a cluster', async () => {
  // Rows of a temporary table come before such a statement.
  const statements = (await namedStatements()).filter(({ text }) => !text.includes('pg_temp'));
  expect(statements.length).toBeGreaterThan(150);
  const refused: Record<string, string[]> = {};
  for (const { name, text } of statements) {
    const refusals = await rules.refusalsOf(text);
    if (refusals.length > 0) refused[name] = refusals;
  }
  expect(refused).toEqual({});
});

it('every function for shards names the tables of workspaces by their shards', () => {
  expect(shardedFunctions.length).toBeGreaterThan(10);
  const named = shardedFunctions.map(({ name, sourceOnShards }) => [
    name,
    rules.tablesNamedIn(sourceOnShards),
  ]);
  expect(named.filter(([, tables = []]) => tables.length > 0)).toEqual([]);
  const onOne = shardedFunctions.flatMap(({ statement }) => rules.tablesNamedIn(statement));
  expect(onOne.length).toBeGreaterThan(10);
});

/** Each text is refused by Citus 13 with the words that follow, or done by it without the walls. */
describe('a statement is refused', () => {
  const MAIL = 'workspace_id = $1 AND id = $2';
  const READER = 'INSERT INTO event_readers AS r (workspace_id, reader, position)';

  it.each([
    // One server takes it, and of many each would have to be asked.
    ['tickets is touched without its workspace', 'SELECT count(*) FROM tickets WHERE $1::uuid IS NOT NULL'],
    [
      'customers is touched without its workspace',
      'SELECT t.id FROM tickets t JOIN customers c ON c.id = t.customer_id WHERE t.workspace_id = $1',
    ],
    [
      'comments is touched without its workspace',
      'DELETE FROM tickets WHERE workspace_id = $1 AND id IN (SELECT ticket_id FROM comments)',
    ],
    [
      'mails is touched without its workspace',
      `WITH old AS (SELECT id FROM mails) DELETE FROM tickets t USING old WHERE t.workspace_id = $1 AND t.id = old.id`,
    ],
    // Functions used in UPDATE queries on distributed tables must not be VOLATILE.
    ['a volatile function in UPDATE', `UPDATE mails SET lease = gen_random_uuid() WHERE ${MAIL}`],
    [
      'a volatile function in the WHERE of a write',
      `DELETE FROM mails WHERE ${MAIL} AND due_at < clock_timestamp()`,
    ],
    // STABLE functions used in UPDATE queries cannot be called with column references.
    [
      'a stable function over columns in a write',
      `UPDATE mails SET due_at = created_at + interval '1 s' WHERE ${MAIL}`,
    ],
    [
      'a stable function over columns in a write',
      `WITH clock AS MATERIALIZED (SELECT now() AS now) UPDATE mails SET due_at = clock.now + interval '1 s' FROM clock WHERE ${MAIL}`,
    ],
    [
      'a stable function over columns in a write',
      `UPDATE mails SET answer = concat(answer, ' ') WHERE ${MAIL}`,
    ],
    // Non-IMMUTABLE functions are not allowed in CASE or COALESCE statements.
    [
      'a stable function in CASE or COALESCE in a write',
      `UPDATE mails SET finished_at = coalesce(finished_at, statement_timestamp()) WHERE ${MAIL}`,
    ],
    [
      'a stable function in CASE or COALESCE in a write',
      `UPDATE mails SET finished_at = CASE WHEN $3 = 'sent' THEN now() END WHERE ${MAIL}`,
    ],
    // Non-IMMUTABLE functions are not allowed in the RETURNING clause.
    [
      'a stable function in RETURNING',
      `UPDATE mails SET failures = 0 WHERE ${MAIL} RETURNING due_at < now()`,
    ],
    ['a stable function in RETURNING', `${READER} VALUES ($1, $2, 0) RETURNING now()`],
    // Functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE.
    [
      'a stable function in ON CONFLICT',
      `INSERT INTO form_counts (workspace_id, id, hits, begun_at, ends_at) VALUES ($1, $2, 1, now(), now())
       ON CONFLICT (workspace_id, id) DO UPDATE SET ends_at = now()`,
    ],
    // Operator does not exist: text = boolean.
    [
      'CASE value WHEN in a write',
      `UPDATE mails SET state = CASE state WHEN 'pending' THEN 'failed' END WHERE ${MAIL}`,
    ],
    [
      'CASE value WHEN in a write',
      `WITH old AS (SELECT id FROM mails WHERE workspace_id = $1 AND CASE state WHEN 'pending' THEN true END FOR UPDATE)
       DELETE FROM mails m USING old WHERE m.workspace_id = $1 AND m.id = old.id`,
    ],
    [
      'CASE value WHEN in ON CONFLICT',
      `${READER} VALUES ($1, $2, 0) ON CONFLICT (workspace_id, reader) DO UPDATE SET position = CASE r.reader WHEN 'x' THEN 1 END`,
    ],
    // Subqueries are not supported within INSERT queries.
    ['a sub-select in VALUES', `${READER} VALUES ($1, $2, (SELECT 1))`],
    ['a sub-select in RETURNING of an INSERT', `${READER} VALUES ($1, $2, 0) RETURNING (SELECT 1)`],
    // COPY FROM not supported with row-level security.
    [
      'an INSERT of a SELECT without RETURNING, which is copied past row-level security',
      `${READER} SELECT $1::uuid, number::text, 0 FROM tickets WHERE workspace_id = $1`,
    ],
    // Cannot execute a distributed query from a query on a shard.
    ['delete_workspace() has no form for shards', 'SELECT delete_workspace()'],
  ])('for %s: %s', async (words, text) => {
    expect(await rules.refusalsOf(text)).toContain(words);
  });

  it.each([
    'SELECT t.id FROM tickets t JOIN customers c ON c.workspace_id = t.workspace_id AND c.id = t.customer_id WHERE t.workspace_id = $1',
    `SELECT id FROM comments_for_customers WHERE workspace_id = $1`,
    'UPDATE mails SET due_at = statement_timestamp() + make_interval(secs => $2) WHERE workspace_id = $1',
    `UPDATE mails SET due_at = (created_at AT TIME ZONE 'UTC' + interval '1 s') AT TIME ZONE 'UTC' WHERE ${MAIL}`,
    `WITH clock AS (SELECT now() AS now) UPDATE mails SET due_at = clock.now + interval '1 s' FROM clock WHERE ${MAIL}`,
    `${READER} VALUES ($1, $2, 0), ($3, $4, 0)`,
    `${READER} SELECT t.workspace_id, t.number::text, 0 FROM tickets t WHERE t.workspace_id = $1`,
    `${READER} SELECT $1::uuid, number::text, 0 FROM tickets WHERE workspace_id = $1 RETURNING now()`,
  ])('not when a cluster takes it: %s', async (text) => {
    expect(await rules.refusalsOf(text)).toEqual([]);
  });
});
