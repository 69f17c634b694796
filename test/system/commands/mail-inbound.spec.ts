import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { entriesOf } from '../../support/data/audit.js';
import { aMail, emailOf, received, type ShownEmail } from '../../support/data/mails/inbound-emails.js';
import { Desk } from '../../support/servers/desk.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
let acme: TestWorkspace;
let desk: Desk;
beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp({ attachmentsDir: folder.path });
});
afterAll(async () => {
  await app.stop();
  await folder.remove();
});
beforeEach(async () => {
  acme = await aWorkspace(app);
  desk = Desk.on(app.database, { ATTACHMENTS_DIR: folder.path });
});

const suspended = () => received(acme, aMail({ headers: { 'X-Spam-Flag': 'YES' } }));

// @proves E-21-9
describe('mail inbound list', () => {
  it('lists suspended mails, or those in another state', async () => {
    const none = await desk.run(['mail', 'inbound', 'list', acme.subdomain]);
    expect([none.status, none.stdout, none.stderr]).toEqual([
      ...[0, '', `No mail of workspace "${acme.subdomain}" is suspended.\n`],
    ]);
    const [first, second] = [await suspended(), await suspended()];
    const accepted = await received(acme, aMail());
    const listed = (...options: string[]) =>
      desk.json<ShownEmail[]>(['mail', 'inbound', 'list', acme.subdomain, '--json', ...options]);
    expect(await listed()).toEqual([second, first]);
    expect(await listed('--limit', '1')).toEqual([second]);
    expect(await listed('--state', 'accepted')).toEqual([accepted]);
    const table = await desk.output(['mail', 'inbound', 'list', acme.subdomain]);
    expect(table).toMatch(/^ID +RECEIVED +REASON +TICKET +FROM +SUBJECT\n/);
    expect(table).toMatch(new RegExp(`^${first.id} .* spam +- +${first.sender} +Printer on fire$`, 'm'));
  });
});

// @proves E-21-6, E-21-9
describe('mail inbound release', () => {
  const release = (id: string, ...options: string[]) =>
    desk.run(['mail', 'inbound', 'release', acme.subdomain, id, ...options]);

  it('makes a ticket or a comment of a suspended mail, and the trail names the operator', async () => {
    const [one, other] = [await suspended(), await suspended()];
    expect(await release(one.id)).toMatchObject({
      ...{ status: 0, stdout: '', stderr: 'The mail is in ticket #1 now.\n' },
    });
    await aTicket(acme);
    const released = await release(other.id, '--as', 'comment', '--ticket', '#2', '--json');
    expect(JSON.parse(released.stdout)).toEqual(await emailOf(acme, other.id));
    expect(await emailOf(acme, other.id)).toMatchObject({ state: 'accepted', ticket: { number: 2 } });
    const actors = (await entriesOf(acme))
      .filter(({ action }) => action === 'email.released')
      .map(({ actor }) => actor);
    expect(actors).toEqual(Array(2).fill(expect.stringMatching(/^desk mail inbound release \(/)));
  });

  it('takes a sender for a mail that names none, and is refused without one', async () => {
    const withoutSender = () => received(acme, aMail({ headers: { From: null } }));
    const [one, other] = [await withoutSender(), await withoutSender()];
    expect(await release(one.id)).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining('sender is required, because') as string },
    });
    const kim = ['--sender', 'Kim Li <kim@my_shop.example>'];
    expect(await release(one.id, ...kim)).toMatchObject({
      ...{ status: 0, stderr: 'The mail is in ticket #1 now.\n' },
    });
    const { body } = await acme.client.get('/tickets/1').expect(200);
    expect(body.ticket.customer).toMatchObject({ email: 'kim@my_shop.example', name: 'Kim Li' });
    expect(await release(other.id, '--sender', 'kim@my_shop.example')).toMatchObject({ status: 0 });
    for (const wrong of ['kim', 'Kim <kim>', '<kim@my_shop.example'])
      expect((await release(other.id, '--sender', wrong)).stderr).toContain('must be an e-mail address');
  });

  it('refuses a mail that is not suspended, and an invalid id', async () => {
    const { id } = await received(acme, aMail());
    expect(await release(id)).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining('This mail is not suspended') as string },
    });
    const wrong = await release('1');
    expect(wrong.status).not.toBe(0);
    expect(wrong.stderr).toContain('`mail inbound list` shows the ids of mails');
  });
});
