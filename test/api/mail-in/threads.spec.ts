import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, conversationOf, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import {
  aMail,
  DESK_ADDRESS,
  received,
  released,
  signedAddress,
} from '../../support/data/mails/inbound-emails.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const app = useDesk();
const trusting = useDesk({ mailAuthservId: 'mx.acme.example' });

const STRANGER = 'stranger@elsewhere.example';
const RESULTS = 'Authentication-Results';

let desk: TestWorkspace;
beforeEach(async () => {
  desk = await aWorkspace(app, TWO_AGENTS, { mail_from: DESK_ADDRESS, reply_address: 'plus' });
});

const proof = (domain: string) => `mx.acme.example; dmarc=pass header.from=${domain}`;

const idOfTicket = (id: string, { subdomain } = desk) => `<ticket-${id}@${subdomain}.${BASE_DOMAIN}>`;

/** Tells where a mail went: the number of its ticket, and whether it is a comment there. */
async function placeOf(headers: Record<string, string | null>, workspace = desk) {
  const { state, reason, ticket, comment_id: comment } = await received(workspace, aMail({ headers }));
  return { state, reason, number: ticket?.number ?? null, isComment: comment !== null };
}

async function participantsOf(number: number, workspace = desk): Promise<unknown> {
  const { body } = await workspace.client.get(`/tickets/${number}?include=participants`).expect(200);
  return (body.ticket.participants as { email: string; role: string }[]).map(
    ({ role, email }) => `${role} ${email}`,
  );
}

const COMMENT = { state: 'accepted', reason: null, number: 1, isComment: true };
const NEW_TICKET = { ...COMMENT, number: 2, isComment: false };

// @proves E-21-19
describe('a mail belongs to a ticket', () => {
  it('that we have written about', async () => {
    const { id } = await aTicket(desk);
    const reply = await aComment(desk, 1);
    const { subdomain } = desk;
    for (const answered of [idOfTicket(id), `<comment-${reply.id}@${subdomain}.${BASE_DOMAIN}>`])
      expect(await placeOf({ 'In-Reply-To': answered })).toEqual(COMMENT);
    const { comments } = await conversationOf(desk, 1);
    expect(comments.slice(-1)).toMatchObject([
      {
        comment_type: 'reply',
        author_type: 'customer',
        author: { email: CUSTOMER },
        content: '<p>Hello</p>',
      },
    ]);
  });

  it('that an earlier mail has raised, or whose comment it answers', async () => {
    await received(desk, aMail({ headers: { 'Message-ID': '<first@mail.example>' } }));
    const second = { 'Message-ID': '<second@mail.example>', 'In-Reply-To': '<first@mail.example>' };
    expect(await placeOf(second)).toEqual(COMMENT);
    expect(await placeOf({ 'In-Reply-To': '<second@mail.example>' })).toEqual(COMMENT);
  });

  it('that it refers to, when the subject is the same', async () => {
    const { id } = await aTicket(desk, { subject: 'Printer on fire' });
    const References = `<unknown@mail.example> ${idOfTicket(id)}`;
    expect(await placeOf({ References, Subject: 'AW: Re: Printer on  FIRE [#1]' })).toEqual(COMMENT);
    expect(await placeOf({ References, Subject: 'Something else' })).toEqual(NEW_TICKET);
  });

  it('that its subject names, when the sender belongs to the ticket', async () => {
    await aTicket(desk);
    expect(await placeOf({ Subject: 'Hello [#1]' })).toEqual(COMMENT);
    expect(await placeOf({ Subject: 'Hello [#1]', From: STRANGER })).toEqual(NEW_TICKET);
    expect(await placeOf({ Subject: 'Hello [#99]' })).toEqual({ ...NEW_TICKET, number: 3 });
  });

  it('that the last number of its subject names, of those to which the sender belongs', async () => {
    for (const email of [CUSTOMER, CUSTOMER, STRANGER]) await aTicket(desk, { email });
    expect(await placeOf({ Subject: 'Re: As before [#1] [#2]' })).toEqual({ ...COMMENT, number: 2 });
    expect(await placeOf({ Subject: 'Re: As before [#1] [#3]' })).toEqual(COMMENT);
  });

  it('whose signed address it was sent to, whoever has written it', async () => {
    await aTicket(desk);
    const address = signedAddress(desk, 1);
    expect(await placeOf({ To: address.toUpperCase(), From: STRANGER })).toEqual(COMMENT);
    expect(await placeOf({ 'Delivered-To': address, From: STRANGER })).toEqual(COMMENT);
    const { comments } = await conversationOf(desk, 1);
    expect(comments.slice(1).map(({ author }) => author.email)).toEqual([STRANGER, STRANGER]);
    const forged = address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    expect(await placeOf({ To: forged, From: STRANGER })).toEqual(NEW_TICKET);
  });

  it('but that of a stranger makes a ticket, even when it answers a mail of our own', async () => {
    const { id } = await aTicket(desk);
    expect(await placeOf({ 'In-Reply-To': idOfTicket(id), From: STRANGER })).toEqual(NEW_TICKET);
  });

  it('of its own workspace only', async () => {
    const { id } = await aTicket(desk);
    const other = await aWorkspace(app, {}, { mail_from: DESK_ADDRESS, reply_address: 'plus' });
    expect(await placeOf({ 'In-Reply-To': idOfTicket(id) }, other)).toEqual({ ...NEW_TICKET, number: 1 });
    expect(await placeOf({ To: signedAddress(desk, 1) }, other)).toEqual(NEW_TICKET);
  });

  it('and opens it again, unless a program has sent it', async () => {
    const { id } = await aTicket(desk);
    const answer = { 'In-Reply-To': idOfTicket(id) };
    const statusAfter = async (headers: Record<string, string>) => {
      await desk.client.patch(`/tickets/${id}`, { status: 'closed' }).expect(200);
      expect(await placeOf({ ...answer, ...headers })).toEqual(COMMENT);
      return (await desk.client.get(`/tickets/${id}`).expect(200)).body.ticket.status as string;
    };
    expect(await statusAfter({ 'Auto-Submitted': 'auto-replied' })).toBe('closed');
    expect(await statusAfter({})).toBe('open');
  });
});

