import { MAX_COMMENTS } from '../../../src/conversations/comment.rules.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { entriesOf } from '../../support/data/audit.js';
import { conversationOf, CUSTOMER, pretendComments, TWO_AGENTS } from '../../support/data/comments.js';
import { allEvents } from '../../support/data/events.js';
import {
  aMail,
  bring,
  DESK_ADDRESS,
  emailOf,
  endBytesOf,
  filesLeftIn,
  makeEmailsOld,
  received,
  released,
} from '../../support/data/mails/inbound-emails.js';
import { fieldErrors } from '../../support/expectations.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';

const app = useDesk();
const limited = useDesk({
  ...{ inboundTicketsPerSender: 2, inboundTicketsPerWorkspace: 3, inboundMailsPerTicket: 2 },
});

let desk: TestWorkspace;
beforeEach(async () => {
  const settings = { mail_from: DESK_ADDRESS, reply_to: 'help@acme.example' };
  const blocked_senders = ['ads@shop.example', 'spam.example'];
  desk = await aWorkspace(app, TWO_AGENTS, { ...settings, blocked_senders });
});

const becomes = async (headers: Record<string, string | null>) => {
  const { state, reason } = await received(desk, aMail({ headers }));
  return [state, reason];
};

describe('a mail is ignored', () => {
  // @proves E-21-12
  it('when it is our own', async () => {
    const ours = `<comment-1@${desk.subdomain}.${BASE_DOMAIN}>`;
    for (const headers of [{ 'Message-ID': ours }, { From: DESK_ADDRESS }, { From: 'HELP@acme.example' }])
      expect(await becomes(headers)).toEqual(['ignored', 'own_mail']);
  });

  // @proves E-21-15
  it('when a program answers no ticket', async () => {
    for (const headers of [
      { 'Auto-Submitted': 'auto-replied' },
      { 'Return-Path': '<>', Precedence: 'bulk' },
      { From: 'postmaster@customer.example' },
    ])
      expect(await becomes(headers)).toEqual(['ignored', 'automatic']);
    expect(await becomes({ 'Auto-Submitted': 'auto-generated' })).toEqual(['accepted', null]);
  });
});

