import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, conversationOf, CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { fieldErrors, tagOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk({ responseBufferBytes: 4 * 1024 * 1024 });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

/** Makes a ticket with a number of comments. */
async function discussed(comments: number, content = (turn: number): string => `<p>Comment ${turn}</p>`) {
  const { number } = await aTicket(acme);
  for (let turn = 1; turn <= comments; turn++) await aComment(acme, number, { content: content(turn) });
  return number;
}

const withComments = (number: number, more = '') =>
  acme.client.get(`/tickets/${number}?include=comments${more}`);

describe('a ticket with its comments', () => {
  // @proves E-11-23
  it('shows what the list of comments shows, notes among it, and how many there are', async () => {
    const number = await discussed(1);
    await aComment(acme, number, { comment_type: 'note', content: '<p>For us</p>', message_id: 'm-1' });
    await aComment(acme, number, { author_email: CUSTOMER });
    const { comments, total } = await conversationOf(acme, number);
    expect(comments.map(({ comment_type }) => comment_type)).toEqual([
      ...['description', 'reply', 'note', 'reply'],
    ]);
    const plain = await acme.client.get(`/tickets/${number}`);
    const whole = await withComments(number);
    expect(whole.body.ticket).toEqual({ ...plain.body.ticket, comments, comments_total: total });
  });

  // @proves E-11-23
  it('has the newest 30, oldest first; the description is one of them while it is new enough', async () => {
    const number = await discussed(29);
    const first = (await withComments(number)).body.ticket;
    expect(first.comments).toEqual((await conversationOf(acme, number)).comments);
    expect([first.comments[0].comment_type, first.comments_total]).toEqual(['description', 30]);
    await aComment(acme, number, { content: '<p>Comment 30</p>' });
    const { comments, comments_total } = (await withComments(number)).body.ticket;
    const contents = (comments as { content: string }[]).map(({ content }) => content);
    expect(contents).toEqual(Array.from({ length: 30 }, (_, index) => `<p>Comment ${index + 1}</p>`));
    expect(comments_total).toBe(31);
  });

  // @proves E-11-13, E-11-23
  it('can be combined with other names of include, with the entity tag of the ticket, which a comment changes', async () => {
    const number = await discussed(1);
    const plain = await acme.client.get(`/tickets/${number}`);
    const whole = await withComments(number, ',channel&include=url');
    expect(whole.body.ticket).toMatchObject({ channel: 'api', comments_total: 2 });
    expect(whole.body.ticket).toHaveProperty('url');
    expect(tagOf(whole)).toBe(tagOf(plain));
    const again = () => withComments(number).set('If-None-Match', tagOf(plain));
    await again().expect(304);
    await aComment(acme, number);
    await again().expect(200);
  });

  // @proves E-11-13, E-11-23
  it('is answered anew after an author was renamed who is not its customer, and keeps its tag', async () => {
    const number = await discussed(1);
    const { author } = await aComment(acme, number, { author_email: KIM.email });
    const known = tagOf(await withComments(number));
    const again = () => withComments(number).set('If-None-Match', known);
    await again().expect(304);
    await acme.client.patch(`/team-members/${author.id}`, { first_name: 'Renamed' }).expect(200);
    const { headers, body } = await again().expect(200);
    expect(headers['etag']).toBe(known);
    expect((body.ticket.comments as { author: { name: string } }[]).at(-1)?.author.name).toContain('Renamed');
  });

  // @proves E-11-14, E-11-23
  it('has comments only when include names them, and a misspelt name is refused', async () => {
    const number = await discussed(1);
    expect((await acme.client.get(`/tickets/${number}?include=url`)).body.ticket).not.toHaveProperty(
      'comments',
    );
    for (const names of ['comment', 'comments_total', 'Comments', 'comments,nope']) {
      const refused = await acme.client.get(`/tickets/${number}?include=${names}`);
      expect([refused.status, fieldErrors(refused)]).toEqual([422, ['include']]);
    }
  });

  // @proves E-11-23
  it('is 404 when the ticket is, also for a ticket of another workspace', async () => {
    const globex = await aWorkspace(app);
    const { id } = await aTicket(globex);
    const answers = [await acme.client.get(`/tickets/${id}`)];
    for (const reference of [id, '987654', 'x'])
      answers.push(await acme.client.get(`/tickets/${reference}?include=comments`));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  // @proves E-11-24
  it('needs the scope for comments besides', async () => {
    const number = await discussed(1);
    const reader = acme.clientWith(await aKey(acme, 'tickets only', { scopes: ['tickets:read'] }));
    for (const query of ['include=comments', 'include=url,%20comments', 'include=url&include=comments']) {
      const { status, body } = await reader.get(`/tickets/${number}?${query}`);
      expect([query, status, body]).toEqual([
        query,
        403,
        { error: 'This API key lacks the scope comments:read.', code: 'missing_scope' },
      ]);
    }
    await reader.get(`/tickets/${number}?include=url`).expect(200);
    const both = await aKey(acme, 'both', { scopes: ['tickets:read', 'comments:read'] });
    await acme.clientWith(both).get(`/tickets/${number}?include=comments`).expect(200);
  });
});

describe('large comments of a ticket', () => {
  const LONG = `<p>${'long '.repeat(50 * 1024)}</p>`;

  // @proves E-11-23
  it('are shown whole with it, as far as they fit into the room of an answer', async () => {
    const number = await discussed(4, () => LONG);
    const { comments } = (await withComments(number).expect(200)).body.ticket;
    expect(comments).toEqual((await conversationOf(acme, number)).comments);
    expect(comments[4].content).toBe(LONG);
  });

  // @proves E-11-23
  it('are refused with it when they do not fit, and pages of them are not', async () => {
    const number = await discussed(9, () => LONG);
    const refused = await withComments(number);
    expect([refused.status, refused.body.code, fieldErrors(refused)]).toEqual([
      ...[422, 'page_too_large', ['include']],
    ]);
    expect((await conversationOf(acme, number, 'page_size=4')).total).toBe(10);
    await acme.client.get(`/tickets/${number}`).expect(200);
    expect((await aComment(acme, number, { author_email: EVE.email })).content).toBe('<p>Hello</p>');
  });
});
