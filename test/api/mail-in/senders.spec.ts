import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import {
  aMail,
  DESK_ADDRESS,
  emailOf,
  received,
  released,
  type ShownEmail,
} from '../../support/data/mails/inbound-emails.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
const trusting = useDesk({ mailAuthservId: 'mx.acme.example' });
const RESULTS = 'Authentication-Results';

let desk: TestWorkspace;
beforeEach(async () => {
  desk = await aWorkspace(app, TWO_AGENTS, {
    mail_from: DESK_ADDRESS,
    mail_relays: ['no-reply@shop.example', DESK_ADDRESS],
    blocked_senders: ['spam.example'],
  });
});

const mailWith = (headers: Record<string, string | null>, workspace = desk): Promise<ShownEmail> =>
  received(workspace, aMail({ headers }));

async function ticketOf({ ticket }: ShownEmail, workspace = desk) {
  const { body } = await workspace.client.get(`/tickets/${ticket?.number}`).expect(200);
  return body.ticket as { customer: { email: string; name: string }; status: string };
}

describe('a mail with several addresses in From', () => {
  it('is from the one that Sender names, or else from the first, and can be answered', async () => {
    const From = 'one@customer.example, Two <two@customer.example>';
    const sent = await mailWith({ From, Sender: 'two@customer.example' });
    expect(sent).toMatchObject({ state: 'accepted', sender: 'two@customer.example' });
    expect(await ticketOf(sent)).toMatchObject({ customer: { email: 'two@customer.example', name: 'Two' } });
    expect(await mailWith({ From })).toMatchObject({ state: 'accepted', sender: 'one@customer.example' });
  });

  it('waits for a person when a member is among them, who then releases it', async () => {
    for (const From of [`one@customer.example, ${EVE.email}`, `${EVE.email}, one@customer.example`])
      expect(await mailWith({ From })).toMatchObject({
        state: 'suspended',
        reason: expect.stringContaining('member') as string,
      });
    const email = await mailWith({ From: `one@customer.example, ${EVE.email}` });
    expect(await released(desk, email, { as: 'ticket' })).toMatchObject({
      ...{ state: 'accepted', sender: 'one@customer.example' },
    });
  });
});

it.each([
  'kim@my_shop.example',
  'kim@customer.example.',
  'root@localhost',
  'kim..lee@docomo.example',
  'kim@[192.0.2.1]',
])('a mail from %s becomes a ticket, a second one too, and an answer finds its thread', async (address) => {
  const shown = address.replace(/\.$/, '');
  const first = await mailWith({ From: `Kim <${address}>`, 'Message-ID': '<1@customer.example>' });
  expect(first).toMatchObject({ state: 'accepted', sender: shown });
  expect(await ticketOf(first)).toMatchObject({ customer: { email: shown, name: 'Kim' } });
  const second = await mailWith({ From: address, 'In-Reply-To': '<1@customer.example>' });
  expect(second).toMatchObject({ state: 'accepted', ticket: first.ticket });
  expect(second.comment_id).not.toBeNull();
});