describe('a mail is suspended', () => {
  // @proves E-21-16, E-21-18
  it.each([
    ['blocked', { From: 'Ads <ADS@shop.example>' }],
    ['blocked', { From: 'anybody@mail.spam.example' }],
    ['spam', { 'X-Spam-Flag': 'YES' }],
    ['no_sender', { From: null }],
    ['no_sender', { From: 'undisclosed-recipients:;' }],
    ['empty_return_path', { 'Return-Path': '<>' }],
  ])('as %s: %j', async (reason, headers) => {
    expect(await becomes(headers)).toEqual(['suspended', reason]);
  });

  // @proves E-21-10
  it('with an event that has no word of it', async () => {
    const { id } = await received(desk, aMail({ headers: { 'X-Spam-Flag': 'YES' } }));
    const events = (await allEvents(desk)).filter(({ type }) => type.startsWith('email.'));
    expect(events).toMatchObject([
      {
        type: 'email.suspended',
        data: {
          inbound_email: { id, reason: 'spam' },
          ticket: null,
          ...{ actor: { type: 'service', id: null, name: 'service' }, silent: false },
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(CUSTOMER);
  });

  // @proves E-21-17
  it('when one sender, or all together, raise too many tickets in an hour', async () => {
    const strict = await aWorkspace(limited);
    const from = (From: string) => received(strict, aMail({ headers: { From } }));
    for (let count = 0; count < 2; count++) expect(await from(CUSTOMER)).toMatchObject({ state: 'accepted' });
    const third = await from(CUSTOMER.toUpperCase());
    expect(third).toMatchObject({ state: 'suspended', reason: 'too_many', ticket: null });
    expect(await from('ann@customer.example')).toMatchObject({ state: 'accepted' });
    expect(await from('bob@customer.example')).toMatchObject({ reason: 'too_many' });
    expect(await released(strict, third)).toMatchObject({ state: 'accepted', ticket: { number: 4 } });
    await makeEmailsOld(strict, '61 minutes');
    expect(await from(CUSTOMER)).toMatchObject({ state: 'accepted' });
  });

  // @proves E-21-17
  it('when too many mails come to a ticket in an hour, and none of its files stays', async () => {
    const strict = await aWorkspace(limited);
    await aTicket(strict);
    const files = [{ filename: 'a.txt', bytes: Buffer.from('a') }];
    const answer = () => received(strict, aMail({ headers: { Subject: '[#1]' }, files }));
    for (let count = 0; count < 2; count++) expect(await answer()).toMatchObject({ state: 'accepted' });
    expect(await answer()).toMatchObject({ state: 'suspended', reason: 'too_many', ticket: { number: 1 } });
    expect((await conversationOf(strict, 1)).total).toBe(3);
    expect(await filesLeftIn(strict)).toBe(0);
  });

  // @proves E-21-18
  it('when its ticket takes no comment any more, and none of its files stays', async () => {
    const { id } = await aTicket(desk);
    await pretendComments(desk, id, MAX_COMMENTS);
    const files = ['a.txt', 'b.txt'].map((filename) => ({ filename, bytes: Buffer.from(filename) }));
    const answer = await received(desk, aMail({ headers: { Subject: '[#1]' }, files }));
    expect(answer).toMatchObject({ state: 'suspended', reason: 'refused', ticket: { number: 1 } });
    expect(await filesLeftIn(desk)).toBe(0);
  });
});

// @proves E-21-6, E-29-5
describe('a suspended mail that somebody releases', () => {
  const aSuspended = (headers = {}) =>
    received(desk, aMail({ headers: { 'X-Spam-Flag': 'YES', ...headers } }));

  it('is judged again, and the trail names the key', async () => {
    const email = await aSuspended();
    expect(await released(desk, email)).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    const entry = (await entriesOf(desk)).find(({ action }) => action === 'email.released');
    expect(entry).toMatchObject({ subject_type: 'inbound_email', subject_id: email.id });
    expect(entry?.api_key_id).not.toBeNull();
    expect(entry?.before).toEqual({ state: 'suspended', reason: 'spam' });
  });

  it('becomes what the person wants', async () => {
    await aTicket(desk);
    const asComment = await released(desk, await aSuspended(), { as: 'comment', ticket: '1' });
    expect(asComment).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    expect(asComment.comment_id).not.toBeNull();
    const byNumber = await released(desk, await aSuspended(), { as: 'comment', ticket: 1 });
    expect(byNumber).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
    const answer = { Subject: '[#1]' };
    expect(await released(desk, await aSuspended(answer))).toMatchObject({ ticket: { number: 1 } });
    const asTicket = await released(desk, await aSuspended(answer), { as: 'ticket' });
    expect(asTicket).toMatchObject({ ticket: { number: 2 }, comment_id: null });
    const nowhere = await released(desk, await aSuspended(), { as: 'comment' });
    expect(nowhere).toMatchObject({ state: 'suspended', reason: 'no_ticket' });
    const atLast = await released(desk, nowhere, { as: 'ticket' });
    expect(atLast).toMatchObject({ state: 'accepted', ticket: { number: 3 }, comment_id: null });
  });

  it('is refused when it is not suspended, and when the wish makes no sense', async () => {
    const accepted = await received(desk, aMail());
    const late = await desk.client.post(`/inbound-emails/${accepted.id}/release`).expect(409);
    expect(late.body).toMatchObject({ code: 'already_accepted' });
    const { id } = await aSuspended();
    const refusal = async (wish: object) =>
      fieldErrors(await desk.client.post(`/inbound-emails/${id}/release`, wish).expect(422));
    expect(await refusal({ as: 'note' })).toEqual(['as']);
    for (const ticket of ['99', 99, 0, -1, 1.5, null, [1], 'x'.repeat(37)])
      expect(await refusal({ ticket })).toEqual(['ticket']);
    expect(await refusal({ as: 'ticket', ticket: '1' })).toEqual(['ticket']);
    expect(await refusal({ into: 1 })).toEqual(['into']);
    const other = await aWorkspace(app);
    await other.client.post(`/inbound-emails/${id}/release`, {}).expect(404);
    await endBytesOf(desk);
    await desk.client.post(`/inbound-emails/${id}/release`).expect(410);
    expect(await emailOf(desk, id)).toMatchObject({ state: 'suspended' });
  });

  it('is one ticket when two people release it at once', async () => {
    const { id } = await aSuspended();
    const answers = await Promise.all([1, 2, 3].map(() => desk.client.post(`/inbound-emails/${id}/release`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body } = await desk.client.get('/tickets').expect(200);
    expect(body.pagination.total_records).toBe(1);
  });
});

// @proves E-21-7
describe('a mail that was deleted', () => {
  it('does not come back, and nothing is known of it', async () => {
    const mail = aMail();
    const { id } = await received(desk, mail);
    await desk.client.delete(`/inbound-emails/${id}`).expect(204);
    const left = { state: 'deleted', sender: null, subject: null, message_id: null, ticket: null };
    expect(await emailOf(desk, id)).toMatchObject(left);
    await desk.client.get(`/inbound-emails/${id}/raw`).expect(410);
    const { body } = await bring(desk.client, mail).expect(200);
    expect(body.inbound_email).toMatchObject({ id, ...left });
    const { body: listed } = await desk.client.get('/inbound-emails').expect(200);
    expect(listed.inbound_emails).toEqual([]);
    expect((await desk.client.get('/inbound-emails?state=deleted')).body.inbound_emails).toHaveLength(1);
    await desk.client.get('/tickets/1').expect(200);
    await desk.client.post(`/inbound-emails/${id}/release`).expect(409);
    const [entry] = (await entriesOf(desk)).filter(({ action }) => action === 'email.deleted');
    expect(entry).toMatchObject({ before: { state: 'accepted' }, after: { state: 'deleted' } });
  });

  it('is in the state that the request expects', async () => {
    const { id } = await received(desk, aMail());
    await desk.client.delete(`/inbound-emails/${id}`).set('If-Match', '"other"').expect(412);
    expect(await emailOf(desk, id)).toMatchObject({ state: 'accepted' });
    await (await aWorkspace(app)).client.delete(`/inbound-emails/${id}`).expect(404);
  });
});

it('A large mail beyond the limits of an hour is suspended by its headers, before it is read.', async () => {
  const acme = await aWorkspace(limited, TWO_AGENTS);
  for (let count = 0; count < 2; count++) await received(acme, aMail());
  // The words are more than a mail may have: whoever reads it finds it unreadable.
  const text = 'A line of words.\r\n'.repeat(620_000);
  const { state, reason, sender, subject } = await received(acme, aMail({ text }));
  expect([state, reason, sender, subject]).toEqual(['suspended', 'too_many', CUSTOMER, 'Printer on fire']);
  const other = await received(acme, aMail({ text, headers: { From: 'other@customer.example' } }));
  expect([other.state, other.reason]).toEqual(['suspended', 'unreadable']);
});
