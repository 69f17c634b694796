import pg from 'pg';
import { TriggerFunction } from '../../../src/platform/database/trigger-function.js';
import { shardedFunctions } from '../../../src/app/schema/migrations.js';
import { firstOpenLine } from '../../../src/platform/database/citus/cluster-check.js';
import { ON_COORDINATOR, planDistribution } from '../../../src/platform/database/citus/distribution.js';
import { writtenStatements } from '../../../src/platform/tenancy/statement.js';
import '../../../src/app/app.module.js';
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { databaseAsShards, databaseToDistribute } from '../../support/data/stored/plain-shards.js';
import { EXERCISED } from '../../support/data/manifests/manifests.js';
import { exerciseEverything } from '../../support/scenario/everything.js';
import { Desk } from '../../support/servers/desk.js';
import { startTestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

let database: Awaited<ReturnType<typeof databaseToDistribute>>;
let plan: readonly string[];

beforeAll(async () => {
  database = await databaseToDistribute();
  plan = await planned();
});
afterAll(() => database.drop());

/** What "desk distribute" would do, after statements that change the schema. They are taken back. */
async function planned(change = 'SELECT'): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(change);
    const asked = { query: async <Rows>(text: string) => (await client.query(text)).rows as Rows };
    return await planDistribution(asked, shardedFunctions);
  } finally {
    await client.end();
  }
}

/** Other spec files of this process make statements of their own. */
const statementsOfRooms = () => writtenStatements().filter(({ name }) => !name.startsWith('test.'));

const functionsOf = (statements: readonly string[]) =>
  statements.filter((text) => text.startsWith('CREATE OR REPLACE FUNCTION'));

/** A table as features add them. */
const aTable = (name: string, more = '') =>
  `CREATE TABLE ${name} (workspace_id uuid NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE, id uuid NOT NULL,
     PRIMARY KEY (workspace_id, id)${more});`;

