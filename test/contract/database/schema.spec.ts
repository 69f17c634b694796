import { ownerDataSource, migrate } from '../../../src/app/schema/migrator.js';
import { migrations, RIGHTS } from '../../../src/app/schema/migrations.js';
import { asAdmin, emptyDatabase, testDatabase } from '../../support/test-database.js';

const database = testDatabase();

const relationsOf = async (db: { adminUrl: string }, kind: 'r' | 'v'): Promise<string[]> => {
  const rows = await asAdmin<{ name: string }>(
    db as never,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = '${kind}' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

const tablesOf = (db: { adminUrl: string }): Promise<string[]> => relationsOf(db, 'r');

describe('the migrations', () => {
  it('run once when two starts migrate at the same moment', async () => {
    const own = await emptyDatabase();
    try {
      const ran = await Promise.all([1, 2].map(() => migrate(own.ownerUrl, own.serviceUrl)));
      expect(ran.map((names) => names.length).sort()).toEqual([0, migrations.length]);
    } finally {
      await own.drop();
    }
  });
});

describe('every table', () => {
  it('has its rights for the service in the table of grants', async () => {
    const views = await relationsOf(database, 'v');
    expect(Object.keys(RIGHTS).sort()).toEqual([...(await tablesOf(database)), ...views].sort());
  });

  it('is behind the view for customers, which hides other workspaces also from a role that no policy holds', async () => {
    const views = await asAdmin<{ name: string; text: string; options: string[] | null }>(
      database,
      `SELECT relname AS name, pg_get_viewdef(oid) AS text, reloptions AS options FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'`,
    );
    expect(views).toEqual([
      {
        name: 'comments_for_customers',
        text: expect.stringMatching(/workspace_id = .*app\.workspace_id/s),
        options: ['security_barrier=true'],
      },
    ]);
  });

  it('that holds rows of a workspace has forced row-level security with the policy of the workspace', async () => {
    const open = await asAdmin<{ name: string }>(
      database,
      `SELECT c.relname AS name FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
           SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd = '*' AND p.polpermissive
             AND pg_get_expr(p.polqual, p.polrelid) LIKE '%workspace_id =%app.workspace_id%'))`,
    );
    expect(open).toEqual([]);
  });

  it('has one policy at the most, so that none opens what another closes, but for the functions of the search', async () => {
    const others = await asAdmin(
      database,
      `SELECT polrelid::regclass::text AS table, polname AS name, polcmd AS command, pg_get_expr(polqual, polrelid) AS rule,
         polroles = ARRAY[(SELECT relowner FROM pg_class WHERE oid = polrelid)] AS "isForOwner"
       FROM pg_policy WHERE polname <> 'tenant_isolation'`,
    );
    const ofFunctions = { name: 'search_functions', command: 'r', rule: 'true', isForOwner: true };
    expect(others).toEqual([{ table: 'search_texts', ...ofFunctions }]);
  });

  it('of a workspace has the workspace in every unique key and foreign key', async () => {
    const loose = await asAdmin(
      database,
      `SELECT c.relname AS table, i.relname AS key FROM pg_index x
       JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
       WHERE c.relnamespace = 'public'::regnamespace AND x.indisunique AND NOT a.attnum = ANY (x.indkey::smallint[])
       UNION ALL
       SELECT c.relname, k.conname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
       WHERE k.contype = 'f' AND NOT a.attnum = ANY (k.conkey)`,
    );
    expect(loose).toEqual([]);
  });
});

describe('the schema, so that it can be distributed by workspace (docs/grow.md)', () => {
  /** What is not distributed: one row for each workspace, which of them have moments, what the migrations note, and counts of keys and addresses. */
  const SHARED = [
    'access_version',
    'dated_workspaces',
    'rate_limit_counts',
    'removed_workspaces',
    'schema_migrations',
    'workspaces',
  ];

  it('says of every row whose it is, but for the tables that all servers share', async () => {
    const rows = await asAdmin<{ name: string }>(
      database,
      `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
         AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'workspace_id'
           AND a.attnotnull AND a.atttypid = 'uuid'::regtype) ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(SHARED);
  });

  it('links rows by their workspace to rows of the same one, or to the workspace itself', async () => {
    const across = await asAdmin(
      database,
      `SELECT k.conname FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM unnest(k.conkey, k.confkey) AS pair (own, other)
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own AND a.attname = 'workspace_id'
         JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.other
           AND b.attname = CASE WHEN k.confrelid = 'workspaces'::regclass THEN 'id' ELSE 'workspace_id' END)`,
    );
    expect(across).toEqual([]);
  });

  it('has no constraint that other rows than those of one workspace could break', async () => {
    const exclusions = await asAdmin(database, `SELECT conname FROM pg_constraint WHERE contype = 'x'`);
    expect(exclusions).toEqual([]);
  });

  it('takes no number from a sequence, which each server would have of its own', async () => {
    const sequences = await asAdmin(
      database,
      `SELECT relname FROM pg_class WHERE relkind = 'S' AND relname NOT LIKE 'schema_migrations%'`,
    );
    expect(sequences).toEqual([]);
  });

  it('has policies that need no other table and no sub-select', async () => {
    const policies = await asAdmin<{ rule: string; check: string | null }>(
      database,
      `SELECT DISTINCT pg_get_expr(polqual, polrelid) AS rule, pg_get_expr(polwithcheck, polrelid) AS check FROM pg_policy
       WHERE polname = 'tenant_isolation'`,
    );
    expect(policies).toEqual([{ rule: expect.not.stringMatching(/SELECT/i), check: null }]);
  });

  it('checks links only at the end where one statement adds both rows, because its parts may run one after the other', async () => {
    const deferred = await asAdmin<{ name: string }>(
      database,
      'SELECT conname AS name FROM pg_constraint WHERE condeferred ORDER BY 1',
    );
    expect(deferred.map(({ name }) => name)).toEqual([
      // The version of all access moves at the end, too.
      'api_keys_move_access_version',
      'customer_emails_customer_fkey',
      'customer_sessions_move_access_version',
      'workspaces_move_access_version',
    ]);
  });

  it('has triggers whose conflicts are settled by the row that was to be added', async () => {
    const functions = await asAdmin<{ name: string; body: string }>(
      database,
      `SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%DO UPDATE%'`,
    );
    expect(functions.map(({ name }) => name)).toEqual(['renew_vocabulary_version']);
    expect(functions.filter(({ body }) => /DO UPDATE SET [^;]*\(\)/.test(body))).toEqual([]);
  });
});

describe('the entities', () => {
  const dataSource = ownerDataSource(database.ownerUrl);

  beforeAll(() => dataSource.initialize());
  afterAll(() => dataSource.destroy());

  it('are one for each table', async () => {
    const mapped = dataSource.entityMetadatas.map((entity) => entity.tableName);
    expect(['schema_migrations', ...mapped].sort()).toEqual(await tablesOf(database));
  });

  it('agree with the database in both directions: TypeORM would change nothing', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('have the foreign keys of their tables', async () => {
    const keys = await asAdmin<{ name: string; to: string; pairs: string[] }>(
      database,
      `SELECT k.conname AS name, k.confrelid::regclass::text AS to,
         ARRAY(SELECT own.attname || ' = ' || other.attname FROM unnest(k.conkey, k.confkey) AS pair (own, other)
               JOIN pg_attribute own ON own.attrelid = k.conrelid AND own.attnum = pair.own
               JOIN pg_attribute other ON other.attrelid = k.confrelid AND other.attnum = pair.other
               ORDER BY 1) AS pairs
       FROM pg_constraint k WHERE k.contype = 'f' ORDER BY 1`,
    );
    const mapped = dataSource.entityMetadatas
      .flatMap((entity) => entity.foreignKeys)
      .map((key) => ({
        name: key.name,
        to: key.referencedEntityMetadata.tableName,
        pairs: key.columns
          .map((own, place) => `${own.databaseName} = ${key.referencedColumns[place]?.databaseName ?? ''}`)
          .sort(),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(mapped).toEqual(keys);
  });
});