// @proves E-21-4
it('two answers with one Message-ID are two comments', async () => {
  const { id } = await aTicket(desk);
  const headers = { 'In-Reply-To': idOfTicket(id), 'Message-ID': '<same@mail.example>' };
  for (const Date of ['Sat, 31 Jan 2026 09:30:00 +0000', 'Sat, 31 Jan 2026 09:31:00 +0000'])
    expect(await placeOf({ ...headers, Date })).toEqual(COMMENT);
  const { comments } = await conversationOf(desk, 1);
  expect(comments.slice(1).map(({ message_id }) => message_id)).toEqual(['<same@mail.example>', null]);
});

// @proves E-21-21
describe('participants', () => {
  const Cc = `Bob <bob@customer.example>, ${DESK_ADDRESS}, ${EVE.email}, noreply@shop.example, ${CUSTOMER}`;

  it('are those of To and Cc of a new ticket, but no members, no own addresses and no programs', async () => {
    const To = `${DESK_ADDRESS}, ann@customer.example`;
    expect(await placeOf({ To, Cc: `${Cc}, ${signedAddress(desk, 7)}` })).toMatchObject({ number: 1 });
    expect(await participantsOf(1)).toEqual(['to ann@customer.example', 'cc bob@customer.example']);
  });

  it('are added by somebody of the ticket who answers, and not by a forged sender who knows the number', async () => {
    const { id } = await aTicket(desk);
    expect(await placeOf({ Subject: '[#1]', Cc })).toEqual(COMMENT);
    expect(await participantsOf(1)).toEqual([]);
    expect(await placeOf({ 'In-Reply-To': idOfTicket(id), Cc })).toEqual(COMMENT);
    expect(await participantsOf(1)).toEqual(['cc bob@customer.example']);
    expect(await placeOf({ 'In-Reply-To': idOfTicket(id), Cc: Cc.toUpperCase() })).toEqual(COMMENT);
    expect(await participantsOf(1)).toEqual(['cc bob@customer.example']);
  });

  it('are not added by a stranger at a signed address', async () => {
    await aTicket(desk);
    expect(await placeOf({ To: signedAddress(desk, 1), From: STRANGER, Cc })).toEqual(COMMENT);
    expect(await participantsOf(1)).toEqual([]);
  });

  it('may answer, because they belong to the ticket', async () => {
    await placeOf({ Cc: 'bob@customer.example', 'Message-ID': '<one@mail.example>' });
    expect(await placeOf({ From: 'bob@customer.example', 'In-Reply-To': '<one@mail.example>' })).toEqual(
      COMMENT,
    );
  });

  // @proves E-21-22
  it('are added under a number by a sender whom our server has verified', async () => {
    const careful = await aWorkspace(trusting, TWO_AGENTS, { mail_from: DESK_ADDRESS });
    await aTicket(careful);
    const headers = { Subject: '[#1]', Cc: 'bob@customer.example', [RESULTS]: proof('customer.example') };
    const email = await received(careful, aMail({ headers }));
    expect(email).toMatchObject({ ticket: { number: 1 }, sender_authenticated: true });
    expect(await participantsOf(1, careful)).toEqual(['cc bob@customer.example']);
    const forged = await received(careful, aMail({ headers: { [RESULTS]: 'elsewhere; dmarc=pass' } }));
    expect(forged.sender_authenticated).toBe(false);
  });
});