describe('every table of the schema', () => {
  it('is distributed by its workspace after those that its rows name, or stays on the coordinator', async () => {
    const rows = await asAdmin<{ name: string; refers: string[] }>(
      database,
      `SELECT c.relname AS name, array(SELECT confrelid::regclass::text FROM pg_constraint
         WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS refers
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
    );
    const placeOf = (name: string) =>
      plan.findIndex((text) => /^SELECT create_/.test(text) && text.includes(`('${name}'`));
    const spread = rows.filter(({ name }) => !ON_COORDINATOR.includes(name));
    expect(spread.filter(({ name }) => placeOf(name) === -1)).toEqual([]);
    // A worker checks a foreign key by its own rows.
    const isBehind = (name: string, other: string) => placeOf(other) !== -1 && placeOf(other) < placeOf(name);
    const early = spread.filter(({ name, refers }) => refers.some((other) => !isBehind(name, other)));
    expect(early).toEqual([]);
  });

  it('may be a new one, with links and a link to itself', async () => {
    const statements = await planned(
      aTable(
        'notes',
        `, ticket_id uuid, above uuid, FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets (workspace_id, id),
         FOREIGN KEY (workspace_id, above) REFERENCES notes (workspace_id, id)`,
      ),
    );
    expect(statements.some((text) => text.startsWith("SELECT create_distributed_table('notes',"))).toBe(true);
  });
});

describe('the triggers as "desk distribute" writes them', () => {
  it('name the shards beside, and no table, in all that clients and operators do', async () => {
    const shards = await databaseAsShards(functionsOf(plan).filter((text) => !/FUNCTION shard_/.test(text)));
    const app = await startTestApp({ database: shards });
    try {
      const acme = await aWorkspace(app, EXERCISED);
      await exerciseEverything(acme, EXERCISED);
      await aTicket(acme, { tags: ['of shards'] });
      const { body } = await acme.client.get('/tags');
      expect(body.tags).toContainEqual({ name: 'of shards', ticket_count: 1 });
      const owner = Desk.on(shards, { MIGRATION_DATABASE_URL: shards.ownerUrl });
      await owner.output(['workspace', 'delete', acme.subdomain, '--confirm', acme.subdomain]);
    } finally {
      await app.stop();
      await shards.drop();
    }
  });

  it('write to a table of no workspace from the coordinator only', () => {
    const writing = functionsOf(plan).filter((text) => text.includes('INTO removed_workspaces'));
    expect(writing).toHaveLength(1);
    expect(writing[0]).toContain(
      'IF (SELECT groupid FROM pg_dist_local_group) = 0 THEN INSERT INTO removed_workspaces',
    );
    const moving = functionsOf(plan).filter((text) => text.includes('UPDATE access_version'));
    expect(moving).toHaveLength(2);
    for (const text of moving)
      expect(text).toContain('IF (SELECT groupid FROM pg_dist_local_group) = 0 THEN UPDATE access_version');
  });

  it('are all the functions that triggers of the schema call', async () => {
    const called = await asAdmin<{ name: string }>(
      database,
      'SELECT DISTINCT p.proname AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal',
    );
    const forTriggers = shardedFunctions.filter((one) => one instanceof TriggerFunction);
    const known = forTriggers.map(({ name }) => name);
    expect(called.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  it('are left alone when they run on shards already, and when they name no table', async () => {
    const written = functionsOf(plan).filter((text) => !/FUNCTION shard_/.test(text));
    expect(functionsOf(await planned(written.join(';')))).toEqual([]);
    expect(written.filter((text) => text.includes('fold_names_of_customer'))).toEqual([]);
  });
});

describe('every statement that adds what it selects', () => {
  it('asks for what was added or says what to do with conflicts, because Citus would else copy past row-level security', () => {
    const adding = statementsOfRooms().filter(({ text }) => /^INSERT INTO [^;]*?\)\s+SELECT /is.test(text));
    expect(adding.length).toBeGreaterThan(3);
    const ofOneTable = /SELECT workspace_id, /;
    const left = adding.filter(({ text }) => !/RETURNING|ON CONFLICT/.test(text) && !ofOneTable.test(text));
    expect(left.map(({ name }) => name)).toEqual([]);
  });
});

describe('every statement that changes rows', () => {
  it('computes with its columns in UTC, because Citus refuses what depends on the zone of a session', () => {
    const changing = statementsOfRooms().filter(({ text }) => /\bUPDATE \w+/.test(text));
    expect(changing.length).toBeGreaterThan(10);
    const left = changing.filter(({ text }) =>
      [...text.matchAll(/\bSET\b(.*?)\b(?:WHERE|FROM)\b/gs)].some(([, set = '']) => /_at \+ /.test(set)),
    );
    expect(left.map(({ name }) => name)).toEqual([]);
  });
});

describe('a line of pg_hba.conf on a worker', () => {
  /** The line that "desk distribute" refuses, of a file with these lines: type, address, mask, method, and role. */
  async function refused(lines: readonly (readonly (string | null)[])[]): Promise<unknown> {
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    try {
      await client.query('BEGIN; CREATE ROLE all_desks; CREATE ROLE one_desk IN ROLE all_desks');
      await client.query('CREATE TEMPORARY TABLE pg_hba_file_rules (LIKE pg_catalog.pg_hba_file_rules)');
      for (const [place, [type, address, netmask, method, role = 'all']] of lines.entries())
        await client.query(
          `INSERT INTO pg_hba_file_rules (line_number, type, database, user_name, address, netmask, auth_method, error)
           VALUES ($1, $2, '{all}', ARRAY[$3], $4, $5, $6, $7)`,
          [place + 1, type, role, address, netmask, method, method === null ? 'invalid' : null],
        );
      const { rows } = await client.query<{ open: string }>(
        `SELECT open FROM (${firstOpenLine('one_desk', ['worker-1', '10.1.0.1'], ['127.0.0.0/8', '::1', '10.0.0.0/28', '10.1.0.1'])}) AS found (open)`,
      );
      const text = rows[0]?.open ?? '';
      return text === '' ? null : JSON.parse(text);
    } finally {
      await client.end();
    }
  }

  it.each([
    ['all', null, 'all'],
    ['samenet', null, 'samenet'],
    ['10.0.0.0', '255.255.255.192', '10.0.0.0 (mask 255.255.255.192)'],
    ['10.0.0.16', '255.255.255.240', '10.0.0.16 (mask 255.255.255.240)'],
    ['2001:db8::', 'ffff:ffff::', '2001:db8:: (mask ffff:ffff::)'],
  ])('lets somebody in from outside of the cluster: %s, mask %s', async (address, netmask, from) => {
    expect(await refused([['host', address, netmask, 'scram-sha-256']])).toEqual({
      line: 1,
      from,
      error: null,
    });
  });

  it('lets nobody in who is no server of the cluster', async () => {
    const lines = [
      ['local', null, null, 'trust'],
      ['host', 'samehost', null, 'trust'],
      ['hostssl', 'worker-1', null, 'scram-sha-256'],
      ['host', '127.0.0.1', '255.255.255.255', 'scram-sha-256'],
      ['host', '::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'scram-sha-256'],
      ['host', '10.0.0.8', '255.255.255.248', 'scram-sha-256'],
      ['host', '10.1.0.1', '255.255.255.255', 'scram-sha-256'],
      ['host', 'all', null, 'md5', 'somebody_else'],
      ['host', 'all', null, 'md5', '+no_group'],
      ['host', 'all', null, 'reject'],
      ['host', 'all', null, 'md5'],
    ];
    expect(await refused(lines)).toBeNull();
  });

  it('may name a group of the role, and stand after a refusal of somebody', async () => {
    const lines = [
      ['host', '10.9.0.0', '255.255.0.0', 'reject'],
      ['hostssl', 'all', null, 'reject'],
      ['host', 'all', null, 'md5', '+all_desks'],
    ];
    expect(await refused(lines)).toEqual({ line: 3, from: 'all', error: null });
  });

  it('is refused when PostgreSQL cannot read it', async () => {
    const lines = [
      ['host', 'all', null, 'reject'],
      ['host', 'all', null, null],
    ];
    expect(await refused(lines)).toEqual({ line: 2, from: 'all', error: 'invalid' });
  });
});
