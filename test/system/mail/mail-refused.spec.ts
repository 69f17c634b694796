import { PNG, upload } from '../../support/data/attachments.js';
import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER } from '../../support/data/comments.js';
import {
  aMailingWorkspace,
  listedMails,
  pretendFailedTries,
  startAlone,
  startMailing,
  theLast,
  submitted,
  theMail,
  tryAgain,
} from '../../support/data/mails/mails.js';
import { FormVisitor } from '../../support/data/forms.js';
import { openFilesIn } from '../../support/open-files.js';
import { freePort } from '../../support/servers/free-port.js';
import { MailServer } from '../../support/fakes/mail-server.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

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

const COPY = 'cc@customer.example';

const envelopes = () => server.received.map(({ envelope }) => envelope);

/** Has an agent reply to a customer and somebody in copy. */
async function aReply(): Promise<{ readonly id: string }> {
  const raised = { email: CUSTOMER, subject: 'Help', description: '', cc: [COPY] };
  const { body } = await acme.client.post('/tickets', raised).expect(201);
  return aComment(acme, body.ticket.number as number);
}

describe('a server that does not take a mail', () => {
  // @proves E-20-7
  it.each([
    ['refuses it for now', { code: 451, text: 'Come back later' }, /451 Come back later/],
    ['closes the connection', 'close', /./],
    ['does not answer', 'hang', /took too long|timeout/i],
  ] as const)('is tried again with the same mail when it %s', async (_what, answer, said) => {
    server.answer = answer;
    await aReply();
    const { answer: kept, next_try_at } = await theMail(acme, 'pending', 1);
    expect(kept).toMatch(said);
    expect(next_try_at).not.toBeNull();
    expect(server.received).toEqual([]);
    server.answer = 'take';
    await tryAgain(acme);
    const taken = await theLast(server, 1);
    await until(async () => (await listedMails(acme)).length === 0);
    const [first] = server.seen;
    expect(taken.header('message-id')).toBe(first?.header('message-id'));
    expect(taken.header('date')).toBe(first?.header('date'));
  });

  // @proves E-20-7
  it('is tried again when nothing listens, and keeps no file open meanwhile', async () => {
    const port = await freePort();
    const smtp = { host: '127.0.0.1', port, tls: 'never', login: undefined } as const;
    const folder = await temporaryFolder();
    const lonely = await startAlone({ smtp, attachmentsDir: folder.path });
    const desk = await aMailingWorkspace(lonely);
    const { signed_id } = await upload(desk.client, PNG);
    await aComment(desk, (await aTicket(desk)).number, { attachments: [signed_id] });
    expect((await theMail(desk, 'pending', 1)).answer).toMatch(/ECONNREFUSED/);
    await until(async () => (await openFilesIn(folder.path)).length === 0);
    const late = await MailServer.start({}, port);
    await tryAgain(desk);
    const { mail } = await theLast(late, 1);
    expect(mail.attachments).toHaveLength(1);
    await until(async () => (await openFilesIn(folder.path)).length === 0);
    await lonely.stop();
    await late.stop();
    await folder.remove();
  });

  // @proves E-20-7
  it('is not tried again when it refuses the mail for good', async () => {
    server.answer = { code: 554, text: 'No such thing' };
    await aReply();
    expect(await theMail(acme, 'failed')).toMatchObject({
      answer: expect.stringMatching(/554 No such thing/) as string,
    });
    server.answer = 'take';
    await tryAgain(acme);
    expect(server.received).toEqual([]);
  });

  // @proves E-20-7
  it('gets the same mail from the address that the workspace has by then', async () => {
    server.answer = { code: 451, text: 'Come back later' };
    await aReply();
    await theMail(acme, 'pending', 1);
    const changed = { subdomain: acme.subdomain, name: 'Renamed', mail_from: 'new@acme.example' };
    await app.operator.apply(JSON.stringify({ workspace: changed }));
    server.answer = 'take';
    await tryAgain(acme);
    const { mail, header } = await theLast(server, 1);
    expect(mail.from).toEqual({ name: 'Eve Jones (Renamed)', address: 'new@acme.example' });
    expect(header('message-id')).toBe(server.seen[0]?.header('message-id'));
  });

  // @proves E-20-7
  it('is given up after eleven tries', async () => {
    server.answer = { code: 451, text: 'Come back later' };
    await aReply();
    await theMail(acme, 'pending', 1);
    await pretendFailedTries(acme, 10);
    await tryAgain(acme);
    expect(await theMail(acme, 'failed')).toMatchObject({ failed_tries: 11, next_try_at: null });
  });
});

