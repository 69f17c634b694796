import { aTicket, type TestWorkspace } from '../support/data/builders.js';
import { aComment, CUSTOMER, EVE, KIM, type ShownComment } from '../support/data/comments.js';
import { allEvents } from '../support/data/events.js';
import { aMailingWorkspace, theLast } from '../support/data/mails/mails.js';
import { Desk, type DeskOptions } from '../support/servers/desk.js';
import { MailServer } from '../support/fakes/mail-server.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { freshDatabase } from '../support/test-database.js';

interface ShownTicket {
  readonly number: number;
  readonly subject: string;
}

let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;
let desk: Desk;

beforeAll(async () => {
  server = await MailServer.start();
  // A database of its own: another service would send these mails, and this one those of other tests.
  app = await startTestApp({ database: await freshDatabase(), smtp: server.settings });
  desk = Desk.on(app.database, { SMTP_URL: server.url });
  acme = await aMailingWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

const tickets = (words: readonly string[], options?: DeskOptions) =>
  desk.run(['tickets', words[0] ?? '', acme.subdomain, ...words.slice(1)], options);
const commentsOf = async (number: number) =>
  (await acme.client.get(`/tickets/${number}/comments`).expect(200)).body.comments as ShownComment[];

describe('tickets list', () => {
  it('shows the newest tickets, by status and assignee, as a table or as the API does', async () => {
    const assigned = { subject: 'Printer on fire', status: 'open', assignee_email: EVE.email };
    const { number } = await aTicket(acme, assigned);
    await aTicket(acme, { subject: 'Closed', status: 'closed' });
    const listed = await tickets(['list', '--status', 'open,on_hold', '--assignee', 'EVE@team.example']);
    expect(listed.stdout).toMatch(
      new RegExp(
        `^NUMBER +STATUS +PRIORITY +ASSIGNEE +CUSTOMER +UPDATED +SUBJECT\n#${number} +open +\\S+ +${EVE.email} +${CUSTOMER} +\\S+Z +Printer on fire\n$`,
      ),
    );
    const { body } = await acme.client.get('/tickets?page_size=1').expect(200);
    const { stdout, stderr } = await tickets(['list', '--limit', '1', '--json']);
    expect(JSON.parse(stdout)).toEqual(body.tickets);
    expect(stderr).toMatch(/^These are the newest 1 of \d+\.\n$/);
  });

  it('says that there are none, and what is wrong with a filter', async () => {
    expect(await tickets(['list', '--status', 'spam'])).toMatchObject({
      ...{ status: 0, stdout: '' },
      stderr: `Workspace "${acme.subdomain}" has no ticket that matches.\n`,
    });
    expect(await tickets(['list', '--status', 'opne'])).toMatchObject({
      ...{ status: 1, stdout: '' },
      // It says a single problem once.
      stderr: expect.stringMatching(/^[^\n]+: status opne is not the name of a status[^\n]+\n$/) as string,
    });
    for (const wrong of [
      ['--limit', '0'],
      ['--limit', '101'],
      ['--assignee', 'eve'],
    ])
      expect(await tickets(['list', ...wrong])).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('tickets show', () => {
  it('shows a ticket with its conversation as plain text, notes too; with --json as the API does', async () => {
    const description = '<p>It <b>burns</b>.</p><ul><li>hot</li></ul>';
    const { number } = await aTicket(acme, { subject: 'Printer on fire', description, tags: ['vip'] });
    await aComment(acme, number, { content: '<p>Only for us &amp; ours</p>', comment_type: 'note' });
    const { stdout } = await tickets(['show', `#${number}`]);
    expect(stdout).toMatch(
      new RegExp(
        `^#${number} Printer on fire\nStatus +new\n[^]*\nCustomer +${CUSTOMER}\nTags +vip\n[^]*\n\n\\S+Z description of ${CUSTOMER}\n {2}It burns\\.\n\n {3}\\* hot\n\n\\S+Z note of Eve Jones <${EVE.email}>\n {2}Only for us & ours\n$`,
      ),
    );
    const shown = JSON.parse((await tickets(['show', String(number), '--json'])).stdout) as object;
    const { body } = await acme.client.get(`/tickets/${number}?include=follow_up`).expect(200);
    expect(shown).toEqual({ ...body, comments: await commentsOf(number) });
  });

  // @proves E-31-1
  it('shows when somebody wants to look at the ticket again', async () => {
    const { number } = await aTicket(acme, { follow_up_at: '2099-01-01T09:00:00Z' });
    expect((await tickets(['show', String(number)])).stdout).toMatch(
      /^Follow-up +2099-01-01T09:00:00\.000Z$/m,
    );
  });

  it('shows every comment of a long conversation', async () => {
    const comments = Array.from({ length: 101 }, (_, at) => ({
      ...{ author_email: EVE.email, content: `<p>Word ${at}</p>`, message_id: `m${at}` },
    }));
    const line = { email: CUSTOMER, subject: 'Long', source: 'x', external_id: 'long', comments };
    await desk.output(['import', 'tickets', acme.subdomain, '-'], { input: JSON.stringify(line) });
    const [long] = JSON.parse((await tickets(['list', '--limit', '1', '--json'])).stdout) as ShownTicket[];
    const { stdout } = await tickets(['show', String(long?.number)]);
    expect(stdout.match(/^ {2}Word \d+$/gm)).toHaveLength(101);
  });

  it('says when there is none', async () => {
    for (const reference of ['999999', 'x', '#'])
      expect(await tickets(['show', reference])).toMatchObject({
        ...{ status: 1, stdout: '', stderr: 'There is no such ticket.\n' },
      });
  });
});

describe('tickets reply', () => {
  it('answers as a member: mailed to the customer, an event, and an entry that names the command', async () => {
    const before = server.received.length;
    const { number } = await aTicket(acme, { subject: 'Mail me' });
    const replied = await tickets(['reply', String(number), '--as', 'Eve@team.example'], {
      input: 'Dear <you>,\n\nline one\nline two\n',
    });
    expect([replied.status, replied.stderr]).toEqual([
      0,
      `Replied to ticket ${number} as Eve@team.example.\n`,
    ]);
    const comment = (await commentsOf(number)).at(-1);
    expect(comment).toMatchObject({
      id: replied.stdout.trim(),
      ...{ comment_type: 'reply', author_type: 'agent', author: { name: 'Eve Jones', email: EVE.email } },
      content: '<p>Dear &lt;you&gt;,</p><p>line one<br />line two</p>',
    });
    // The service looks for mails that commands have made once a minute.
    await app.operator.work(acme.scope.workspaceId);
    const { envelope, mail } = await theLast(server, before + 1);
    expect([envelope, mail.text]).toEqual([[CUSTOMER], expect.stringContaining('Dear <you>,')]);
    const events = await allEvents(acme);
    expect(events.find(({ data }) => 'comment' in data && data.ticket?.number === number)).toMatchObject({
      type: 'comment.created',
      data: { actor: { type: 'operator' }, silent: false },
    });
    const entries = await app.operator.audit(acme.scope.workspaceId, { ticket: number });
    expect(entries.map(({ action, actor }) => [action, actor])).toContainEqual([
      'comment.created',
      expect.stringMatching(/^desk tickets reply \(/),
    ]);
  });

  it('adds a note with --note, which is not mailed, and prints the comment with --json', async () => {
    const before = server.received.length;
    const { number } = await aTicket(acme);
    const noted = await tickets([
      ...['reply', String(number), '--as', KIM.email, '--note', '--text', 'For us', '--json'],
    ]);
    expect(JSON.parse(noted.stdout)).toEqual((await commentsOf(number)).at(-1));
    expect(JSON.parse(noted.stdout)).toMatchObject({ comment_type: 'note', content: '<p>For us</p>' });
    await tickets(['reply', String(number), '--as', KIM.email, '--text', 'For you']);
    await app.operator.work(acme.scope.workspaceId);
    await theLast(server, before + 1);
    expect(server.received.map(({ mail }) => mail.text).join('\n')).not.toContain('For us');
  });

  it.each([
    [['--as', 'nobody@team.example', '--text', 'x'], 1, 'author_email is not the address of an active team'],
    [['--as', CUSTOMER, '--text', 'x'], 1, 'author_email is not the address of an active team member'],
    [['--as', EVE.email, '--text', ' \n '], 1, 'content must not be blank'],
    [['--as', EVE.email, '--text', 'a\u0000b'], 1, 'content must not contain'],
    [['--as', EVE.email, '--text', 'x'.repeat(300_000)], 1, 'content must have at most 262144 bytes'],
    [['--as', 'eve', '--text', 'x'], 2, 'It must be an e-mail address.'],
    [['--text', 'x'], 2, "required option '--as <member>' not specified"],
  ])('refuses what the API refuses, and adds nothing: %#', async (words, status, sentence) => {
    const { number } = await aTicket(acme);
    expect(await tickets(['reply', String(number), ...words])).toMatchObject({
      ...{ status, stdout: '', stderr: expect.stringContaining(sentence) as string },
    });
    expect(await commentsOf(number)).toHaveLength(1);
  });
});