describe('a mail without a sender', () => {
  const sender = { email: 'kim@my_shop.example', name: 'Kim' };
  const withoutSender = (headers = {}) => mailWith({ From: 'undisclosed-recipients:;', ...headers });

  it('becomes a ticket of the sender whom a person names when releasing it', async () => {
    const email = await withoutSender();
    expect(email).toMatchObject({ state: 'suspended', reason: 'no_sender', sender: null });
    const done = await released(desk, email, { as: 'ticket', sender });
    expect(done).toMatchObject({ state: 'accepted', sender: sender.email, sender_authenticated: null });
    expect(await ticketOf(done)).toMatchObject({ customer: sender });
    await desk.client.post(`/inbound-emails/${email.id}/release`, { sender }).expect(409);
  });

  it('becomes a comment of that customer, even without a name', async () => {
    await aTicket(desk);
    const wish = { as: 'comment', ticket: '1', sender: { email: CUSTOMER } };
    const done = await released(desk, await withoutSender({ From: null }), wish);
    expect(done).toMatchObject({ state: 'accepted', ticket: { number: 1 }, sender: CUSTOMER });
    const { body } = await desk.client.get(`/tickets/1/comments/${done.comment_id}`).expect(200);
    expect(body.comment).toMatchObject({ author_type: 'customer', author: { email: CUSTOMER } });
  });

  it('stays suspended when no sender is named, or one who cannot have sent it', async () => {
    const { id } = await withoutSender();
    const refusal = async (wish?: object) =>
      fieldErrors(await desk.client.post(`/inbound-emails/${id}/release`, wish).expect(422));
    expect(await refusal()).toEqual(['sender']);
    expect(await refusal({ as: 'ticket' })).toEqual(['sender']);
    expect(await refusal({ sender: {} })).toEqual(['sender.email']);
    expect(await refusal({ sender: 'kim@customer.example' })).toEqual(['sender']);
    expect(await refusal({ sender: { email: 'kim' } })).toEqual(['sender.email']);
    expect(await refusal({ sender: { email: 'kim@customer.invalid' } })).toEqual(['sender.email']);
    expect(await refusal({ sender: { ...sender, name: 'x'.repeat(256) } })).toEqual(['sender.name']);
    expect(await refusal({ sender: { ...sender, phone: '1' } })).toEqual(['sender.phone']);
    expect(await emailOf(desk, id)).toMatchObject({ state: 'suspended', reason: 'no_sender' });
    expect(await released(desk, { id }, { sender })).toMatchObject({ state: 'accepted' });
  });

  it('never speaks as a member without a ticket', async () => {
    const done = await released(desk, await withoutSender(), { as: 'ticket', sender: { email: EVE.email } });
    expect(done).toMatchObject({ state: 'suspended', reason: 'member_without_ticket' });
  });
});

it('a mail with a sender is released under another one when a person says so', async () => {
  const email = await mailWith({ From: 'form@shop.example', 'X-Spam-Flag': 'YES' });
  const done = await released(desk, email, { sender: { email: 'kim@customer.example' } });
  expect(await ticketOf(done)).toMatchObject({ customer: { email: 'kim@customer.example' } });
});

describe('a mail of a contact form in mail_relays', () => {
  const FORM = { From: 'Shop <No-Reply@shop.example>', 'Return-Path': '<>' };

  it('is from the visitor, who gets the replies and answers in the thread', async () => {
    const first = await mailWith({ ...FORM, 'Reply-To': 'Kim <kim@customer.example>' });
    expect(first).toMatchObject({ state: 'accepted', sender: 'kim@customer.example' });
    expect(await ticketOf(first)).toMatchObject({ customer: { email: 'kim@customer.example', name: 'Kim' } });
    const again = { 'Reply-To': 'kim@customer.example', Subject: `Still [#${first.ticket?.number}]` };
    expect(await mailWith({ ...FORM, ...again })).toMatchObject({ state: 'accepted', ticket: first.ticket });
    const answer = { From: 'kim@customer.example', Subject: `Re: [#${first.ticket?.number}]` };
    expect(await mailWith(answer)).toMatchObject({ ticket: first.ticket });
  });

  it('is no bounce when the visitor pastes a mail or uploads one', async () => {
    const headers = { ...FORM, 'Reply-To': 'kim@customer.example' };
    const returned = 'Message-ID: <1@customer.example>\nSubject: Hello\nReceived: from a\n\nHello';
    const files = [{ filename: 'a.eml', type: 'message/rfc822', bytes: Buffer.from(returned) }];
    for (const said of [{ text: `I got this:\n\n${returned}` }, { files }])
      expect(await received(desk, aMail({ headers, ...said }))).toMatchObject({
        ...{ state: 'accepted', sender: 'kim@customer.example' },
      });
  });

  it('may be sent from the address of the desk', async () => {
    const mail = { From: DESK_ADDRESS, 'Reply-To': 'kim@customer.example' };
    expect(await mailWith(mail)).toMatchObject({ state: 'accepted', sender: 'kim@customer.example' });
    expect(await mailWith({ From: DESK_ADDRESS })).toMatchObject({ state: 'ignored', reason: 'own_mail' });
  });

  it('never speaks as a member, and a blocked visitor waits for a person', async () => {
    const ofMember = await mailWith({ From: FORM.From, 'Reply-To': EVE.email });
    expect(ofMember).toMatchObject({ state: 'accepted', sender: 'No-Reply@shop.example' });
    expect(await ticketOf(ofMember)).toMatchObject({ customer: { email: 'No-Reply@shop.example' } });
    expect(await mailWith({ ...FORM, 'Reply-To': 'ads@spam.example' })).toMatchObject({ reason: 'blocked' });
  });

  it('is from the form for workspaces that do not list it', async () => {
    const other = await aWorkspace(app, TWO_AGENTS, { mail_from: DESK_ADDRESS });
    const mail = { From: FORM.From, 'Reply-To': 'kim@customer.example' };
    expect(await mailWith(mail, other)).toMatchObject({ state: 'accepted', sender: 'No-Reply@shop.example' });
  });
});

