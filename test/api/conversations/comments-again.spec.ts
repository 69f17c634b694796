import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aComment,
  commenting,
  contentsOf,
  conversationOf,
  CUSTOMER,
  EVE,
  KIM,
  pretendComments,
  TWO_AGENTS,
} from '../../support/data/comments.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

// What is sent again, and combinations: rules of comments that meet.
const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const newTicket = async () => (await aTicket(acme)).number;

/** Raises a ticket in which somebody in copy takes part. */
async function withCopy(cc: string): Promise<number> {
  const raised = { email: CUSTOMER, subject: 'Help', description: 'D', cc: [cc] };
  const { body } = await acme.client.post('/tickets', raised).expect(201);
  return body.ticket.number as number;
}

describe('a draft of a ticket that has become full', () => {
  // @proves E-15-13, E-15-19
  it('is not sent, and stays', async () => {
    const { id, number } = await aTicket(acme);
    const path = `/tickets/${number}/drafts/reply`;
    await acme.client.put(path, { author_email: EVE.email, content: 'Late' }).expect(200);
    await pretendComments(acme, id, 5_000);
    expect(fieldErrors(await acme.client.post(`${path}/send`).expect(422))).toEqual(['content']);
    await acme.client.get(path).expect(200);
  });
});

describe('a participant', () => {
  // @proves E-15-8
  it('who writes the address in other case is the same participant', async () => {
    const number = await withCopy('Copy@customer.example');
    const { author_type: type } = await aComment(acme, number, { author_email: 'copy@Customer.example' });
    expect(type).toBe('customer');
    await commenting(acme, number, { author_email: 'copies@customer.example' }).expect(422);
  });
});

describe('a conversation of agents and customers', () => {
  // @proves E-15-4
  it('has every comment; filtered by one type, it has those of agents and customers', async () => {
    const number = await withCopy('copy@customer.example');
    await aComment(acme, number, { content: 'Of us' });
    await aComment(acme, number, { content: 'Of them', author_email: 'copy@customer.example' });
    await aComment(acme, number, { content: 'For us', comment_type: 'note' });
    const both = 'author_type=customer,agent';
    expect(await contentsOf(acme, number, both)).toEqual(['D', 'Of us', 'Of them', 'For us']);
    expect(await contentsOf(acme, number, `${both}&comment_type=reply`)).toEqual(['Of us', 'Of them']);
    expect(await contentsOf(acme, number, 'author_type=agent&comment_type=reply')).toEqual(['Of us']);
  });
});

describe('a message_id', () => {
  // @proves E-15-10
  it('that is used already with the same content is answered with 200 and the first comment', async () => {
    const number = await newTicket();
    const sent = { message_id: '<1@mail.example>', content: '<p onclick="x">Hi</p>' };
    const first = await commenting(acme, number, sent).expect(201);
    const again = await commenting(acme, number, { ...sent, author_email: KIM.email }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['location']).toBe(first.headers['location']);
    const kept = await commenting(acme, number, sent).set('Idempotency-Key', '"message"').expect(200);
    expect(kept.body).toEqual(first.body);
    expect((await conversationOf(acme, number)).total).toBe(2);
  });

  // @proves E-15-10
  it('that is used already with other content is refused; in another ticket it is free', async () => {
    const number = await newTicket();
    await aComment(acme, number, { message_id: 'm-1' });
    const { body } = await commenting(acme, number, { message_id: 'm-1', content: 'Other' }).expect(422);
    expect(body.field_errors).toEqual([
      { field: 'message_id', message: 'belongs to another comment of this ticket, with other content' },
    ]);
    await aComment(acme, await newTicket(), { message_id: 'm-1', content: 'Other' });
    expect(await contentsOf(acme, number)).toEqual(['', '<p>Hello</p>']);
  });

  // @proves E-15-10
  it('does not let an invalid request pass', async () => {
    const number = await newTicket();
    await aComment(acme, number, { message_id: 'rr' });
    const wrongWith = async (properties: Record<string, unknown>) =>
      (await commenting(acme, number, { message_id: 'rr', ...properties }).expect(422)).body.field_errors;
    const wrong = { foo: 1, comment_type: 'banana', created_at: 'nope', author_email: 5, attachments: [1] };
    expect(await wrongWith(wrong)).toEqual([
      { field: 'foo', message: 'is not a known property' },
      { field: 'author_email', message: 'must be a string' },
      { field: 'comment_type', message: 'must be one of reply, note' },
      { field: 'created_at', message: expect.stringContaining('must be an ISO 8601 date-time') },
      { field: 'attachments[0]', message: 'must be a string' },
    ]);
    for (const field of ['author_email', 'content'])
      expect(await wrongWith({ [field]: undefined })).toEqual([{ field, message: 'is required' }]);
    expect(await contentsOf(acme, number)).toEqual(['', '<p>Hello</p>']);
  });

  // @proves E-15-10
  it('sent ten times at once makes one comment', async () => {
    const number = await newTicket();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => commenting(acme, number, { message_id: 'm-2' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.comment.id)).size).toBe(1);
    expect((await conversationOf(acme, number)).total).toBe(2);
  });
});
