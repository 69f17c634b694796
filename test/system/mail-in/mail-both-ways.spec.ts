import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, conversationOf, CUSTOMER } from '../../support/data/comments.js';
import { allEvents } from '../../support/data/events.js';
import { aBounce, aMail, received } from '../../support/data/mails/inbound-emails.js';
import {
  aMailingWorkspace,
  listedMails,
  MAIL_FROM,
  makeMailsOld,
  startMailing,
  theLast,
  theMail,
} from '../../support/data/mails/mails.js';
import type { MailServer } from '../../support/fakes/mail-server.js';
import type { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  ({ server, app } = await startMailing());
});
afterAll(() => app.stop());
beforeEach(async () => {
  server.reset();
  acme = await aMailingWorkspace(app, { reply_address: 'plus' });
});

/** Waits until nothing is left to be sent. */
const allSent = () => until(async () => (await listedMails(acme)).every(({ state }) => state !== 'pending'));

// @proves E-21-26
describe('a ticket that came by mail', () => {
  it('is acknowledged, and no program is', async () => {
    await received(acme, aMail({ headers: { 'Auto-Submitted': 'auto-generated' } }));
    await received(acme, aMail({ headers: { Precedence: 'bulk', From: 'list@customer.example' } }));
    const { ticket } = await received(acme, aMail({ headers: { From: 'ann@customer.example' } }));
    const { envelope, mail, header } = await theLast(server, 1);
    expect(envelope).toEqual(['ann@customer.example']);
    expect(mail.text).toContain(`number ${ticket?.number}`);
    expect(header('auto-submitted')).toBe('auto-generated');
    await allSent();
    expect(server.received).toHaveLength(1);
  });

  it('is acknowledged once an hour for an address', async () => {
    for (let count = 0; count < 2; count++) await received(acme, aMail());
    await theLast(server, 1);
    await allSent();
    expect(server.received).toHaveLength(1);
    await makeMailsOld(acme, '61 minutes');
    await received(acme, aMail());
    await theLast(server, 2);
  });

  it('ends after one mail of each desk when two desks acknowledge each other', async () => {
    await received(acme, aMail());
    const { raw } = await theLast(server, 1);
    const theirs = raw.replace(/^From: .*$/m, 'From: Other desk <help@other.example>');
    const other = await aMailingWorkspace(app, { mail_from: 'help@acme.example' });
    const answered = await received(other, theirs);
    expect(answered).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    expect((await listedMails(other)).length).toBe(0);
    expect(server.received).toHaveLength(1);
  });
});

// @proves E-21-19, E-21-20
it('the answer of a customer to a reply of an agent stands in the ticket of the reply', async () => {
  const { number } = await aTicket(acme);
  await aComment(acme, number);
  const { header } = await theLast(server, 1);
  const byAddress = { To: header('reply-to') ?? '', From: 'phone@customer.example' };
  const byProgram = { To: MAIL_FROM, 'In-Reply-To': header('message-id') ?? '' };
  for (const headers of [byAddress, byProgram])
    expect(await received(acme, aMail({ headers }))).toMatchObject({ ticket: { number } });
  const { comments } = await conversationOf(acme, number);
  expect(comments.map(({ author }) => author.email).slice(2)).toEqual(['phone@customer.example', CUSTOMER]);
});

// @proves E-21-13
describe('a bounce', () => {
  it('marks the mail that it is about, is an event, and changes nothing in the ticket', async () => {
    const { id, number } = await aTicket(acme);
    await aComment(acme, number);
    const messageId = (await theLast(server, 1)).header('message-id') ?? '';
    await allSent();
    await acme.client.patch(`/tickets/${id}`, { status: 'closed' }).expect(200);
    const late = await received(acme, aBounce({ messageId, status: '4.4.7', action: 'delayed' }));
    expect(late).toMatchObject({ state: 'ignored', reason: 'bounce' });
    expect(await listedMails(acme)).toEqual([]);
    const bounce = await received(acme, aBounce({ messageId }));
    expect(bounce).toMatchObject({ state: 'ignored', reason: 'bounce', ticket: { id, number } });
    expect(await theMail(acme, 'failed')).toMatchObject({
      ...{ ticket_number: number, answer: '550 5.1.1 No such user' },
    });
    const events = (await allEvents(acme)).filter(({ type }) => type.startsWith('email.'));
    expect(events).toMatchObject([
      {
        type: 'email.bounced',
        data: { inbound_email: { id: bounce.id, reason: 'bounce' }, ticket: { id, number } },
      },
    ]);
    expect((await conversationOf(acme, number)).total).toBe(2);
    const { body } = await acme.client.get(`/tickets/${id}`).expect(200);
    expect(body.ticket.status).toBe('closed');
    expect(server.received).toHaveLength(1);
  });

  it('of any shape finds its ticket by the address to which it came', async () => {
    const { number } = await aTicket(acme);
    await aComment(acme, number);
    const { header } = await theLast(server, 1);
    await allSent();
    const headers = {
      ...{ From: 'MAILER-DAEMON@mx.old.example', Subject: 'Mailbox full' },
      'Delivered-To': header('reply-to') ?? '',
    };
    const bounce = await received(acme, aMail({ headers }));
    expect(bounce).toMatchObject({ state: 'ignored', reason: 'bounce', ticket: { number } });
    expect(await theMail(acme, 'failed')).toMatchObject({ ticket_number: number, answer: 'Mailbox full' });
    // No mail is left for the next one to be about, nor is one for a mail that is only late.
    const again = aMail({ headers: { ...headers, Subject: 'Once more' } });
    const to = header('reply-to') ?? '';
    const late = aBounce({ messageId: '<unknown@acme.example>', status: '4.4.7', action: 'delayed', to });
    for (const mail of [again, late])
      expect(await received(acme, mail)).toMatchObject({ reason: 'bounce', ticket: { number } });
  });

  it('of two recipients has its ticket and the words about both, also when nobody knows the second one', async () => {
    const { number } = await aTicket(acme);
    await aComment(acme, number);
    const { header } = await theLast(server, 1);
    await allSent();
    const recipients = [CUSTOMER, 'nobody@elsewhere.example'];
    const about = { messageId: '<1@elsewhere.example>', to: header('reply-to') ?? '' };
    const bounce = await received(acme, aBounce({ ...about, recipients }));
    expect(bounce).toMatchObject({ state: 'ignored', reason: 'bounce', ticket: { number } });
    const answer = '550 5.1.1 No such user; 550 5.1.1 No such user as nobody@elsewhere.example';
    expect(await theMail(acme, 'failed')).toMatchObject({ ticket_number: number, answer });
  });
});

// @proves E-21-14
it.each([
  ['a read receipt', 'disposition-notification'],
  ['a complaint', 'feedback-report'],
])('%s is ignored', async (_what, type) => {
  const mail = aMail().replace(
    /^Content-Type: .*$/m,
    `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
  );
  const parts = `\r\n--b\r\nContent-Type: message/${type}\r\n\r\nReporting-UA: x\r\n--b--\r\n`;
  expect(await received(acme, mail + parts)).toMatchObject({ state: 'ignored', reason: 'report' });
});
