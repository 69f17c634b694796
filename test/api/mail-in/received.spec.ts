import type { Response } from 'supertest';
import { aWorkspace, aKey, type TestWorkspace } from '../../support/data/builders.js';
import { bytesIn, sha256TagOf } from '../../support/data/attachments.js';
import { conversationOf, CUSTOMER } from '../../support/data/comments.js';
import {
  abandon,
  aMail,
  aSpamMail,
  bring,
  emailOf,
  endBytesOf,
  filesLeftIn,
  judged,
  received,
  released,
  type ShownEmail,
} from '../../support/data/mails/inbound-emails.js';
import { tagOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk({ hasOwnDatabase: true });
const small = useDesk({ inboundEmailLimitMb: 1 });

let desk: TestWorkspace;
beforeEach(async () => {
  desk = await aWorkspace(app);
});

const UNKNOWN = '/inbound-emails/a0000000-0000-4000-8000-000000000000';

async function numbersOf({ client }: TestWorkspace): Promise<number> {
  const { body } = await client.get('/tickets').expect(200);
  return body.pagination.total_records as number;
}

describe('a mail that was delivered', () => {
  it('has no bytes any more when a client deletes it', async () => {
    const { id } = await received(desk, aSpamMail());
    await desk.client.get(`/inbound-emails/${id}/raw`).expect(200);
    await desk.client.delete(`/inbound-emails/${id}`).expect(204);
    await desk.client.get(`/inbound-emails/${id}/raw`).expect(410);
  });

  // @proves E-21-1, E-21-26
  it('is a ticket, and the answer says so', async () => {
    const mail = aMail({
      headers: { 'Message-ID': '<78.1@mail.example>' },
      text: 'It burns.\r\n\r\nReally.',
    });
    const response = await bring(desk.client, mail).expect(201);
    const email = await judged(desk, response.body.inbound_email as ShownEmail);
    expect(email).toMatchObject({
      ...{ state: 'accepted', reason: null, ticket: { number: 1 }, comment_id: null },
      ...{ message_id: '<78.1@mail.example>', sender: CUSTOMER, subject: 'Printer on fire' },
      ...{ byte_size: Buffer.byteLength(mail), sender_authenticated: null },
    });
    expect(response.headers['location']).toBe(`/api/external/v2/inbound-emails/${email.id}`);
    expect(await emailOf(desk, email.id)).toEqual(email);
    const { body } = await desk.client.get('/tickets/1?include=channel').expect(200);
    expect(body.ticket).toMatchObject({
      ...{ id: email.ticket?.id, subject: 'Printer on fire', channel: 'email' },
      ...{ customer: { name: 'Jane Doe', email: CUSTOMER } },
    });
    const { comments } = await conversationOf(desk, 1);
    expect(comments).toMatchObject([{ comment_type: 'description', message_id: '<78.1@mail.example>' }]);
    expect(comments[0]?.content.split('\n')).toEqual(['<p>It burns.</p>', '<p>Really.</p>']);
  });

  it('is a ticket also when a program has put NUL into its ids', async () => {
    const headers = { 'Message-ID': '<7\0@a.example>', 'In-Reply-To': '<\0@b>', References: '<c\0@d>\0' };
    const { state, message_id: messageId } = await received(desk, aMail({ headers }));
    expect([state, messageId]).toEqual(['accepted', '<7@a.example>']);
  });

  // @proves E-21-1, E-21-4
  it('is taken also when nobody can have the address of its sender', async () => {
    for (const From of ['a\0b@customer.example', `${'a'.repeat(900)}@customer.example`])
      await bring(desk.client, aMail({ headers: { From } })).expect(201);
  });

  it('is taken once, even when it came over two servers', async () => {
    const mail = aMail();
    const first = await received(desk, mail);
    const again = await bring(desk.client, mail).expect(200);
    expect(again.body.inbound_email).toEqual(first);
    const routed = await bring(desk.client, `Received: from elsewhere\r\n${mail}`).expect(200);
    expect(routed.body.inbound_email).toEqual(first);
    expect(await numbersOf(desk)).toBe(1);
    expect(await filesLeftIn(desk)).toBe(0);
  });

  // @proves E-21-4
  it('differs from a mail with the same Message-ID and other words', async () => {
    const headers = { 'Message-ID': '<same@mail.example>' };
    for (const text of ['One', 'Two']) await received(desk, aMail({ headers, text }));
    const raw = await Promise.all(
      [1, 2].map(async (number) => (await conversationOf(desk, number)).comments[0]?.content),
    );
    expect(raw.sort()).toEqual(['<p>One</p>', '<p>Two</p>']);
  });

  // @proves E-21-1, E-21-3
  it('is taken once when it comes fifty times at once', async () => {
    const mail = aMail();
    const broughtUntilTaken = async (): Promise<Response> => {
      const answer = await bring(desk.client, mail);
      // A key has a limited number of requests at once. A bridge keeps what was not taken, and brings it again.
      return answer.status === 429 ? broughtUntilTaken() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 50 }, broughtUntilTaken));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(49).fill(200), 201]);
    const ids = new Set(answers.map(({ body }) => (body.inbound_email as ShownEmail).id));
    expect(ids.size).toBe(1);
    await judged(desk, answers[0]?.body.inbound_email as ShownEmail);
    expect(await numbersOf(desk)).toBe(1);
  });

  // @proves E-21-1, E-21-2
  it.each([
    ['nothing', ''],
    ['bytes without a header', Buffer.from([0, 255, 10, 0])],
  ])('may be %s: then somebody has to look at it', async (_what, mail) => {
    const email = await received(desk, mail);
    expect(email).toMatchObject({ state: 'suspended', reason: 'unreadable', ticket: null, sender: null });
    expect(await numbersOf(desk)).toBe(0);
  });

  // @proves E-21-1
  it('is refused when it is too large, and nothing of it stays', async () => {
    const other = await aWorkspace(small);
    const large = aMail({ text: 'x'.repeat(1024 * 1024) });
    const refused = await bring(other.client, large).expect(413);
    expect(refused.body).toEqual({ code: 'email_too_large', error: 'A mail must be 1 MB or smaller.' });
    const { body } = await other.client.get('/inbound-emails').expect(200);
    expect(body.inbound_emails).toEqual([]);
  });

  // @proves E-21-1
  it.each([
    ['application/json', {}],
    ['text/plain', {}],
    ['message/rfc822', { 'Content-Encoding': 'gzip' }],
  ])('is message/rfc822 and not compressed, not %s %j', async (type, headers) => {
    const refused = await bring(desk.client, aMail(), type).set(headers).expect(415);
    expect(refused.body).toMatchObject({ code: 'unsupported_media_type' });
  });

  // @proves E-21-1
  it('needs no Idempotency-Key, because its digest does the same', async () => {
    const refused = await bring(desk.client, aMail()).set('Idempotency-Key', '"one"').expect(400);
    expect(refused.body).toMatchObject({ code: 'malformed_header' });
  });

  // @proves E-21-3
  it('is judged by another process when the first one has ended', async () => {
    const email = await received(desk, aMail({ headers: { 'X-Spam-Flag': 'YES' } }));
    await abandon(desk, email.id);
    await app.operator.work(desk.scope.workspaceId);
    expect(await judged(desk, await emailOf(desk, email.id))).toEqual(email);
  });

  // @proves E-21-3
  it('is given to a person when three processes have ended while they judged it', async () => {
    const { id } = await received(desk, aMail());
    await abandon(desk, id, 2);
    await app.operator.work(desk.scope.workspaceId);
    const email = await judged(desk, await emailOf(desk, id));
    expect(email).toMatchObject({ state: 'suspended', reason: 'unreadable' });
  });

  // @proves E-21-3, E-21-6
  it('is judged like a new one when a person releases it after three processes have ended while they judged it', async () => {
    const { id } = await received(desk, aSpamMail());
    await abandon(desk, id, 2);
    await app.operator.work(desk.scope.workspaceId);
    expect(await judged(desk, await emailOf(desk, id))).toMatchObject({ reason: 'unreadable' });
    expect(await released(desk, { id })).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
  });
});

