import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';

/** Texts of the workspace, and of another one with the same words. */
const TEXTS = 20_000;

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;
let acme: TestWorkspace;
let client: pg.Client;
let plans: string[] = [];

/** A text has `all`, and one of 1,000 words. */
async function addTexts({ scope }: TestWorkspace): Promise<void> {
  await asAdmin(
    database,
    `INSERT INTO search_texts (workspace_id, ticket_number, position, version, words)
     SELECT $1, 1, n, 1, array_to_tsvector(ARRAY[search_wall($1), 'all', 'w' || n % 1000]) FROM generate_series(1, ${TEXTS}) n`,
    [scope.workspaceId],
  );
}

beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp({ database, hasRounds: false });
  acme = await aWorkspace(app);
  for (const workspace of [acme, await aWorkspace(app)]) {
    await aTicket(workspace, { subject: 'A printer', tags: ['vip'] });
    await addTexts(workspace);
  }
  await asAdmin(database, 'VACUUM (ANALYZE) search_texts');
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  client.on('notice', ({ message }) => void plans.push(message ?? ''));
  await client.query(
    `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
     SET auto_explain.log_level = notice; SET ROLE ${new URL(database.serviceUrl).username}`,
  );
  await client.query(`SELECT set_config('app.workspace_id', $1, false)`, [acme.scope.workspaceId]);
});
afterAll(async () => {
  await client.end();
  await app.stop();
  await database.drop();
});

/** How the table was read, by the plans that the service's role gets. */
async function readingOf(text: string, values: unknown[]): Promise<string[]> {
  plans = [];
  await client.query(text, values);
  const reading = plans.join('\n').matchAll(/(\w+(?: \w+)* Scan(?: using \w+)? on search_texts\w*)/g);
  return [...new Set(Array.from(reading, ([, how = '']) => how))].sort();
}

const BY_WORDS = ['Bitmap Heap Scan on search_texts', 'Bitmap Index Scan on search_texts_words_idx'];
const BY_KEY = 'Index Scan using search_texts_pkey on search_texts';

// @proves E-22-1
it.each([
  ['a word', ["'w7'"], []],
  ['a word that all texts have', ["'all'"], []],
  ['the beginning of words', ["'w7':*"], []],
  ['a phrase', ["'all' <1> 'w7'"], []],
  ['a word of the subject', ["'w7':A"], []],
  ['two common words', ["'all'", "'w':*"], []],
  ['a rare word and a common one', ["'all'", "'w7'"], []],
  ['a word without another', ["'all'"], ["'w7'"]],
])('%s is found by the index of words, whatever else is in the table', async (_name, wanted, unwanted) => {
  const reading = await readingOf('SELECT count(*) FROM search_tickets($1, $2)', [wanted, unwanted]);
  expect(reading.filter((how) => how !== BY_KEY)).toEqual(BY_WORDS);
});

// @proves E-22-11
it('the texts that match are found by the keys of the tickets of a page', async () => {
  const reading = await readingOf('SELECT * FROM search_matches($1, $2, 3)', [[1], "'w7'"]);
  // This ticket has all texts, so it is looked up in the way of many.
  expect([
    [BY_KEY],
    ['Bitmap Heap Scan on search_texts', 'Bitmap Index Scan on search_texts_pkey'],
  ]).toContainEqual(reading);
});

// @proves E-22-5
it('filters in q without a word send the statement of the list', async () => {
  const textsOf = async (path: string): Promise<string[]> => {
    const statements = await statementsOf(() => acme.client.get(path).expect(200));
    const own = statements.filter(({ text, isForAnswer }) => isForAnswer && /\bFROM tickets\b/.test(text));
    return own.map(({ text }) => text);
  };
  for (const [q, parameters] of [
    ['tag:vip', 'tag=vip'],
    ['status:open', 'status=open'],
    ['status:open tag:vip', 'status=open&tag=vip'],
    ['', ''],
  ])
    expect(await textsOf(`/tickets?q=${encodeURIComponent(q ?? '')}`)).toEqual(
      await textsOf(`/tickets?${parameters}`),
    );
});
