import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FormVisitor } from '../../support/data/forms.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { testDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk();
let desk: Desk;
let acme: TestWorkspace;
let globex: TestWorkspace;

beforeAll(() => {
  desk = Desk.on(testDatabase());
});
beforeEach(async () => {
  const forms = [{ title: 'Contact us', slug: 'contact-us' }];
  [acme, globex] = [await aWorkspace(app, { forms }), await aWorkspace(app, { forms })];
  await aTicket(acme, { subject: 'Stays' });
  // The process remembers the workspace from now on, so its first 403 shows that it has heard of the change.
  await acme.client.get('/tickets').expect(200);
});

const run = (command: string, ...more: string[]) => desk.run(['workspace', command, acme.subdomain, ...more]);
const statusOf = async (client = acme.client) => (await client.get('/tickets')).status;

/** Suspends the workspace, and waits until the process knows it. */
async function suspended(): Promise<void> {
  await run('suspend');
  await until(async () => (await statusOf()) === 403);
}

/** The actions of the audit trail that are about suspending, newest first. */
async function actions(): Promise<unknown[]> {
  const text = await desk.output(['audit', 'show', acme.subdomain, '--json']);
  const entries = text.trim().split('\n').map((line) => JSON.parse(line) as { action: string; actor: string }); // prettier-ignore
  return entries
    .filter(({ action }) => /suspended|resumed/.test(action))
    .map(({ action, actor }) => [action, actor.replace(/ \(.*/, '')]);
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.message === 'This workspace is suspended.';

describe('a suspended workspace', () => {
  // @proves E-25-1
  it('answers a right key with 403 and a wrong one with 401, with and without scopes, and no other workspace is', async () => {
    await suspended();
    const { body } = await acme.client.get('/tickets').expect(403);
    expect(body).toEqual({ error: 'This workspace is suspended.', code: 'workspace_suspended' });
    await acme.client.get('/api-keys/current').expect(403);
    await acme.client.post('/tickets', { subject: 'New' }).expect(403);
    const unknown = await acme.stranger.get('/tickets').expect(401);
    const wrong = await acme.clientWith(globex.key).get('/tickets').expect(401);
    expect(wrong.text).toBe(unknown.text);
    expect(await statusOf(globex.client)).toBe(200);
  });

  // @proves E-25-2
  it('has no forms, no page of them, and takes no announced file', async () => {
    const md5 = 'CY9rzUYh03PK3k6DJie09g==';
    const file = { filename: 'a.txt', content_type: 'text/plain', byte_size: 4, checksum: md5 };
    const { body } = await acme.client.post('/attachment_uploads', file).expect(201);
    const upload = new URL((JSON.stringify(body).match(/http[^"]*attachment_uploads[^"]*/) ?? [''])[0]);
    const visitor = new FormVisitor(app, acme.subdomain);
    await visitor.get('/forms/contact-us').expect(200);
    await suspended();
    await visitor.get('/forms/contact-us').expect(404);
    await visitor.post('contact-us', { email: 'a@customer.example' }).expect(404);
    const path = upload.pathname.replace('/api/external/v2', '');
    await acme.stranger.request('put', path).set('Accept', 'application/json').send('test').expect(404);
    await new FormVisitor(app, globex.subdomain).get('/forms/contact-us').expect(200);
  });

  // @proves E-25-3
  it('continues where it was when it is resumed', async () => {
    await suspended();
    await run('resume');
    await until(async () => (await statusOf()) === 200);
    const { body } = await acme.client.get('/tickets').expect(200);
    expect(body.tickets).toMatchObject([{ subject: 'Stays' }]);
    await new FormVisitor(app, acme.subdomain).get('/forms/contact-us').expect(200);
  });

  // @proves E-25-5
  it('is suspended once and resumed once, as the audit trail says', async () => {
    expect((await run('resume')).stderr).toContain('Nothing changed');
    expect((await run('suspend')).stderr).toContain('Suspended workspace');
    expect(JSON.parse((await run('suspend', '--json')).stdout)).toEqual({
      ...{ subdomain: acme.subdomain, suspended: true, changed: false },
    });
    expect(await desk.output(['workspace', 'show', acme.subdomain])).toMatch(/^Suspended +20/m);
    expect((await run('resume', '--json')).stdout).toContain('"changed": true');
    expect(await actions()).toEqual([
      ['workspace.resumed', 'desk workspace resume'],
      ['workspace.suspended', 'desk workspace suspend'],
    ]);
  });

  it('can still be changed and shown by operators, and receives mail later', async () => {
    await suspended();
    await app.operator.apply(JSON.stringify({ workspace: { subdomain: acme.subdomain, name: 'New' } }));
    expect((await app.operator.show(acme.subdomain)).workspace.name).toBe('New');
    expect(await statusOf()).toBe(403);
    const mails: string[] = [];
    // Requests and mailboxes learn of it independently, each within a second. Only a mail that is new is refused.
    await until(() => {
      mails.push('Subject: Hello\r\n\r\nHello');
      return app.operator.fetchMailbox(acme.scope.workspaceId, mails).then(() => false, isRefusal);
    });
  });

  it('cannot be named wrongly', async () => {
    const refused = await desk.run(['workspace', 'suspend', 'nobody-here']);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('There is no workspace')]);
  });
});