describe('an ordinary mail with an empty return path', () => {
  const PATH = { 'Return-Path': '<>' };

  it('waits for a person, who makes a ticket of it', async () => {
    const email = await mailWith(PATH);
    expect(email).toMatchObject({ state: 'suspended', reason: 'empty_return_path', sender: CUSTOMER });
    expect(await released(desk, email)).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
  });

  it('is a comment when it answers a ticket, and ignored when something else marks it', async () => {
    await aTicket(desk);
    expect(await mailWith({ ...PATH, Subject: '[#1]' })).toMatchObject({ ticket: { number: 1 } });
    expect(await mailWith({ ...PATH, Precedence: 'bulk' })).toMatchObject({
      ...{ state: 'ignored', reason: 'automatic' },
    });
  });
});

describe('a mail that the receiving server calls forged', () => {
  const FORGED = { [RESULTS]: 'mx.acme.example; dmarc=fail (p=none) header.from=customer.example' };

  it('does not get into a ticket by its number, until a person has looked at it', async () => {
    const strict = await aWorkspace(trusting, TWO_AGENTS);
    await aTicket(strict);
    await strict.client.put('/tickets/1', { status: 'closed' }).expect(200);
    const email = await mailWith({ ...FORGED, Subject: 'Pay there instead [#1]' }, strict);
    expect(email).toMatchObject({
      ...{
        state: 'suspended',
        reason: 'unproven_sender',
        ticket: { number: 1 },
        sender_authenticated: false,
      },
    });
    expect(await ticketOf(email, strict)).toMatchObject({ status: 'closed' });
    const done = await released(strict, email);
    expect(done).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    expect(done.comment_id).not.toBeNull();
  });

  it('is a ticket when it names none, and only that server can call it so', async () => {
    const strict = await aWorkspace(trusting, TWO_AGENTS);
    await aTicket(strict);
    expect(await mailWith(FORGED, strict)).toMatchObject({ state: 'accepted', ticket: { number: 2 } });
    const others = { [RESULTS]: 'mx.evil.example; dmarc=fail', Subject: '[#1]' };
    expect(await mailWith(others, strict)).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    await aTicket(desk);
    expect(await mailWith({ ...FORGED, Subject: '[#1]' })).toMatchObject({ ticket: { number: 1 } });
  });
});

it('a comment shows whether its sender was proven, where a reader asks for it', async () => {
  const strict = await aWorkspace(trusting, TWO_AGENTS);
  await aTicket(strict);
  const says = (verdict: string) => ({
    [RESULTS]: `mx.acme.example; dmarc=${verdict} header.from=customer.example`,
  });
  for (const verdict of ['pass', 'none'])
    await mailWith({ ...says(verdict), Subject: '[#1]', From: CUSTOMER }, strict);
  const shown = async (path: string) =>
    (await strict.client.get(`/tickets/1/comments${path}`).expect(200)).body;
  const { comments } = await shown('?include=sender_authenticated');
  const proven = (comments as { sender_authenticated: unknown }[]).map((one) => one.sender_authenticated);
  expect(proven).toEqual([null, true, false]);
  expect((await shown('')).comments[1]).not.toHaveProperty('sender_authenticated');
  const path = `/${comments[1].id}`;
  const whole = await strict.client
    .get(`/tickets/1/comments${path}?include=sender_authenticated`)
    .expect(200);
  expect(whole.body.comment).toMatchObject({ sender_authenticated: true });
  const plain = await strict.client.get(`/tickets/1/comments${path}`).expect(200);
  expect(plain.body.comment).not.toHaveProperty('sender_authenticated');
  expect(plain.headers['etag']).toBe(whole.headers['etag']);
  for (const wrong of [path, ''])
    expect(fieldErrors(await strict.client.get(`/tickets/1/comments${wrong}?include=x`).expect(422))).toEqual(
      ['include'],
    );
});
