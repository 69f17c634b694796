import { PRUNE } from '../../../src/events/audit.sql.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { EXERCISED } from '../../support/data/manifests/manifests.js';
import { tablesOfWorkspaces } from '../../support/data/stored/stored-rows.js';
import { LoopsOfPlans } from '../../support/loops-of-plans.js';
import { namedStatements, statementsWithJobsOf } from '../../support/recorded-statements.js';
import { exerciseEverything, exerciseMail } from '../../support/scenario/everything.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/**
 * Where most workspaces are small, PostgreSQL expects few rows of a large one, too, and its plan for any values may compare all rows of
 * one table with all of another. Such a plan is fast in every other test.
 */
const app = useDesk({ hasOwnDatabase: true, hasRounds: false });
let acme: TestWorkspace;
let texts: Map<string, string>;

beforeAll(async () => {
  acme = await aWorkspace(app, EXERCISED);
  await aTicket(acme);
  const sent = await statementsWithJobsOf(() => exerciseEverything(acme, EXERCISED));
  await statementsWithJobsOf(() => exerciseMail(acme));
  const ofRows = sent.filter(({ name, text }) => name && /\bworkspace_id\b/.test(text));
  const named = await namedStatements();
  const all = [...ofRows, ...named].filter(({ text }) => !/pg_temp/.test(text));
  texts = new Map(all.map(({ name, text }) => [name ?? '', text]));
  await addWorkspaces();
});

/** Gives a thousand other workspaces some rows of this one, in each table. */
async function addWorkspaces(): Promise<void> {
  for (const table of await tablesOfWorkspaces(app.database)) {
    const [{ columns } = { columns: '' }] = await asAdmin<{ columns: string }>(
      app.database,
      `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'workspace_id'`,
      [table],
    );
    const words =
      table === 'search_texts'
        ? columns.replace('words', `array_to_tsvector(ARRAY[search_wall(workspace)])`)
        : columns;
    await asAdmin(
      app.database,
      `BEGIN; SET LOCAL session_replication_role = replica;
       INSERT INTO ${table} (workspace_id, ${columns})
       SELECT workspace, ${words} FROM (SELECT * FROM ${table} WHERE workspace_id = '${acme.scope.workspaceId}' LIMIT 3) few
       CROSS JOIN (SELECT md5(n::text)::uuid AS workspace FROM generate_series(1, 1000) n) w; COMMIT`,
    );
  }
  await asAdmin(app.database, 'VACUUM ANALYZE');
}

/** Makes PostgreSQL expect this number of rows in each workspace. */
async function expectEach(rows: number): Promise<void> {
  await asAdmin(
    app.database,
    `UPDATE pg_statistic SET stadistinct = $1 FROM pg_attribute a
     WHERE a.attname = 'workspace_id' AND a.attrelid = starelid AND a.attnum = staattnum`,
    [-1 / rows],
  );
}

/** Statements that compare only a limited number of rows in this way, with the reasons. */
const ALLOWED: Readonly<Record<string, string>> = {
  'comments.filtered_page': 'it compares a page with the comments of one ticket',
  'event_streams.place':
    'its transaction has every event looked up by its time, and its limit is a few thousand',
  'portal.events': 'it compares the tickets that a customer sees with the events of a range',
  'ticket_counts.split': 'it compares changes with the few chunks that are too large',
  'tickets.list.': 'it is planned for its values',
  'webhook_deliveries.replay_all': 'it compares events with the types of events',
};

it.each([2, 3, 10])('no plan compares all with all where %s rows are expected', async (rows) => {
  await expectEach(rows);
  const loops = await LoopsOfPlans.open(app.database.serviceUrl, acme.scope.workspaceId);
  const found: Record<string, string[]> = {};
  for (const [name, text] of texts) {
    const conditions = await loops.of(text);
    const isAllowed = Object.keys(ALLOWED).some((start) => name.startsWith(start));
    if (conditions.length > 0 && !isAllowed) found[name] = conditions;
  }
  await loops.close();
  // Only the owner may send it.
  const ofOwner = await LoopsOfPlans.open(app.database.ownerUrl, acme.scope.workspaceId);
  expect(await ofOwner.of(PRUNE.text)).toEqual([]);
  await ofOwner.close();
  expect(found).toEqual({});
  expect(texts.size).toBeGreaterThan(250);
});
