import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER } from '../../support/data/comments.js';
import {
  aMailingWorkspace,
  giveMailsBack,
  listedMails,
  makeMailsOld,
  startMailing,
  submitted,
  takeMailsAway,
  theLast,
  theMail,
} from '../../support/data/mails/mails.js';
import type { MailServer } from '../../support/fakes/mail-server.js';
import type { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

// Second times: mails beside others that were made, taken or given up before.
let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  ({ server, app } = await startMailing({ smtpTimeoutMs: 5_000 }));
});
afterAll(() => app.stop());
beforeEach(async () => {
  server.reset();
  acme = await aMailingWorkspace(app);
});

// @proves E-20-4
describe('an acknowledgement', () => {
  it('is not left out for that of another customer, nor for a reply within the hour', async () => {
    const { number } = await submitted(acme);
    await theLast(server, 1);
    await submitted(acme, { email: 'other@customer.example' });
    expect((await theLast(server, 2)).envelope).toEqual(['other@customer.example']);
    await makeMailsOld(acme, '61 minutes');
    await aComment(acme, number);
    await theLast(server, 3);
    await submitted(acme);
    const again = await theLast(server, 4);
    expect([again.envelope, again.header('auto-submitted')]).toEqual([[CUSTOMER], 'auto-generated']);
  });
});

// @proves E-20-7
describe('a mail', () => {
  it('that another process has taken meanwhile is not changed by the try that took too long', async () => {
    server.answer = 'hang';
    const { number } = await aTicket(acme);
    await aComment(acme, number, { content: 'One' });
    await until(() => server.seen.length === 1);
    await takeMailsAway(acme);
    await aComment(acme, number, { content: 'Two' });
    // The second one is tried later, so the first try has ended by then.
    await theMail(acme, 'pending', 1);
    expect((await listedMails(acme)).map(({ failed_tries }) => failed_tries)).toEqual([1, 0]);
  });

  it('is given up after three days, but not while it is being sent', async () => {
    server.answer = { code: 451, text: 'Come back later' };
    await aComment(acme, (await aTicket(acme)).number);
    await theMail(acme, 'pending', 1);
    // In this order, as otherwise the job could find an old mail that nobody sends.
    await takeMailsAway(acme);
    await makeMailsOld(acme, '73 hours');
    await app.operator.work(acme.scope.workspaceId);
    expect(await listedMails(acme)).toMatchObject([{ state: 'pending' }]);
    await giveMailsBack(acme);
    await app.operator.work(acme.scope.workspaceId);
    expect(await listedMails(acme)).toMatchObject([{ state: 'failed', next_try_at: null }]);
  });
});
