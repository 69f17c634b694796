// A note never reaches a customer [rule 15]: it is marked, and looked for in everything that leaves.
import pg from 'pg';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, conversationOf, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { callTool } from '../../support/data/mcp.js';
import { aMailingWorkspace, submitted, theLast } from '../../support/data/mails/mails.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { MailServer } from '../../support/fakes/mail-server.js';
import { writtenStatements } from '../../support/recorded-statements.js';
import { Desk } from '../../support/servers/desk.js';
import { apiRoutesOf } from '../../support/routes.js';
import { startTestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, freshDatabase, testEngine } from '../../support/test-database.js';

const MARK = 'zzmarkednotezz';

const app = useDesk();

/** Authors of notes: an agent, and a customer whose words somebody took down. */
const AUTHORS = [
  ['an agent', { author_email: EVE.email }],
  ['a customer', { author_email: CUSTOMER, author_type: 'customer' }],
] as const;

let acme: TestWorkspace;
let ticket: { readonly id: string; readonly number: number };
let noteId: string;

async function markedBy(author: object): Promise<void> {
  acme = await aWorkspace(app, TWO_AGENTS);
  ticket = await aTicket(acme);
  const note = { ...author, comment_type: 'note', content: `<p>${MARK}</p>`, message_id: MARK };
  noteId = (await aComment(acme, ticket.number, note)).id;
  await acme.client.put(`/tickets/${ticket.number}/drafts/note`, { ...author, content: MARK }).expect(200);
  for (const author_email of [EVE.email, CUSTOMER])
    await aComment(acme, ticket.number, { author_email, content: `Reply of ${author_email}` });
}

/** The members whom the notes of the feed mention. */
async function shownMentions(): Promise<object[]> {
  const { body, text } = await acme.client
    .get('/events?include_notes=true&types=comment.created')
    .expect(200);
  expect(text).not.toContain(MARK);
  const events = body.events as { data: { comment: { mentions?: object[] } } }[];
  return events.flatMap(({ data }) => data.comment.mentions ?? []);
}

