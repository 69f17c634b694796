import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aComment,
  contentsOf,
  conversationOf,
  CUSTOMER,
  EVE,
  TWO_AGENTS,
} from '../../support/data/comments.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const TICKET_SHOWN = { description: '<p>It is broken</p>', name: 'John Luther' };
const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';

describe('the conversation of a ticket', () => {
  // @proves E-15-1, E-15-3
  it('begins with the description, whose id is that of the ticket, and goes on in the order added', async () => {
    const { id, number, customerId } = await aTicket(acme, TICKET_SHOWN);
    const later = await aComment(acme, number, { content: 'Second', created_at: '2020-01-01T00:00:00Z' });
    await aComment(acme, id, { content: 'Third', author_email: CUSTOMER });
    const { comments, total } = await conversationOf(acme, number);
    const { ticket } = (await acme.client.get(`/tickets/${id}`).expect(200)).body;
    expect(total).toBe(3);
    expect(comments[0]).toEqual({
      ...{ id, comment_type: 'description', author_type: 'customer' },
      author: { id: customerId, name: ticket.customer.name, email: CUSTOMER },
      ...{ content: '<p>It is broken</p>', attachments: [], message_id: null },
      ...{ created_at: ticket.created_at, updated_at: ticket.updated_at },
    });
    expect(comments[1]).toEqual(later);
    expect(comments.map(({ content }) => content)).toEqual(['<p>It is broken</p>', 'Second', 'Third']);
  });

  // @proves E-15-3
  it('has only the description before anybody has answered, even when that is empty', async () => {
    const { id, number } = await aTicket(acme);
    const { comments, total } = await conversationOf(acme, number);
    expect([comments.map((one) => [one.id, one.content]), total]).toEqual([[[id, '']], 1]);
  });

  // @proves E-15-4
  it('comes in pages, in both orders', async () => {
    const { number } = await aTicket(acme, { description: '0' });
    for (const content of ['1', '2', '3', '4']) await aComment(acme, number, { content });
    const pages = async (query: string) =>
      Promise.all(
        [1, 2, 3, 4].map((page) => contentsOf(acme, number, `page_size=2&page_number=${page}&${query}`)),
      );
    expect(await pages('')).toEqual([['0', '1'], ['2', '3'], ['4'], []]);
    expect(await pages('order=asc')).toEqual([['0', '1'], ['2', '3'], ['4'], []]);
    expect(await pages('order=desc')).toEqual([['4', '3'], ['2', '1'], ['0'], []]);
    const { body } = await acme.client
      .get(`/tickets/${number}/comments?page_size=2&page_number=9`)
      .expect(200);
    expect(body).toEqual({
      comments: [],
      pagination: { total_records: 5, current_page_number: 9, total_pages: 3, page_size: 2 },
    });
  });

  // @proves E-15-4
  it('can be filtered by type and author, with the true total', async () => {
    const { number } = await aTicket(acme, { description: 'D' });
    await aComment(acme, number, { content: 'R1' });
    await aComment(acme, number, { content: 'N1', comment_type: 'note' });
    await aComment(acme, number, { content: 'C1', author_email: CUSTOMER });
    await aComment(acme, number, { content: 'N2', comment_type: 'note' });
    for (const [query, contents] of [
      ['comment_type=note', ['N1', 'N2']],
      ['comment_type=note&order=desc', ['N2', 'N1']],
      ['comment_type=reply', ['R1', 'C1']],
      ['comment_type=description', ['D']],
      ['comment_type=description,note', ['D', 'N1', 'N2']],
      ['comment_type=description&comment_type=reply', ['D', 'R1', 'C1']],
      ['author_type=customer', ['D', 'C1']],
      ['author_type=agent', ['R1', 'N1', 'N2']],
      ['author_type=agent,customer', ['D', 'R1', 'N1', 'C1', 'N2']],
      ['author_type=agent&comment_type=reply', ['R1']],
      ['author_type=agent&comment_type=description', []],
    ] as const) {
      expect([query, await contentsOf(acme, number, query)]).toEqual([query, contents]);
      const page = `${query}&page_size=1&page_number=2`;
      const { comments, total } = await conversationOf(acme, number, page);
      expect([page, total, comments.map(({ content }) => content)]).toEqual([
        page,
        contents.length,
        contents.slice(1, 2),
      ]);
    }
  });

  // @proves E-15-4
  it('refuses values that cannot exist, all at once', async () => {
    const { number } = await aTicket(acme);
    const query = 'order=up&comment_type=mail&author_type=robot&page_number=0';
    const refused = await acme.client.get(`/tickets/${number}/comments?${query}`).expect(422);
    expect(refused.body.field_errors).toEqual([
      { field: 'order', message: 'must be one of asc, desc' },
      { field: 'comment_type', message: 'must be one of description, reply, note' },
      { field: 'author_type', message: 'must be one of agent, customer' },
      { field: 'page_number', message: 'must be a whole number from 1' },
    ]);
  });

  // @proves E-15-1
  it('has no comments of another ticket or workspace', async () => {
    const globex = await aWorkspace(app, TWO_AGENTS);
    const [mine, other] = [await aTicket(acme), await aTicket(acme)];
    const foreign = await aTicket(globex);
    await aComment(globex, foreign.id);
    const { id } = await aComment(acme, mine.number);
    expect((await conversationOf(acme, other.number)).total).toBe(1);
    for (const ticket of [foreign.id, UNKNOWN_ID, '0', 'x', '2147483648']) {
      const { body } = await acme.client.get(`/tickets/${ticket}/comments`).expect(404);
      expect([ticket, body.code]).toEqual([ticket, 'ticket_not_found']);
    }
    const missed = await acme.client.get(`/tickets/${other.number}/comments/${id}`).expect(404);
    expect(missed.body.code).toBe('comment_not_found');
  });
});

describe('one comment', () => {
  // @proves E-15-5
  it('is shown with an entity tag, by the id or the number of its ticket', async () => {
    const { id, number } = await aTicket(acme);
    const comment = await aComment(acme, number);
    for (const ticket of [id, number]) {
      const response = await acme.client.get(`/tickets/${ticket}/comments/${comment.id}`).expect(200);
      expect(response.body).toEqual({ comment });
      const tag = response.headers['etag'] ?? '';
      await acme.client
        .get(`/tickets/${ticket}/comments/${comment.id}`)
        .set('If-None-Match', tag)
        .expect(304);
    }
    expect(comment.author).toMatchObject({ name: 'Eve Jones', email: EVE.email });
  });

  // @proves E-15-3, E-15-5
  it('with the id of the ticket is the description', async () => {
    const { id, number } = await aTicket(acme, TICKET_SHOWN);
    const { comments } = await conversationOf(acme, number);
    for (const ticket of [id, number])
      expect((await acme.client.get(`/tickets/${ticket}/comments/${id}`).expect(200)).body.comment).toEqual(
        comments[0],
      );
  });

  // @proves E-15-5
  it('is not found by an unknown id, a text that is no id, or in an unknown ticket', async () => {
    const { number } = await aTicket(acme);
    for (const id of [UNKNOWN_ID, 'x', '1']) {
      const { body } = await acme.client.get(`/tickets/${number}/comments/${id}`).expect(404);
      expect([id, body.code]).toEqual([id, 'comment_not_found']);
    }
    const { body } = await acme.client.get(`/tickets/${UNKNOWN_ID}/comments/${UNKNOWN_ID}`).expect(404);
    expect(body.code).toBe('ticket_not_found');
  });
});