describe('a recipient whom the server refuses', () => {
  // @proves E-20-7
  it('for now gets the mail later, and the others get it once', async () => {
    server.refusedRecipients.set(COPY, { code: 450, text: 'Busy' });
    await aReply();
    expect((await theMail(acme, 'pending', 1)).answer).toMatch(/450 Busy/);
    expect(server.received.map(({ envelope }) => envelope)).toEqual([[CUSTOMER]]);
    server.refusedRecipients.clear();
    await tryAgain(acme);
    await theLast(server, 2);
    const [first, second] = server.received;
    expect(second?.envelope).toEqual([COPY]);
    expect(second?.header('message-id')).toBe(first?.header('message-id'));
    expect(second?.header('to')).toBe(first?.header('to'));
    await until(async () => (await listedMails(acme)).length === 0);
  });

  // @proves E-20-7
  it('twice for now gets it at the third try, and the others get it once', async () => {
    server.refusedRecipients.set(COPY, { code: 450, text: 'Busy' });
    await aReply();
    await theMail(acme, 'pending', 1);
    await tryAgain(acme);
    expect(await theMail(acme, 'pending', 2)).toMatchObject({
      ...{ failed_tries: 2, answer: expect.stringMatching(/450 Busy/) as string },
    });
    expect(envelopes()).toEqual([[CUSTOMER]]);
    server.refusedRecipients.clear();
    await tryAgain(acme);
    await until(async () => (await listedMails(acme)).length === 0);
    expect(envelopes()).toEqual([[CUSTOMER], [COPY]]);
  });

  // @proves E-20-7
  it('with everybody else, and then alone, gets it at the third try, and the others at the second', async () => {
    for (const address of [CUSTOMER, COPY])
      server.refusedRecipients.set(address, { code: 450, text: 'Busy' });
    await aReply();
    await theMail(acme, 'pending', 1);
    server.refusedRecipients.delete(CUSTOMER);
    await tryAgain(acme);
    await theMail(acme, 'pending', 2);
    server.refusedRecipients.clear();
    await tryAgain(acme);
    await until(async () => (await listedMails(acme)).length === 0);
    expect(envelopes()).toEqual([[CUSTOMER], [COPY]]);
  });

  // @proves E-20-7
  it('for now and then for good is written down, and the others get it once', async () => {
    server.refusedRecipients.set(COPY, { code: 450, text: 'Busy' });
    await aReply();
    await theMail(acme, 'pending', 1);
    server.refusedRecipients.set(COPY, { code: 550, text: 'No such user' });
    await tryAgain(acme);
    expect(await theMail(acme, 'failed', 1)).toMatchObject({
      ...{ failed_tries: 1, answer: expect.stringMatching(/550 No such user/) as string },
    });
    expect(envelopes()).toEqual([[CUSTOMER]]);
  });

  // @proves E-20-7
  it('for good stays written down when somebody else gets it later', async () => {
    server.refusedRecipients.set(CUSTOMER, { code: 550, text: 'No such user' });
    server.refusedRecipients.set(COPY, { code: 450, text: 'Busy' });
    await aReply();
    await theMail(acme, 'pending', 1);
    await tryAgain(acme);
    await theMail(acme, 'pending', 2);
    server.refusedRecipients.delete(COPY);
    await tryAgain(acme);
    const { answer } = await theMail(acme, 'failed');
    expect([answer, envelopes()]).toEqual([expect.stringMatching(/550 No such user/), [[COPY]]]);
    expect(answer).not.toContain('Busy');
  });

  // @proves E-20-7
  it('does not get it at another address later, when only somebody else still waits', async () => {
    server.refusedRecipients.set(COPY, { code: 450, text: 'Busy' });
    await aReply();
    await theMail(acme, 'pending', 1);
    const { body } = await acme.client.get(`/customers?email=${CUSTOMER}`).expect(200);
    const moved = { customer: { emails: ['moved@customer.example'] } };
    await acme.client.patch(`/customers/${body.customers[0].id}`, moved).expect(200);
    server.refusedRecipients.clear();
    await tryAgain(acme);
    await until(async () => (await listedMails(acme)).length === 0);
    expect(envelopes()).toEqual([[CUSTOMER], [COPY]]);
  });

  // @proves E-20-7
  it('for good does not get it, and the others do', async () => {
    server.refusedRecipients.set(CUSTOMER, { code: 550, text: 'No such user' });
    await aReply();
    expect(await theMail(acme, 'failed')).toMatchObject({
      answer: expect.stringMatching(/550 No such user/) as string,
    });
    expect(server.received.map(({ envelope }) => envelope)).toEqual([[COPY]]);
  });
});

