import { randomUUID } from 'node:crypto';
import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER } from '../../support/data/comments.js';
import {
  aMailingWorkspace,
  listedMails,
  startMailing,
  submitted,
  theLast,
  theMail,
  tryAgain,
} from '../../support/data/mails/mails.js';
import type { MailServer } from '../../support/fakes/mail-server.js';
import type { TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const COPY = 'cc@customer.example';
const WORDS = '550 5.1.1 No such user';

let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  ({ server, app } = await startMailing());
});
afterAll(() => app.stop());
beforeEach(async () => {
  server.reset();
  acme = await aMailingWorkspace(app);
});

type Bounce = Parameters<TestApp['operator']['mailCameBack']>[1];

const cameBack = (bounce: Bounce, workspace = acme): Promise<boolean> =>
  app.operator.mailCameBack(workspace.scope.workspaceId, { words: WORDS, ...bounce });

/** Sends a reply of an agent, and waits until the mail server has taken it. */
async function sentReply(number: number, count: number): Promise<{ messageId: string }> {
  await aComment(acme, number);
  const { header } = await theLast(server, count);
  await until(async () => (await listedMails(acme)).every(({ state }) => state !== 'pending'));
  return { messageId: header('message-id') ?? '' };
}

// @proves E-21-13
describe('a mail that came back', () => {
  it('has failed with the words of the server, each once and in one line', async () => {
    const { number } = await aTicket(acme);
    const { messageId } = await sentReply(number, 1);
    expect(await listedMails(acme)).toEqual([]);
    for (const words of [WORDS, WORDS, '552 Mailbox\r\nfull\0']) await cameBack({ messageId, words });
    const answer = `${WORDS}; 552 Mailbox full`;
    expect(await theMail(acme, 'failed')).toMatchObject({ kind: 'reply', ticket_number: number, answer });
    await cameBack({ messageId, words: 'x'.repeat(1_000) });
    expect((await theMail(acme, 'failed')).answer).toHaveLength(500);
  });

  it('is the one that the bounce names, also when it is not the newest of its ticket', async () => {
    const ticket = await submitted(acme);
    const { header } = await theLast(server, 1);
    await sentReply(ticket.number, 2);
    const about = { ticketId: ticket.id, recipient: CUSTOMER, messageId: header('message-id') ?? '' };
    expect(await cameBack(about)).toBe(true);
    expect(await listedMails(acme)).toMatchObject([{ kind: 'acknowledgement', state: 'failed' }]);
  });

  it('is the newest of its ticket when the bounce names none of ours', async () => {
    const ticket = await submitted(acme);
    await theLast(server, 1);
    await sentReply(ticket.number, 2);
    const about = { ticketId: ticket.id, recipient: COPY, messageId: '<a@elsewhere.example>' };
    expect(await cameBack(about)).toBe(true);
    expect(await listedMails(acme)).toMatchObject([{ kind: 'reply', state: 'failed' }]);
  });

  it('is the newest that somebody can have, or that is on its way, when the bounce names none of ours', async () => {
    const ticket = await aTicket(acme);
    const about = { ticketId: ticket.id, recipient: CUSTOMER };
    await sentReply(ticket.number, 1);
    server.answer = { code: 451, text: 'Later' };
    await aComment(acme, ticket.number);
    await theMail(acme, 'pending', 1);
    expect(await cameBack(about)).toBe(true);
    const [newest, older] = await listedMails(acme);
    expect([newest?.state, newest?.answer?.includes(WORDS), older?.answer]).toEqual([
      'pending',
      false,
      WORDS,
    ]);
    server.answer = 'take';
    server.meanwhile = () => cameBack(about);
    await tryAgain(acme);
    await until(async () => (await listedMails(acme))[0]?.state === 'failed');
  });

  it('is the newest to the customer whom it did not reach, who may have changed since', async () => {
    const ticket = await aTicket(acme, { email: CUSTOMER });
    await sentReply(ticket.number, 1);
    await acme.client.put(`/tickets/${ticket.number}`, { email: 'other@customer.example' }).expect(200);
    await sentReply(ticket.number, 2);
    await cameBack({ ticketId: ticket.id, recipient: CUSTOMER.toUpperCase() });
    await acme.client.put(`/tickets/${ticket.number}`, { email: CUSTOMER }).expect(200);
    const failed = await theMail(acme, 'failed');
    await cameBack({ ticketId: ticket.id, recipient: 'other@customer.example' });
    const [newest, older] = await listedMails(acme);
    expect(older?.id).toBe(failed.id);
    expect(newest?.id).not.toBe(failed.id);
  });

  it('is an invitation, too', async () => {
    const invited = { emails: ['sam@team.example'], send_invitation_email: true };
    await acme.client.post('/team-members', invited).expect(201);
    const { header } = await theLast(server, 1);
    await until(async () => (await listedMails(acme)).length === 0);
    await cameBack({ messageId: header('message-id') ?? '' });
    expect(await theMail(acme, 'failed')).toMatchObject({ kind: 'invitation', answer: WORDS });
  });

  it('is still sent to those who have not got it, and has failed then', async () => {
    const raised = { email: CUSTOMER, subject: 'Help', description: '', cc: [COPY] };
    const { body } = await acme.client.post('/tickets', raised).expect(201);
    server.refusedRecipients.set(COPY, { code: 450, text: 'Busy' });
    await aComment(acme, body.ticket.number as number);
    await theMail(acme, 'pending', 1);
    await cameBack({ ticketId: body.ticket.id as string, recipient: CUSTOMER });
    expect((await theMail(acme, 'pending')).answer).toBe(WORDS);
    server.refusedRecipients.clear();
    await tryAgain(acme);
    expect((await theLast(server, 2)).envelope).toEqual([COPY]);
    expect((await theMail(acme, 'failed')).answer).toBe(WORDS);
  });

  it('has failed, also when it comes back before the server has answered', async () => {
    server.meanwhile = ({ header }) => cameBack({ messageId: header('message-id') ?? '' });
    await aComment(acme, (await aTicket(acme)).number);
    expect((await theMail(acme, 'failed')).answer).toBe(WORDS);
    expect(server.received).toHaveLength(1);
  });

  it('is never one of another workspace, nor one that was never sent', async () => {
    const ticket = await aTicket(acme);
    const { messageId } = await sentReply(ticket.number, 1);
    const other = await aMailingWorkspace(app);
    const strange = `<comment-${randomUUID()}@${acme.subdomain}.desk.test>`;
    expect(await cameBack({ messageId, ticketId: ticket.id }, other)).toBe(false);
    expect(await cameBack({ messageId: strange })).toBe(false);
    expect(await cameBack({ messageId: `<ticket-${ticket.id}@${acme.subdomain}.desk.test>` })).toBe(false);
    expect(await listedMails(acme)).toEqual([]);
  });
});