// @proves E-21-23
describe('a mail from the address of a team member', () => {
  const From = `Eve Jones <${EVE.email}>`;

  it('becomes a note of its thread, when our server has verified the sender', async () => {
    const careful = await aWorkspace(trusting, TWO_AGENTS);
    const { id } = await aTicket(careful);
    const headers = { From, 'In-Reply-To': idOfTicket(id, careful), [RESULTS]: proof('team.example') };
    expect(await placeOf(headers, careful)).toEqual(COMMENT);
    const { comments } = await conversationOf(careful, 1);
    expect(comments[1]).toMatchObject({
      ...{ comment_type: 'note', author_type: 'agent', author: { email: EVE.email } },
    });
  });

  it('waits for a person when the sender is not verified; the person can make it a note', async () => {
    const { id } = await aTicket(desk);
    const headers = { From, 'In-Reply-To': idOfTicket(id) };
    const email = await received(desk, aMail({ headers }));
    expect(email).toMatchObject({ state: 'suspended', reason: 'unproven_member', ticket: { id } });
    expect(await released(desk, email)).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    const { comments } = await conversationOf(desk, 1);
    expect(comments[1]).toMatchObject({ comment_type: 'note', author: { email: EVE.email } });
  });

  it('waits for a person when it has no thread, and becomes a note of the ticket that the person names', async () => {
    const email = await received(desk, aMail({ headers: { From } }));
    expect(email).toMatchObject({ state: 'suspended', reason: 'member_without_ticket', ticket: null });
    expect(await released(desk, email)).toMatchObject({
      state: 'suspended',
      reason: 'member_without_ticket',
    });
    await aTicket(desk);
    expect(await released(desk, email, { ticket: 1 })).toMatchObject({ state: 'accepted' });
    expect((await conversationOf(desk, 1)).comments[1]).toMatchObject({ comment_type: 'note' });
  });

  it('waits for a person even when From names another sender besides', async () => {
    expect(await placeOf({ From: `${CUSTOMER}, ${EVE.email}` })).toMatchObject({ state: 'suspended' });
    expect(await placeOf({ From: `"${EVE.email}" <${CUSTOMER}>` })).toMatchObject({ state: 'accepted' });
    const { comments } = await conversationOf(desk, 1);
    expect(comments[0]?.author).toMatchObject({ email: CUSTOMER });
  });
});
