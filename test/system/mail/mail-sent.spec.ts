import { FormVisitor } from '../../support/data/forms.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import {
  aMailingWorkspace,
  listedMails,
  MAIL_FROM,
  makeMailsOld,
  startMailing,
  submitted,
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
  acme = await aMailingWorkspace(app, { name: 'Acme Inc' });
});

/** As mail names a moment: `31 January 2026 at 09:30 UTC`. */
const inWords = (moment: string) => {
  const months = 'January February March April May June July August September October November December';
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(moment) ?? [];
  return `${Number(day)} ${months.split(' ')[Number(month) - 1]} ${year} at ${time} UTC`;
};
const domain = () => `${acme.subdomain}.desk.test`;
const addressesOf = (list: readonly { readonly address?: string | undefined }[] | undefined) =>
  (list ?? []).map(({ address }) => address);

describe('a reply of an agent', () => {
  // @proves E-20-2
  it('goes to the customer and to those in cc, not to those in to', async () => {
    const raised = { email: CUSTOMER, subject: 'Größe 你好', description: '' };
    const { body } = await acme.client
      .post('/tickets', {
        ...raised,
        to: ['to@customer.example'],
        cc: ['cc@customer.example', CUSTOMER.toUpperCase()],
      })
      .expect(201);
    await aComment(acme, body.ticket.number as number, {
      content:
        '<p>Hello <b>John</b>,</p><ul><li>one</li><li>2 &lt; 3</li></ul><p><a href="https://acme.example/x">here</a></p>',
    });
    const { envelope, mail, header } = await theLast(server, 1);
    expect(envelope).toEqual([CUSTOMER, 'cc@customer.example']);
    expect(addressesOf(mail.to)).toEqual([CUSTOMER]);
    expect(addressesOf(mail.cc)).toEqual(['cc@customer.example']);
    expect(mail.from).toMatchObject({ name: 'Eve Jones (Acme Inc)', address: MAIL_FROM });
    expect(header('reply-to')).toBeUndefined();
    expect(mail.subject).toBe(`Re: Größe 你好 [#${body.ticket.number}]`);
    expect(header('content-type')).toContain('multipart/alternative');
    expect(mail.html).toContain('<p>Hello <b>John</b>,</p><ul><li>one</li><li>2 &lt; 3</li></ul>');
    expect(mail.text?.trimEnd().split('\n')).toEqual([
      ...['Hello John,', '', ' * one', ' * 2 < 3', '', 'here [https://acme.example/x]', ''],
      ...['-- ', `Acme Inc, request #${body.ticket.number}`],
    ]);
    expect(header('auto-submitted')).toBeUndefined();
  });

  // @proves E-20-5
  it('is threaded under the ticket and what was said before', async () => {
    const { id, number } = await aTicket(acme);
    const first = await aComment(acme, number);
    await theLast(server, 1);
    const said = { author_email: CUSTOMER, content: 'Thanks', message_id: '<abc.1@mail.customer.example>' };
    await aComment(acme, number, said);
    const second = await aComment(acme, number);
    const { header } = await theLast(server, 2);
    const root = `<ticket-${id}@${domain()}>`;
    expect(server.received[0]?.header('message-id')).toBe(`<comment-${first.id}@${domain()}>`);
    expect(server.received[0]?.header('in-reply-to')).toBe(root);
    expect(server.received[0]?.header('references')).toBe(root);
    expect(header('message-id')).toBe(`<comment-${second.id}@${domain()}>`);
    expect(header('in-reply-to')).toBe(said.message_id);
    expect(header('references')?.split(/\s+/)).toEqual([
      root,
      `<comment-${first.id}@${domain()}>`,
      said.message_id,
    ]);
  });

  // @proves E-20-5
  it('refers to nothing that is no Message-ID', async () => {
    const { id, number } = await aTicket(acme);
    await aComment(acme, number, { author_email: CUSTOMER, content: 'Thanks', message_id: 'a@b> <c@d' });
    await aComment(acme, number);
    const { header } = await theLast(server, 1);
    expect(header('references')).toBe(`<ticket-${id}@${domain()}>`);
  });

  // @proves E-20-3
  it.each([
    ['a note', { comment_type: 'note' }],
    ['a reply of the customer', { author_email: CUSTOMER }],
    ['a silent reply', { skip_notifications: true }],
    ['a reply of the past', { created_at: '2025-01-31T09:30:00Z' }],
  ])('is mailed, but not %s', async (_what, comment) => {
    const { number } = await aTicket(acme);
    await aComment(acme, number, comment);
    const last = await aComment(acme, number);
    const mailed = () => server.received.map(({ header }) => header('message-id'));
    // Events get their positions in their order: what comes before the last reply was decided before it.
    await until(() => mailed().some((id) => id?.includes(last.id)));
    await until(async () => (await listedMails(acme)).length === 0);
    expect(mailed()).toEqual([`<comment-${last.id}@${domain()}>`]);
  });

  // @proves E-20-3
  it('is mailed when a draft is sent, not when it is saved', async () => {
    const { number } = await aTicket(acme);
    const draft = { author_email: EVE.email, content: 'Nearly' };
    await acme.client.put(`/tickets/${number}/drafts/reply`, draft).expect(200);
    await acme.client.get('/events').expect(200);
    expect(server.received).toEqual([]);
    const { body } = await acme.client.post(`/tickets/${number}/drafts/reply/send`, {}).expect(201);
    const { header } = await theLast(server, 1);
    expect(header('message-id')).toContain(body.comment.id);
  });

  // @proves E-20-1
  it('is not mailed in a workspace without mail_from, nor when it is taken away', async () => {
    const quiet = await aWorkspace(app, TWO_AGENTS);
    const { number } = await aTicket(quiet);
    await aComment(quiet, number);
    await quiet.client.get('/events').expect(200);
    expect(await listedMails(quiet)).toEqual([]);
    const mailedFrom = (mail_from: string) =>
      app.operator.apply(
        JSON.stringify({ workspace: { subdomain: acme.subdomain, name: 'Acme Inc', mail_from } }),
      );
    expect((await mailedFrom('none')).changes).toEqual(['customers get no mail']);
    await aComment(acme, (await aTicket(acme)).number);
    await acme.client.get('/events').expect(200);
    expect(await listedMails(acme)).toEqual([]);
    expect(server.received).toEqual([]);
    // What was said meanwhile is not mailed when mail is sent again.
    await mailedFrom(MAIL_FROM);
    const { id } = await aComment(acme, (await aTicket(acme)).number);
    expect((await theLast(server, 1)).header('message-id')).toContain(id);
    expect(server.received).toHaveLength(1);
  });

  // @proves E-20-4
  it('never goes to the address of the desk itself', async () => {
    const { number } = await aTicket(acme, { email: MAIL_FROM.toUpperCase() });
    await aComment(acme, number);
    expect(await theMail(acme, 'skipped')).toMatchObject({
      ticket_number: number,
      answer: 'the customer has no address that mail can be sent to',
    });
    expect(server.received).toEqual([]);
  });
});