// @proves E-21-19
describe('the ticket of a mail', () => {
  const ticketsOf = (...messageIds: string[]) =>
    app.operator.ticketsOfMessages(acme.scope.workspaceId, messageIds);

  it('is found by the Message-IDs of our mails, under any domain of the service', async () => {
    const ticket = await aTicket(acme);
    const { messageId } = await sentReply(ticket.number, 1);
    const root = `<ticket-${ticket.id}@old.example>`;
    expect(await ticketsOf(root, '<a@b.example>', messageId)).toEqual([[ticket.id], [], [ticket.id]]);
  });

  it('is found by the Message-ID of a comment, with and without its brackets, the newest ticket first', async () => {
    const [older, newer] = [await aTicket(acme), await aTicket(acme)];
    const said = { author_email: CUSTOMER, content: 'Thanks' };
    await aComment(acme, older.number, { ...said, message_id: '<1@mail.example>' });
    await aComment(acme, newer.number, { ...said, message_id: '1@mail.example' });
    expect(await ticketsOf('<1@mail.example>', '<1@MAIL.example>')).toEqual([[newer.id, older.id], []]);
  });

  it('is none of another workspace', async () => {
    const ticket = await aTicket(await aMailingWorkspace(app));
    expect(await ticketsOf(`<ticket-${ticket.id}@desk.test>`)).toEqual([[]]);
  });
});
