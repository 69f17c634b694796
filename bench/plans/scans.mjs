import pg from 'pg';
import { aTicket, aWorkspace } from '../../test/support/data/builders.ts';
import { EXERCISED } from '../../test/support/data/manifests/manifests.ts';
import { aWebhook } from '../../test/support/data/webhooks.ts';
import { exerciseEverything } from '../../test/support/scenario/everything.ts';
import { record, recordedStatements } from '../../test/support/host/recorder.ts';
import { startLocalApp } from '../../test/support/servers/local-app.ts';
import { asAdmin } from '../../test/support/test-database.ts';
import { nodesOf, planOf } from './explain.mjs';
import { manyTickets } from './many-tickets.mjs';

const TICKETS = 100_000;
const LAST_PAGE = Math.ceil(TICKETS / 30);
/** A table with fewer rows is read as a whole, and should be. */
const MANY_ROWS = 2_000;

const EVERYTHING = 'everything that clients and operators do';
/** Statements of that work which read many rows, with the reasons. */
const READ_MANY = {
  'attachments.allowance': 'where there is a quota, it adds up the bytes of all files',
  'customers.page.': 'it lists customers',
  'tickets.list.': 'it lists tickets, and is planned for its values',
  'tickets.list_at_work': 'it lists the tickets of a member who is removed',
  'tickets.unassign': 'it takes those tickets in batches, by the member and their ids',
  'tickets.clear_values': 'in the background it clears the values of a field that was deleted',
};

/** Plans of the statements as they are sent, on a database with 100,000 tickets: custom and generic. */
export const checkScans = (report) => check(report, worksOf);

/** The same, and of everything that clients and operators do the generic ones. */
export const checkAllScans = (report) =>
  check(report, (workspace) => [
    ...worksOf(workspace),
    [EVERYTHING, () => exerciseEverything(workspace, EXERCISED)],
  ]);

async function check(report, works) {
  const app = await startLocalApp();
  const workspace = await aWorkspace(app, EXERCISED);
  await aTicket(workspace, { email: 'john@customer.example', external_id: 'E-1', source: 'test' });
  await aWebhook(workspace, { url: 'http://127.0.0.1:9/desk', filter: { tag: ['rare'] } });
  await manyTickets(workspace, TICKETS);
  await addEntries(app);
  await addComments(workspace);
  await app.operator.work(workspace.scope.workspaceId);
  await vacuum(app);
  const large = await largeTables(app);
  const service = new pg.Client({ connectionString: app.database.serviceUrl });
  await service.connect();
  if (!large.includes('tickets')) throw new Error('The table of tickets is not large.');
  const sent = [];
  for (const [name, work] of works(workspace)) {
    const all = await sentBy(work);
    const statements = name === EVERYTHING ? withoutLists(all) : all;
    const problems = statements.length === 0 ? ['It sends no statement.'] : [];
    for (const statement of statements)
      for (const mode of name === EVERYTHING ? ['generic'] : ['custom', 'generic'])
        problems.push(...(await wholeScans(service, workspace, statement, mode, large)));
    report(`no whole table for ${name}`, problems.length > 0 ? problems.join('\n') : undefined);
    sent.push([name, statements]);
  }
  await looksLikeMany(app, large);
  const whole = await wholeIndexes(app, large);
  for (const [name, statements] of sent) {
    const problems = [];
    for (const statement of statements.filter(isPlannedOnce))
      problems.push(...(await wholeWorkspaces(service, workspace, statement, whole)));
    report(
      `no whole workspace among many for ${name}`,
      problems.length > 0 ? problems.join('\n') : undefined,
    );
  }
  await service.end();
  await app.stop();
}