describe('two processes', () => {
  // @proves E-20-7
  it('send each mail once', async () => {
    const other = await startTestApp({ database: app.database, smtp: server.settings });
    const { number } = await aTicket(acme);
    for (let index = 0; index < 20; index++) {
      const content = `Reply ${index}`;
      const reply = { author_email: 'eve@team.example', content };
      await acme.client
        .at(index % 2 === 0 ? app : other)
        .post(`/tickets/${number}/comments`, reply)
        .expect(201);
    }
    await Promise.all([app, other].map(({ operator }) => operator.work(acme.scope.workspaceId)));
    // The server may also get what earlier tests have left.
    const sent = () =>
      server.received
        .flatMap(({ header }) => header('message-id') ?? [])
        .filter((id) => id.includes(acme.subdomain));
    await until(async () => sent().length >= 20 && (await listedMails(acme)).length === 0);
    await other.stop();
    expect(new Set(sent()).size).toBe(20);
    expect(sent()).toHaveLength(20);
  });
});

describe('a mailbox that visitors of a form spell in fourteen ways', () => {
  it('is one customer, who gets one acknowledgement', async () => {
    const letters = [
      '\u24d1\u00fcch',
      'b\u00fcch',
      'B\u00dcCH',
      'bu\u0308ch',
      'b\u00fc\u24d2h',
      '\u1d47\u00fcch',
      'b\u00fcc\u2095',
    ];
    const domains = [...letters.map((begin) => `${begin}er.example`), 'xn--bcher-kva.example', 'XN--BCHER-KVA.example', '\u{1d41b}\u00fccher.example', 'b\u00fcche\u02b3.example', 'b\u00fccher.\u24d4xample']; // prettier-ignore
    for (const one of domains) await submitted(acme, { email: `john@${one}` });
    const visitor = new FormVisitor(app, acme.subdomain);
    for (const hidden of ['b\u00ad\u00fccher.example', 'b\u200b\u00fccher.example'])
      expect((await visitor.send('contact-us', { email: `john@${hidden}` })).status).toBe(422);
    const { envelope, mail } = await theLast(server, 1);
    // The mail server of the tests shows domains of envelopes as people read them.
    expect(envelope).toEqual(['john@b\u00fccher.example']);
    expect(mail.to?.map(({ address }) => address)).toEqual(['john@xn--bcher-kva.example']);
    const { body } = await acme.client.get('/customers').expect(200);
    expect(body).toMatchObject({
      customers: [{ email: 'john@\u24d1\u00fccher.example' }],
      pagination: { total_records: 1 },
    });
    await app.operator.work(acme.scope.workspaceId);
    expect(server.received).toHaveLength(1);
  });
});