describe('the bytes of a mail', () => {
  // @proves E-21-5
  it('are a download that no browser shows', async () => {
    const mail = Buffer.from(aMail({ html: '<script>alert(1)</script>' }));
    const { id } = await received(desk, mail);
    const response = await bytesIn(desk.client.get(`/inbound-emails/${id}/raw`)).expect(200);
    expect(mail.equals(response.body as Buffer)).toBe(true);
    expect(response.headers).toMatchObject({
      ...{ 'content-type': 'application/octet-stream', etag: sha256TagOf(mail) },
      'content-disposition': `attachment; filename=${id}.eml`,
      'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
    });
    const range = desk.client.get(`/inbound-emails/${id}/raw`).set('Range', 'bytes=0-3');
    expect(String((await bytesIn(range).expect(206)).body)).toBe('From');
  });

  // @proves E-21-5
  it('are not sent again to somebody who has them, nor is what the service says of them', async () => {
    const { id } = await received(desk, aMail());
    for (const path of [`/inbound-emails/${id}`, `/inbound-emails/${id}/raw`]) {
      const known = tagOf(await desk.client.get(path).expect(200));
      await desk.client.get(path).set('If-None-Match', known).expect(304);
    }
  });

  // @proves E-21-11
  it('are not kept for ever, but the mail is recognised later', async () => {
    const mail = aMail();
    const email = await received(desk, mail);
    await endBytesOf(desk);
    const gone = await desk.client.get(`/inbound-emails/${email.id}/raw`).expect(410);
    expect(gone.body).toMatchObject({ code: 'bytes_not_kept' });
    await app.operator.sweepFiles();
    expect((await bring(desk.client, mail).expect(200)).body.inbound_email).toEqual(email);
  });
});