// @proves E-15-21, E-29-2
describe.each(AUTHORS)('a marked note of %s', (_who, author) => {
  beforeAll(() => markedBy(author));

  it('is visible to agents', async () => {
    const { comments } = await conversationOf(acme, ticket.number);
    expect(comments.filter(({ content }) => content.includes(MARK)).map(({ id }) => id)).toEqual([noteId]);
  });

  it('is in no answer of any other route', async () => {
    const routes = (await apiRoutesOf(app)).filter(({ method }) => method === 'get');
    expect(routes.length).toBeGreaterThan(15);
    for (const { path } of routes) {
      const { text } = await acme.client.get(path.replace(/:ticket_\w+/, String(ticket.number)));
      expect([path, text.includes(MARK)]).toEqual([path, path.endsWith('/comments')]);
    }
    const include = 'url,channel,participants';
    const { text } = await acme.client.get(`/tickets/${ticket.number}?include=${include}`).expect(200);
    expect(text).not.toContain(MARK);
  });

  it('is in no answer to a key without the scope for comments', async () => {
    const scopes = ['tickets:read', 'events:read', 'customers:read', 'forms:read'] as const;
    const reader = acme.clientWith(await aKey(acme, 'reader', { scopes }));
    for (const path of ['/comments', `/comments/${noteId}`, '/drafts/note', '?include=comments']) {
      const { status, text } = await reader.get(`/tickets/${ticket.number}${path}`);
      expect([path, status, text.includes(MARK)]).toEqual([path, 403, false]);
    }
  });

  it('is in no event, also for those who are shown that there are notes', async () => {
    for (const query of ['', '?include_notes=true', '?include_notes=true&types=comment.created']) {
      const { text } = await acme.client.get(`/events${query}`).expect(200);
      expect([query, text.includes(MARK)]).toEqual([query, false]);
      expect([query, text.includes(noteId)]).toEqual([query, query !== '']);
    }
  });

  // @proves E-33-3
  it('shows whom it mentions only to readers who are shown that there are notes', async () => {
    const noted = { ...author, comment_type: 'note', content: MARK, mentions: [{ email: EVE.email }] };
    await aComment(acme, ticket.number, noted);
    const team = (await acme.client.get('/team-members').expect(200)).body.team_members as object[];
    const eve = team.find((one) => (one as typeof EVE).email === EVE.email) as { readonly id: string };
    const mentions = [{ id: eve.id }];
    for (const query of ['', '?types=comment.created']) {
      const { text } = await acme.client.get(`/events${query}`).expect(200);
      expect([query, text.includes('"mentions"')]).toEqual([query, false]);
    }
    const asked = { include_notes: true, types: ['comment.created'] };
    const { structuredContent } = await callTool(acme.client, 'list_events', asked);
    const told = structuredContent?.['events'] as { readonly untrusted_text: string }[];
    expect(told.at(-1)?.untrusted_text).toContain(`"mentions":${JSON.stringify(mentions)}`);
    expect(await shownMentions()).toEqual(mentions);
  });

  // @proves E-33-3
  it('shows nobody whom it mentions when its event was kept without ids', async () => {
    await asAdmin(
      app.database,
      `UPDATE audit_entries SET after = jsonb_set(after, '{mentions}', $2::jsonb)
       WHERE workspace_id = $1 AND jsonb_exists(after, 'mentions')`,
      [acme.scope.workspaceId, JSON.stringify([{ email: EVE.email }])],
    );
    expect(await shownMentions()).toEqual([]);
    const { text } = await acme.client.get('/events?include_notes=true').expect(200);
    expect(text).not.toContain('"mentions"');
  });

  it('is in no export, no entry of the audit trail and no event that operators read', async () => {
    const desk = Desk.on(app.database);
    for (const args of [
      ['export', 'tickets', acme.subdomain, '--format', 'ndjson'],
      ['export', 'tickets', acme.subdomain, '--format', 'csv'],
      ['audit', acme.subdomain, '--json'],
      ['events', 'tail', acme.subdomain, '--json', '--no-follow', '--after', '0'],
      ['workspace', 'show', acme.subdomain, '--json'],
    ]) {
      const output = await desk.output(args);
      expect(output.length).toBeGreaterThan(0);
      expect([args, output.includes(MARK)]).toEqual([args, false]);
    }
  });

  // @proves E-20-3
  it('is in no mail, which reads no other comments than replies', async () => {
    const server = await MailServer.start();
    // A database of its own: mails of other tests would come, too.
    const mailing = await startTestApp({ database: await freshDatabase(), smtp: server.settings });
    const desk = await aMailingWorkspace(mailing);
    const raised = await submitted(desk);
    const { email } = (await desk.client.get(`/tickets/${raised.number}`)).body.ticket.customer;
    const marked = {
      ...('author_type' in author ? { ...author, author_email: email as string } : author),
      ...{ comment_type: 'note', content: `<p>${MARK}</p>`, message_id: `${MARK}@team.example` },
    };
    await aComment(desk, raised.number, marked);
    await aComment(desk, raised.number, { content: 'For you' });
    await theLast(server, 2);
    await aComment(desk, raised.number, { ...marked, message_id: `2${MARK}@team.example` });
    const { message_id: _id, ...draft } = marked;
    await desk.client.put(`/tickets/${raised.number}/drafts/note`, draft).expect(200);
    await desk.client.post(`/tickets/${raised.number}/drafts/note/send`).expect(201);
    await mailing.operator.work(desk.scope.workspaceId);
    await mailing.stop();
    await server.stop();
    expect(server.seen.map(({ raw }) => raw.includes('For you')).sort()).toEqual([false, true]);
    for (const { raw, mail } of server.seen) expect(raw + JSON.stringify(mail)).not.toContain(MARK);
    const ofMail = (await writtenStatements()).filter((text) => /\bmails\b/.test(text));
    expect(ofMail.length).toBeGreaterThan(5);
    expect(ofMail.filter((text) => /\b(?:comments|comment_drafts)\b/.test(text))).toEqual([]);
  });

  it('is found by searches of keys with the scope for comments only', async () => {
    const withoutComments = acme.clientWith(await aKey(acme, 'searcher', { scopes: ['tickets:read'] }));
    const found = async (client: typeof acme.client): Promise<number> =>
      (await client.get(`/tickets?q=${MARK}`).expect(200)).body.pagination.total_records as number;
    expect([await found(acme.client), await found(withoutComments)]).toEqual([1, 0]);
  });

  it('is stored in the tables of comments and drafts, in the index of search, and nowhere else', async () => {
    await acme.client.get(`/tickets?q=${MARK}`).expect(200);
    const tables = ['comment_drafts', 'comments', 'search_texts'];
    expect(await tablesWith(app.database, MARK, acme)).toEqual(tables);
  });

  it('is not found by readers for customers, who find the replies', async () => {
    const ids = (await conversationOf(acme, ticket.number)).comments.map(({ id }) => id);
    const [, ofNote, ofEve] = ids;
    expect(ofNote).toBe(noteId);
    expect(await app.operator.shownToCustomer(acme.scope.workspaceId, ids)).toEqual([
      { content: `Reply of ${EVE.email}`, before: [] },
      { content: `Reply of ${CUSTOMER}`, before: [ofEve] },
    ]);
    const globex = await aWorkspace(app);
    expect(await app.operator.shownToCustomer(globex.scope.workspaceId, ids)).toEqual([]);
  });
});

// On a cluster the service reads the view. A role without a right on comments cannot: Citus asks the shards as whoever reads.
const onOneServer = testEngine() === 'postgres' ? it : it.skip;

// @proves E-15-21
describe('the view for customers', () => {
  beforeAll(() => markedBy(AUTHORS[1][1]));

  onOneServer('shows replies of the workspace to a role that has no right on comments', async () => {
    const client = new pg.Client({ connectionString: app.database.adminUrl });
    await client.connect();
    const read = (table: string) =>
      client.query<{ content: string }>(`SELECT content FROM ${table} ORDER BY 1`);
    await client.query('BEGIN; CREATE ROLE reader_for_customers; SAVEPOINT made');
    await client.query('GRANT SELECT ON comments_for_customers TO reader_for_customers');
    await client.query(
      `SET LOCAL app.workspace_id = '${acme.scope.workspaceId}'; SET LOCAL ROLE reader_for_customers`,
    );
    const { rows } = await read('comments_for_customers');
    expect(rows.map(({ content }) => content)).toEqual([`Reply of ${EVE.email}`, `Reply of ${CUSTOMER}`]);
    await expect(read('comments')).rejects.toThrow('permission denied');
    await client.query('ROLLBACK');
    await client.end();
  });
});