function worksOf(workspace) {
  const { app, client, scope } = workspace;
  const get = (path) => async () => {
    const { status } = await client.get(path);
    if (status !== 200) throw new Error(`${path} is answered with ${status}.`);
  };
  return [
    ['a ticket by number', get('/tickets/50000')],
    ['a ticket by id', async () => get(`/tickets/${(await aTicket(workspace)).id}`)()],
    ['the first page', get('/tickets')],
    ['the first page, oldest first', get('/tickets?order=asc')],
    ['a page in the middle', get(`/tickets?page_number=${LAST_PAGE >> 1}`)],
    ['the last page', get(`/tickets?page_number=${LAST_PAGE}`)],
    ['a page of a status', get('/tickets?status=closed')],
    ['a deep page of a status', get(`/tickets?status=closed&page_number=${LAST_PAGE >> 2}`)],
    ['a page of several statuses', get('/tickets?status=open,new,spam&page_number=200')],
    ['a page of an assignee', get('/tickets?assignee_email=eve@team.example')],
    ['a page of a tag', get('/tickets?tag=rare')],
    ['a page of a field value', get('/tickets?field_name=Seats&field_value=7')],
    ['a page by update', get('/tickets?sort=updated_at')],
    ['a page by follow-up', get('/tickets?sort=follow_up_at')],
    ['a page of a status by follow-up', get('/tickets?sort=follow_up_at&status=closed&order=asc')],
    ['a page of a customer', get('/tickets?customer_email=c17@customer.example')],
    ['an external id', get('/tickets?external_id=E-1&source=test')],
    ['an update', () => client.put('/tickets/50000', { subject: 'New', status: 'spam', tags: ['rare'] })],
    ['a new ticket', () => aTicket(workspace, { external_id: 'E-2', source: 'test' })],
    ['the first comments of a ticket', get('/tickets/50000/comments')],
    ['a ticket with its comments', get('/tickets/50000?include=comments')],
    ['the newest comments of a ticket', get('/tickets/50000/comments?order=desc')],
    ['some comments of a ticket', get('/tickets/50000/comments?comment_type=reply&author_type=agent')],
    [
      'a new comment',
      () =>
        client.post('/tickets/50000/comments', { author_email: 'eve@team.example', content: '<p>Sent.</p>' }),
    ],
    ['a search', get('/tickets?q=printer')],
    ['a search with its matches', get('/tickets?q=ticket&include=matches')],
    ['the keys', () => app.operator.listKeys(scope.workspaceId)],
    ['the audit trail', () => app.operator.audit(scope.workspaceId, { limit: 50 })],
    [
      'the audit trail since a moment',
      () => app.operator.audit(scope.workspaceId, { limit: 50, since: '2024-06-01' }),
    ],
    [
      'the audit trail of a ticket',
      () => app.operator.audit(scope.workspaceId, { limit: 50, ticket: 50_000 }),
    ],
    ['the counts, positions of events, and their readers', () => app.operator.work(scope.workspaceId)],
    ['the feed', get('/events?limit=500')],
    ['the end of the feed', get('/events?after=19990')],
    ['some types of events', get('/events?after=10000&types=field.created')],
  ];
}

async function addEntries({ database }) {
  await asAdmin(
    database,
    `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id)
     SELECT workspace_id, created_at, gen_random_uuid(), 'test', 'r', 'ticket.created', 'ticket', id FROM tickets LIMIT 20000`,
  );
}

/** One comment with a file on each of many tickets, and 60 on one of them. */
async function addComments({ app, scope }) {
  const of = [scope.workspaceId];
  await asAdmin(
    app.database,
    `INSERT INTO comments (workspace_id, id, ticket_id, position, comment_type, team_member_id, content, created_at, updated_at)
     SELECT $1, gen_random_uuid(), t.id, n, 'reply', m.id, 'Text ' || n, t.created_at, t.created_at
     FROM tickets t CROSS JOIN (SELECT id FROM team_members WHERE workspace_id = $1 LIMIT 1) m
     CROSS JOIN LATERAL generate_series(1, CASE WHEN t.number = 50000 THEN 60 ELSE 1 END) n
     WHERE t.workspace_id = $1 AND t.number BETWEEN 40000 AND 60000`,
    of,
  );
  await asAdmin(
    app.database,
    `INSERT INTO attachments (workspace_id, id, signed_id_hash, storage_name, filename, content_type, byte_size, checksum, sha256,
       ticket_id, record_id, position)
     SELECT $1, c.id, decode(md5(c.id::text), 'hex'), c.id::text, 'a.txt', 'text/plain', 1, '', '', c.ticket_id, c.id, 1
     FROM comments c WHERE c.workspace_id = $1`,
    of,
  );
  await asAdmin(
    app.database,
    `UPDATE tickets t SET comment_count = (SELECT count(*) FROM comments c WHERE c.workspace_id = $1 AND c.ticket_id = t.id)
     WHERE workspace_id = $1 AND number BETWEEN 40000 AND 60000`,
    of,
  );
}