describe('the list of mails', () => {
  // @proves E-21-5
  it('has the newest first, in pages and by state', async () => {
    const accepted = await received(desk, aMail());
    const suspended = await received(desk, aMail({ headers: { 'X-Spam-Flag': 'YES' } }));
    const listed = async (query: string) =>
      (await desk.client.get(`/inbound-emails${query}`).expect(200)).body;
    expect(await listed('')).toEqual({
      inbound_emails: [suspended, accepted],
      pagination: { total_records: 2, current_page_number: 1, total_pages: 1, page_size: 30 },
    });
    expect((await listed('?state=suspended')).inbound_emails).toEqual([suspended]);
    const second = await listed('?page_size=1&page_number=2');
    expect([second.inbound_emails, second.pagination.total_records]).toEqual([[accepted], 2]);
    const far = await listed('?page_number=9&state=accepted');
    expect([far.inbound_emails, far.pagination.total_records]).toEqual([[], 1]);
    await desk.client.get('/inbound-emails?state=lost').expect(422);
  });

  // @proves E-21-5
  it('has no mail of another workspace', async () => {
    const { id } = await received(desk, aMail());
    const other = await aWorkspace(app);
    expect((await other.client.get('/inbound-emails').expect(200)).body.inbound_emails).toEqual([]);
    for (const path of [`/inbound-emails/${id}`, `/inbound-emails/${id}/raw`, UNKNOWN, '/inbound-emails/1'])
      expect((await other.client.get(path).expect(404)).body.code).toBe('inbound_email_not_found');
  });
});

// @proves E-21-8
describe('a key that only delivers', () => {
  it('neither reads nor releases nor deletes', async () => {
    const { id } = await received(desk, aMail({ headers: { 'X-Spam-Flag': 'YES' } }));
    const bridge = desk.clientWith(await aKey(desk, 'bridge', { scopes: ['emails:write'] }));
    await bring(bridge, aMail()).expect(201);
    await bridge.get(`/inbound-emails/${id}`).expect(403);
    await bridge.get(`/inbound-emails/${id}/raw`).expect(403);
    await bridge.post(`/inbound-emails/${id}/release`, {}).expect(403);
    await bridge.delete(`/inbound-emails/${id}`).expect(403);
    const reader = desk.clientWith(await aKey(desk, 'reader', { scopes: ['emails:read'] }));
    await reader.get(`/inbound-emails/${id}`).expect(200);
    await bring(reader, aMail()).expect(403);
    await reader.delete(`/inbound-emails/${id}`).expect(403);
  });
});