describe('a ticket that a form has raised', () => {
  // @proves E-20-2, E-20-5
  it('is acknowledged, without a word of whoever sent the form, and replies are threaded under that', async () => {
    const ticket = await submitted(acme, { name: 'Pill Shop', subject: 'Buy pills', message: 'Cheap pills' });
    const { envelope, mail, raw, header } = await theLast(server, 1);
    expect(envelope).toEqual([CUSTOMER]);
    expect(mail.subject).toBe(`We have received your request [#${ticket.number}]`);
    expect(mail.from).toMatchObject({ name: 'Acme Inc', address: MAIL_FROM });
    expect(mail.text).toContain(`Your request has the number ${ticket.number}.`);
    const { body } = await acme.client.get(`/tickets/${ticket.number}`);
    expect(mail.text).toContain(`Your message came on ${inWords(body.ticket.created_at)}.`);
    expect(raw).not.toMatch(/pill/i);
    expect(header('auto-submitted')).toBe('auto-generated');
    const messageId = `<ticket-${ticket.id}@${domain()}>`;
    expect(header('message-id')).toBe(messageId);
    await aComment(acme, ticket.number);
    const reply = await theLast(server, 2);
    expect(reply.header('in-reply-to')).toBe(messageId);
    expect(reply.header('references')).toBe(messageId);
  });

  it('is acknowledged, and the thank-you page says so', async () => {
    const visitor = new FormVisitor(app, acme.subdomain);
    const sent = await visitor.send('contact-us', { email: CUSTOMER });
    const { text } = await visitor.get(`/forms/${sent.headers['location']}`).expect(200);
    expect(text).toContain('We confirm it by e-mail to the address that you gave');
    expect(text).not.toContain('No e-mail was sent');
    await theLast(server, 1);
  });

  // @proves E-20-4
  it('is acknowledged once an hour to the same customer', async () => {
    for (const email of [CUSTOMER, CUSTOMER.toUpperCase(), 'other@customer.example'])
      await submitted(acme, { email });
    await theLast(server, 2);
    const envelopes = server.received.map(({ envelope }) => envelope);
    expect(envelopes.sort()).toEqual([['other@customer.example'], [CUSTOMER]]);
    await makeMailsOld(acme, '61 minutes');
    const three = await submitted(acme);
    expect((await theLast(server, 3)).mail.subject).toContain(`[#${three.number}]`);
  });
});

