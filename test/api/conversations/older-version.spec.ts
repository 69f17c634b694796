// The conversation by the addresses of the older version.
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { commenting, conversationOf, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { merging } from '../../support/data/merges.js';
import { fieldErrors, messagesOf, tagOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const COMMENTS = '/api/v1/public/comments';
const OLDER = '/api/v1/public/tickets';
const WORDS = { author_email: EVE.email, content: '<p onclick="x">Hello</p>' };
const adding = (body: object) => acme.client.post(COMMENTS, body);

// @proves E-29-6
describe('a comment whose ticket is named in the body', () => {
  it('is added by number or id of the ticket, and answered with a code', async () => {
    const { id, number } = await aTicket(acme);
    for (const ticket_number of [number, String(number), id]) {
      const { body, headers } = await adding({ ticket_number, ...WORDS, comment_type: 'reply' }).expect(200);
      expect(body).toEqual({ notice_code: 'comment_created_successfully' });
      expect([headers['deprecation'], headers['link']]).toEqual([
        '@1767225600',
        `</api/external/v2/tickets/${ticket_number}/comments>; rel="successor-version"`,
      ]);
    }
    const { comments } = await conversationOf(acme, number);
    expect(comments.slice(1).map(({ comment_type, content }) => [comment_type, content])).toEqual(
      Array.from({ length: 3 }, () => ['reply', '<p>Hello</p>']),
    );
  });

  it('is a reply unless it says that it is a note, and opens the ticket as in the current version', async () => {
    const { number } = await aTicket(acme, { status: 'waiting_on_customer' });
    const ofCustomer = { ticket_number: number, ...WORDS, author_email: CUSTOMER };
    await adding({ ...ofCustomer, comment_type: 'note' }).expect(200);
    const status = async () => (await acme.client.get(`/tickets/${number}`)).body.ticket.status as string;
    expect(await status()).toBe('waiting_on_customer');
    await adding(ofCustomer).expect(200);
    expect(await status()).toBe('open');
    const { comments } = await conversationOf(acme, number);
    expect(comments.map(({ comment_type }) => comment_type)).toEqual(['description', 'note', 'reply']);
  });

  it('is added once with an Idempotency-Key, and names the same successor again', async () => {
    const { number } = await aTicket(acme);
    for (const _again of [1, 2])
      await adding({ ticket_number: number, ...WORDS })
        .set('Idempotency-Key', '"older"')
        .expect(200)
        .expect('Link', `</api/external/v2/tickets/${number}/comments>; rel="successor-version"`);
    expect((await conversationOf(acme, number)).total).toBe(2);
  });

  it.each([
    [undefined],
    [null],
    [0],
    [-1],
    [1.5],
    [[1]],
    ['nope'],
    // Half of a character, which no address can hold.
    ['\ud800'],
    [99_999],
    ['a0000000-0000-4000-8000-000000000000'],
  ])('is refused with its other problems when it names the ticket %j', async (ticket_number) => {
    const response = await adding({ ...WORDS, ticket_number, colour: 'x', comment_type: 'x' }).expect(422);
    expect(fieldErrors(response).sort()).toEqual(['colour', 'comment_type', 'ticket_number']);
    expect(response.headers['link']).toContain('rel="successor-version"');
  });

  it('is refused with what it lacks when it names no ticket', async () => {
    const missing = ['author_email', 'content', 'ticket_number'];
    for (const ticket_number of [undefined, 99_999])
      expect(fieldErrors(await adding({ ticket_number }).expect(422)).sort()).toEqual(missing);
    const eve = acme.clientWith(await aKey(acme, 'eve', { as: EVE.email }));
    const ofEve = await eve.post(COMMENTS, { ticket_number: 99_999 }).expect(422);
    expect(fieldErrors(ofEve).sort()).toEqual(['content', 'ticket_number']);
  });

  it.each([
    ['spaces', ' '],
    ['an empty paragraph', '<p>&nbsp;</p>'],
    ['a script', '<script>x</script>'],
    ['too many tags', '<b>'.repeat(20_001)],
  ])('is refused with its content, %s, when it names no ticket', async (_what, content) => {
    const refused = await adding({ ...WORDS, ticket_number: 99_999, content }).expect(422);
    expect(fieldErrors(refused).sort()).toEqual(['content', 'ticket_number']);
  });

  it('is refused for the same reasons as in the current version', async () => {
    const { number: ticket_number } = await aTicket(acme);
    const refused = async (body: object) =>
      messagesOf(await adding({ ticket_number, ...WORDS, ...body }).expect(422));
    expect(await refused({ content: ' ' })).toEqual(['content must not be blank']);
    expect(await refused({ author_email: undefined })).toEqual(['author_email is required']);
    expect(await refused({ mentions: [] })).toEqual(['mentions is not a known property']);
    const { body } = await commenting(acme, ticket_number, { author_email: 'x@y.example' }).expect(422);
    expect((await adding({ ticket_number, ...WORDS, author_email: 'x@y.example' })).body).toEqual(body);
    const { number: into } = await aTicket(acme);
    await merging(acme, ticket_number, into).expect(200);
    const merged = await adding({ ticket_number, ...WORDS }).expect(409);
    expect(merged.body.code).toBe('ticket_merged');
    expect((await conversationOf(acme, ticket_number)).total).toBe(1);
  });

  it('is a note for a key that may write nothing else, and never one of another workspace', async () => {
    const { number, id } = await aTicket(acme);
    const drafter = acme.clientWith(await aKey(acme, 'drafter', { scopes: ['drafts:write'] }));
    const body = { ticket_number: number, ...WORDS };
    await drafter.post(COMMENTS, body).expect(403);
    await drafter.post(COMMENTS, { ...body, comment_type: 'note' }).expect(200);
    const globex = await aWorkspace(app, TWO_AGENTS);
    const foreign = await globex.client.post(COMMENTS, { ...body, ticket_number: id }).expect(422);
    expect(messagesOf(foreign)).toEqual(['ticket_number is not the id or number of a ticket']);
    expect((await conversationOf(acme, number)).total).toBe(2);
  });
});

// @proves E-29-7
describe('tickets, comments and drafts at older addresses', () => {
  it('are the same as in the current version, with the address that replaces the older one', async () => {
    const { id, number } = await aTicket(acme);
    await commenting(acme, number).expect(201);
    for (const ticket of [id, number])
      for (const path of ['', '?include=url,comments', '/comments', '/comments?order=desc&page_size=1']) {
        const [older, newer] = await Promise.all(
          [`${OLDER}/${ticket}${path}`, `/tickets/${ticket}${path}`].map((each) => acme.client.get(each)),
        );
        expect([older?.status, older?.body]).toEqual([200, newer?.body]);
        expect(older?.headers['etag']).toBe(newer?.headers['etag']);
        const [address = ''] = path.split('?');
        expect([older?.headers['deprecation'], older?.headers['link']]).toEqual([
          '@1767225600',
          `</api/external/v2/tickets/${ticket}${address}>; rel="successor-version"`,
        ]);
        expect(newer?.headers).not.toHaveProperty('deprecation');
      }
  });

  it('keep a draft', async () => {
    const { number } = await aTicket(acme);
    const made = await acme.client.post(`${OLDER}/${number}/drafts`, WORDS).expect(201);
    const read = await acme.client.get(`/tickets/${number}/drafts/reply`).expect(200);
    expect([made.body, tagOf(made)]).toEqual([read.body, tagOf(read)]);
    expect(made.headers['link']).toBe(`</api/external/v2/tickets/${number}/drafts>; rel="successor-version"`);
    const refused = await acme.client.post(`${OLDER}/${number}/drafts`, { ...WORDS, content: ' ' });
    expect([refused.status, fieldErrors(refused)]).toEqual([422, ['content']]);
  });

  it('are refused as in the current version: unknown, with a wrong query, and to a key without the scope', async () => {
    for (const path of ['', '/comments'])
      expect((await acme.client.get(`${OLDER}/99999${path}`).expect(404)).body.code).toBe('ticket_not_found');
    await acme.client.post(`${OLDER}/99999/drafts`, WORDS).expect(404);
    const { number } = await aTicket(acme);
    await acme.client.get(`${OLDER}/${number}?include=colour`).expect(422);
    const reader = acme.clientWith(await aKey(acme, 'tickets', { scopes: ['tickets:read'] }));
    await reader.get(`${OLDER}/${number}`).expect(200);
    await reader.get(`${OLDER}/${number}?include=comments`).expect(403);
    await reader.get(`${OLDER}/${number}/comments`).expect(403);
    await reader.post(`${OLDER}/${number}/drafts`, WORDS).expect(403);
  });
});
