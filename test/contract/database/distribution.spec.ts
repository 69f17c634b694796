import { onShards, type TriggerFunction } from '../../../src/platform/database/citus/shard-functions.js';
import { writtenStatements } from '../../../src/platform/tenancy/statement.js';
import '../../../src/app/app.module.js';
import { asAdmin, testDatabase } from '../../support/test-database.js';

const database = testDatabase();

const triggerFunctions = () =>
  asAdmin<TriggerFunction>(
    database,
    `SELECT DISTINCT p.proname AS name, p.prosrc AS body, t.tgrelid = 'workspaces'::regclass AS "isOfWorkspaces"
     FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE NOT t.tgisinternal AND p.pronamespace = 'public'::regnamespace`,
  );

const tablesOfWorkspaces = async () => {
  const rows = await asAdmin<{ name: string }>(
    database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
  );
  return [...rows.map(({ name }) => name), 'workspaces'];
};

describe('what "desk distribute" makes of the triggers', () => {
  it('names the shards beside, and no table, in every function that reads or writes tables', async () => {
    const tables = await tablesOfWorkspaces();
    const bare = new RegExp(`\\b(INTO|FROM|JOIN|UPDATE) (ONLY )?"?(${tables.join('|')})\\b`, 'i');
    const functions = await triggerFunctions();
    const written = functions.filter(({ body }) => bare.test(body));
    expect(written.length).toBeGreaterThan(5);
    const left = functions.filter((one) => bare.test(onShards(one, tables) ?? one.body));
    expect(left.map(({ name }) => name)).toEqual([]);
  });

  it('sends notices from the coordinator only', async () => {
    const noticing = (await triggerFunctions()).filter(({ body }) => body.includes('pg_notify'));
    expect(noticing.length).toBeGreaterThan(0);
    for (const one of noticing)
      expect(onShards(one, [])).toContain('groupid FROM pg_dist_local_group) = 0 THEN');
  });

  it('leaves alone what runs on shards already, and what names no table', async () => {
    const tables = await tablesOfWorkspaces();
    const [one] = (await triggerFunctions()).filter(({ name }) => name === 'count_moved_ticket');
    const body = onShards(one as TriggerFunction, tables) ?? '';
    expect(onShards({ ...(one as TriggerFunction), body }, tables)).toBeNull();
    const plain = { name: 'f', body: ' BEGIN NEW.a := 1; RETURN NEW; END ', isOfWorkspaces: false };
    expect(onShards(plain, tables)).toBeNull();
  });
});

describe('every statement that adds what it selects', () => {
  it('asks for what was added or says what to do with conflicts, because Citus would else copy past row-level security', () => {
    const adding = writtenStatements().filter(({ text }) => /^INSERT INTO [^;]*?\)\s+SELECT /is.test(text));
    expect(adding.length).toBeGreaterThan(3);
    const ofOneTable = /SELECT workspace_id, /;
    const left = adding.filter(({ text }) => !/RETURNING|ON CONFLICT/.test(text) && !ofOneTable.test(text));
    expect(left.map(({ name }) => name)).toEqual([]);
  });
});