describe('what customers get', () => {
  const FOOTER = 'Acme Inc, 1 Main Street\r\n\r\n<b>VAT</b> & "more"';
  const BELOW = ['-- ', 'Acme Inc, 1 Main Street', '', '<b>VAT</b> & "more"'];

  // @proves E-20-1
  it('names where answers go and has the footer of the workspace, whichever mail it is', async () => {
    const settings = { reply_to: 'answers@acme.example', mail_footer: FOOTER };
    const desk = await aMailingWorkspace(app, { name: 'Acme Inc', ...settings });
    const { number } = await submitted(desk);
    await theLast(server, 1);
    await aComment(desk, number);
    await theLast(server, 2);
    for (const { mail } of server.received) {
      expect(addressesOf(mail.replyTo)).toEqual(['answers@acme.example']);
      expect(mail.from?.address).toBe(MAIL_FROM);
      expect(mail.html).toContain('&lt;b&gt;VAT&lt;/b&gt; &amp; &quot;more&quot;');
      const lines = mail.text?.trimEnd().split('\n') ?? [];
      const ofRequest = mail.subject?.startsWith('Re:') ? [`Acme Inc, request #${number}`] : [];
      expect(lines.slice(lines.indexOf('-- '))).toEqual([BELOW[0], ...ofRequest, ...BELOW.slice(1)]);
    }
  });

  // @proves E-20-4
  it('does not go to where answers go, also when a copy was asked for', async () => {
    const desk = await aMailingWorkspace(app, { reply_to: 'answers@acme.example' });
    const raised = { email: 'Answers@Acme.example', subject: 'Loop', description: '' };
    const lonely = await desk.client.post('/tickets', raised).expect(201);
    await aComment(desk, lonely.body.ticket.number as number);
    await theMail(desk, 'skipped');
    const copied = { ...raised, email: CUSTOMER, cc: ['ANSWERS@acme.example'] };
    const { body } = await desk.client.post('/tickets', copied).expect(201);
    await aComment(desk, body.ticket.number as number);
    expect((await theLast(server, 1)).envelope).toEqual([CUSTOMER]);
  });

  it('is one quiet page of 600 pixels, with its language and its subject as the title', async () => {
    const { number } = await aTicket(acme, { subject: 'Is 1 < 2 & "so"?' });
    await aComment(acme, number);
    const { html = '' } = (await theLast(server, 1)).mail;
    expect(html).toMatch(/<html lang="en">/);
    expect(html).toContain(`<title>Re: Is 1 &lt; 2 &amp; &quot;so&quot;? [#${number}]</title>`);
    expect(html).toMatch(/max-width:600px[^"]*system-ui/);
    expect(html).not.toMatch(/<script|<link|https?:/);
  });

  it.each([
    ['quotes, commas and brackets', { first_name: 'Bob "the \\ Boss", <x@y.example>', last_name: 'O(Neil' }],
    ['nothing but ASCII, and much of it', { first_name: 'x'.repeat(255), last_name: 'y z'.repeat(85) }],
    ['much of another script', { first_name: '🙂'.repeat(255), last_name: '株'.repeat(255) }],
    ['words that look encoded', { first_name: '=?utf-8?Q?Evil?=', last_name: 'Smith' }],
  ])('shows the name of an agent as it is: %s', async (_what, names) => {
    const author_email = 'odd@team.example';
    const added = { emails: [author_email], ...names };
    await acme.client.post('/team-members', added).expect(201);
    await aComment(acme, (await aTicket(acme)).number, { author_email });
    const { mail, raw } = await theLast(server, 1);
    const name = `${names.first_name} ${names.last_name} (Acme Inc)`;
    expect(mail.from?.name.replace('\u200b', '')).toBe(name);
    expect(mail.from?.address).toBe(MAIL_FROM);
    expect(addressesOf(mail.to)).toEqual([CUSTOMER]);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(998);
  });

  it('comes from the desk alone when the agent has no name', async () => {
    await acme.client.post('/team-members', { emails: ['plain@team.example'] }).expect(201);
    await aComment(acme, (await aTicket(acme)).number, { author_email: 'plain@team.example' });
    expect((await theLast(server, 1)).mail.from).toEqual({ name: 'Acme Inc', address: MAIL_FROM });
  });

  // @proves E-20-6
  it('has names and addresses of any language', async () => {
    const other = await aMailingWorkspace(app, { name: 'Müller & Söhne "GmbH", 株式会社' });
    const { number } = await aTicket(other, { email: 'kunde@bücher.example', subject: 'Re: 🙂' });
    await aComment(other, number, { content: '<p>你好</p>' });
    const { envelope, mail, raw, header } = await theLast(server, 1);
    expect(envelope).toEqual(['kunde@bücher.example']);
    expect(header('to')).toBe('kunde@xn--bcher-kva.example');
    const name = 'Eve Jones (Müller & Söhne "GmbH", 株式会社)';
    expect(mail.from).toMatchObject({ name, address: MAIL_FROM });
    expect(mail.subject).toBe(`Re: 🙂 [#${number}]`);
    expect(mail.text).toContain('你好');
    expect(raw).toMatch(/^[\x00-\x7f]*$/);
  });
});