/** Vacuums until nothing that runs at the same moment, such as work in the background, keeps pages from counting as visible to all. */
async function vacuum({ database }) {
  for (;;) {
    await asAdmin(database, 'VACUUM ANALYZE');
    const [{ isDone }] = await asAdmin(
      database,
      `SELECT relallvisible = relpages AS "isDone" FROM pg_class WHERE oid = 'tickets'::regclass`,
    );
    if (isDone) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function largeTables({ database }) {
  const tables = await asAdmin(
    database,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > $1`,
    [MANY_ROWS],
  );
  return tables.map(({ name }) => name);
}

/** What a piece of work sends to tenant tables. */
async function sentBy(work) {
  record();
  await work();
  return recordedStatements().filter(
    ({ text }) => text.includes('workspace_id') && !text.startsWith('BEGIN'),
  );
}

/** Each text once, without those that read many rows. */
function withoutLists(statements) {
  const names = Object.keys(READ_MANY);
  // A statement of the tests has no name.
  const others = statements.filter(
    ({ name = '' }) => name !== '' && !names.some((start) => name.startsWith(start)),
  );
  return [...new Map(others.map((statement) => [statement.text, statement])).values()];
}

/** Says which large tables the plan of a statement reads as a whole, for its values or for any, as the workspace sees it. */
async function wholeScans(service, workspace, statement, mode, large) {
  return (await planOf(service, workspace, statement, mode))
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'].endsWith('Seq Scan') && large.includes(node['Relation Name']))
    .map(
      (node) =>
        `The ${mode} plan of ${statement.name ?? statement.text} reads all of ${node['Relation Name']}.`,
    );
}

/** Makes PostgreSQL believe that the large tables have ten rows of each workspace, so that it considers each a small one. */
async function looksLikeMany({ database }, tables) {
  for (const table of tables)
    await asAdmin(database, `ALTER TABLE ${table} ALTER COLUMN workspace_id SET (n_distinct = -0.1)`);
  await asAdmin(database, 'ANALYZE');
}

/** The indexes that have all rows of a large table. */
async function wholeIndexes({ database }, tables) {
  const indexes = await asAdmin(
    database,
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NULL AND indrelid::regclass::text = ANY ($1)`,
    [tables],
  );
  return new Set(indexes.map(({ name }) => name));
}

/** Others are planned for the workspace, of which PostgreSQL knows that it is large (modes.mjs). */
const isPlannedOnce = ({ name = '' }) => !/^tickets\.(list|search)\./.test(name);

/** Says in which large tables the plan for any values reads all rows of the workspace, with no LIMIT that ends it soon. */
async function wholeWorkspaces(service, workspace, statement, indexes) {
  return (await planOf(service, workspace, statement, 'generic'))
    .flatMap((plan) => unboundedScans(plan, false))
    .filter((node) => indexes.has(node['Index Name']))
    .map(
      (node) =>
        `The plan of ${statement.name ?? statement.text} reads all of ${node['Index Name']} in the workspace.`,
    );
}

/** These read all that is below them, whatever LIMIT is above. */
const READS_ALL = ['Sort', 'Hash', 'Aggregate', 'WindowAgg', 'ModifyTable'];

/** The scans whose index finds rows by their workspace only. */
function unboundedScans(node, isBounded) {
  const type = node['Node Type'];
  const condition = node['Index Cond'];
  const ofWorkspace =
    condition !== undefined && /^\(workspace_id = [^)]*\)$/.test(condition.replaceAll(/::\w+/g, ''));
  const isBelow = READS_ALL.includes(type) ? false : isBounded || type === 'Limit';
  return [
    ...(ofWorkspace && !isBelow ? [node] : []),
    ...(node.Plans ?? []).flatMap((below) => unboundedScans(below, isBelow)),
  ];
}
