import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER } from '../../support/data/comments.js';
import { aMailingWorkspace, listedMails, theLast, tryAgain } from '../../support/data/mails/mails.js';
import { Desk } from '../../support/servers/desk.js';
import { MailServer } from '../../support/fakes/mail-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin, freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const COPY = 'Ada@customer.example';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  database = await freshDatabase();
  server = await MailServer.start();
  app = await startTestApp({ database, smtp: server.settings });
  acme = await aMailingWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
  await database.drop();
});

const erase = (address: string) =>
  Desk.on(database, { MIGRATION_DATABASE_URL: database.ownerUrl }).output([
    ...['customers', 'erase', acme.subdomain, address, '--confirm', address],
  ]);
const rows = async () =>
  JSON.stringify(
    await asAdmin(database, 'SELECT * FROM mails WHERE workspace_id = $1', [acme.scope.workspaceId]),
  );

// @proves E-20-9
describe('mail to a customer who is erased', () => {
  it('is forgotten, and neither sent nor named any more', async () => {
    const raised = { email: CUSTOMER, subject: 'Help', description: '', cc: [COPY] };
    const { body } = await acme.client.post('/tickets', raised).expect(201);
    await aTicket(acme, { email: COPY });
    server.refusedRecipients.set(COPY, { code: 450, text: `<${COPY}> is busy` });
    server.refusedRecipients.set(CUSTOMER, { code: 450, text: `<${CUSTOMER}> is busy` });
    await aComment(acme, body.ticket.number as number);
    await until(async () => (await listedMails(acme))[0]?.failed_tries === 1);
    expect(await rows()).toContain(COPY);
    expect(await erase(COPY)).toContain('mails: 1');
    expect(await rows()).not.toMatch(/ada@/i);
    server.refusedRecipients.clear();
    await tryAgain(acme);
    expect((await theLast(server, 1)).envelope).toEqual([CUSTOMER]);
    server.answer = { code: 451, text: 'Later' };
    const asMember = { emails: [CUSTOMER.toUpperCase()], send_invitation_email: true };
    await acme.client.post('/team-members', asMember).expect(201);
    await until(async () => /invitation/.test(await rows()));
    expect(await erase(CUSTOMER)).toContain('mails: 2');
    expect(await rows()).toBe('[]');
  });

  it('is not named any more by an address whose domain was written in ASCII', async () => {
    const [address, sent] = ['Ida@münchen.example', 'Ida@xn--mnchen-3ya.example'];
    const raised = { email: 'bob@customer.example', subject: 'Help', description: '', cc: [address] };
    const { body } = await acme.client.post('/tickets', raised).expect(201);
    await aTicket(acme, { email: address });
    server.answer = 'take';
    // This server shows domains as people read them.
    server.refusedRecipients.set(address, { code: 451, text: `<${sent}> is busy` });
    await aComment(acme, body.ticket.number as number);
    await until(async () => (await rows()).includes(`<${sent}> is busy`));
    expect(await erase(address)).toContain('mails: 1');
    expect(await rows()).not.toMatch(/(?:mü|xn--m)nchen/i);
  });

  it.each([
    ['refuses it for good just then', false, 'eva@customer.example'],
    ['has refused it for good before', true, 'ida@customer.example'],
  ])(
    'is not named any more when it comes while a mail is sent to others, and the server %s',
    async (_, isTriedTwice, address) => {
      const bob = 'bob@customer.example';
      const raised = { email: bob, subject: 'Help', description: '', cc: [address] };
      const { body } = await acme.client.post('/tickets', raised).expect(201);
      await aTicket(acme, { email: address });
      server.answer = 'take';
      server.refusedRecipients.set(address, { code: 550, text: `<${address}> is unknown` });
      if (isTriedTwice) {
        server.refusedRecipients.set(bob, { code: 450, text: 'busy' });
        await aComment(acme, body.ticket.number as number);
        await until(async () => (await rows()).includes(`<${address}> is unknown`));
        server.refusedRecipients.delete(bob);
      }
      server.meanwhile = () => erase(address);
      await (isTriedTwice ? tryAgain(acme) : aComment(acme, body.ticket.number as number));
      await until(async () => (await listedMails(acme))[0]?.state === 'failed');
      server.meanwhile = () => Promise.resolve();
      expect((await listedMails(acme))[0]?.answer).toBe('refused for good');
      expect(await rows()).not.toContain(address);
    },
  );
});
