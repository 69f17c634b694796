import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  aComment,
  commenting,
  conversationOf,
  CUSTOMER,
  EVE,
  TWO_AGENTS,
  type ShownComment,
} from '../../support/data/comments.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const newTicket = async (line = {}) => (await aTicket(acme, line)).number;
/** The problems of a refused comment; nothing may have been added. */
const problemsOf = async (properties: Record<string, unknown>, line = {}) => {
  const ticket = await newTicket(line);
  const { body } = await commenting(acme, ticket, properties).expect(422);
  expect((await conversationOf(acme, ticket)).total).toBe(1);
  return (body.field_errors as { field: string; message: string }[]).map(
    ({ field, message }) => `${field} ${message}`,
  );
};

describe('a new comment', () => {
  // @proves E-15-2, E-15-6
  it('is a reply unless it says otherwise, and has these properties', async () => {
    const { id, number } = await aTicket(acme);
    const response = await commenting(acme, number, { content: '<p>Hello <b>John</b></p>' }).expect(201);
    const comment = response.body.comment as ShownComment;
    expect(response.body).toEqual({
      comment: {
        ...{ id: expect.any(String), comment_type: 'reply', author_type: 'agent' },
        author: { id: expect.any(String), name: 'Eve Jones', email: EVE.email },
        ...{ content: '<p>Hello <b>John</b></p>', attachments: [], message_id: null },
        ...{ created_at: comment.created_at, updated_at: comment.created_at },
      },
    });
    expect(response.headers['location']).toBe(`/api/external/v2/tickets/${id}/comments/${comment.id}`);
    const read = await acme.client.get(response.headers['location'] ?? '').expect(200);
    expect([read.body, read.headers['etag']]).toEqual([response.body, response.headers['etag']]);
  });

  // @proves E-15-6
  it('is refused with everything that is wrong with it', async () => {
    expect(await problemsOf({ author_email: undefined, content: undefined })).toEqual([
      'author_email is required',
      'content is required',
    ]);
    expect(
      await problemsOf({
        ...{ author_email: 'nobody', content: 1, author_type: 'robot', comment_type: 'description' },
        ...{ created_at: 'today', message_id: ' ', attachments: 'x', mentions: {}, skip_notifications: 1 },
        colour: 'red',
      }),
    ).toEqual([
      'colour is not a known property',
      'author_email must be an e-mail address',
      'author_type must be one of agent, customer',
      'comment_type must be one of reply, note',
      'content must be a string',
      'attachments must be an array of signed ids',
      'mentions must be an array of objects with an email',
      'created_at must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z',
      'message_id must not be blank',
      'skip_notifications must be true or false',
    ]);
    expect(await problemsOf({ attachments: ['abc'] })).toEqual([
      'attachments[0] is not the signed id of an upload',
    ]);
    expect(await problemsOf({ attachments: [7] })).toEqual(['attachments[0] must be a string']);
  });

  // @proves E-15-6
  it('is added once for an Idempotency-Key', async () => {
    const number = await newTicket();
    const send = () => commenting(acme, number).set('Idempotency-Key', '"once"');
    const [first, second] = [await send().expect(201), await send().expect(201)];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await conversationOf(acme, number)).total).toBe(2);
  });

  // @proves E-15-7
  it('is cleaned like a description', async () => {
    const number = await newTicket();
    const content = '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">you</a></p>';
    expect((await aComment(acme, number, { content })).content).toBe('<p>Hi <a>you</a></p>');
  });

  // @proves E-15-7
  it.each([
    ...['', ' ', '<p></p>', '<p>&nbsp;</p>', '<div><br></div>', '<script>alert(1)</script>', '\u200b'],
    ...['<img>', '<img src="javascript:x">', '<img src=" " alt="&nbsp;" title="x src=" width="9">'],
  ])('is refused when it shows nothing: %j', async (content) => {
    expect(await problemsOf({ content })).toEqual(['content must not be blank']);
  });

  // @proves E-15-7
  it.each(['<img src="https://acme.example/a.png" />', '<img alt="A cat" />'])(
    'may be a picture alone, or the words that stand for it: %j',
    async (content) => {
      expect((await aComment(acme, await newTicket(), { content })).content).toBe(content);
    },
  );

  // @proves E-15-7
  it('may have 256 KiB and no more', async () => {
    const number = await newTicket();
    await aComment(acme, number, { content: 'x'.repeat(256 * 1024) });
    expect(await problemsOf({ content: 'x'.repeat(256 * 1024 + 1) })).toEqual([
      'content must have at most 262144 bytes',
    ]);
  });
});

describe('the author', () => {
  // @proves E-15-8
  it('is an agent by the address of an active member, without regard to case', async () => {
    const { author, author_type } = await aComment(acme, await newTicket(), {
      author_email: 'EVE@Team.example',
    });
    expect([author_type, author.email]).toEqual(['agent', EVE.email]);
  });

  // @proves E-15-8
  it('is a customer by any address of the customer, or by that of a participant', async () => {
    const raised = { email: 'john@customer.example', subject: 'Help', description: '' };
    const { ticket } = (
      await acme.client.post('/tickets', {
        ...raised,
        to: ['desk@other.example'],
        cc: ['Jane@customer.example'],
      })
    ).body;
    await acme.client
      .patch(`/customers/${ticket.customer.id}`, {
        customer: { emails: [{ email: raised.email, primary: true }, 'john@home.example'] },
      })
      .expect(200);
    const authors = [];
    for (const author_email of [
      'JOHN@customer.example',
      'john@home.example',
      'jane@customer.example',
      'desk@other.example',
    ]) {
      const { author_type, author } = await aComment(acme, ticket.id, { author_email });
      authors.push([author_type, author.email]);
    }
    expect(authors).toEqual([
      ['customer', raised.email],
      ['customer', raised.email],
      ['customer', 'jane@customer.example'],
      ['customer', 'desk@other.example'],
    ]);
  });

  // @proves E-15-8
  it('cannot be anybody else: a stranger, a customer of other tickets, a removed member', async () => {
    await aTicket(acme, { email: 'other@customer.example' });
    await acme.client.post('/team-members', { emails: ['gone@team.example'], first_name: 'Gone' });
    await acme.client
      .delete('/team_members', { emails: ['gone@team.example'] })
      .set('Accept', 'application/json')
      .expect(200);
    for (const author_email of ['stranger@customer.example', 'other@customer.example', 'gone@team.example'])
      expect(await problemsOf({ author_email })).toEqual([
        'author_email is the address of neither an active team member, nor the customer, nor a participant of the ticket',
      ]);
    for (const author_email of ['gone@team.example', CUSTOMER])
      expect(await problemsOf({ author_email, author_type: 'agent' })).toEqual([
        'author_email is not the address of an active team member',
      ]);
  });

  // @proves E-15-9
  it('with author_type customer may be anybody: somebody new becomes a customer, once', async () => {
    const number = await newTicket();
    const of = (author_email: string) => aComment(acme, number, { author_email, author_type: 'customer' });
    const [first, again, member] = [
      await of('new@customer.example'),
      await of('New@customer.example'),
      await of(EVE.email),
    ];
    expect(first).toMatchObject({ author_type: 'customer', author: { name: 'new@customer.example' } });
    expect(again.author).toEqual(first.author);
    expect(member.author_type).toBe('customer');
    const { body } = await acme.client.get('/customers?email=new@customer.example').expect(200);
    expect(body.customers).toMatchObject([{ id: first.author.id }]);
  });

  // @proves E-15-9
  it('that is refused makes no customer', async () => {
    await problemsOf({ author_email: 'never@customer.example', author_type: 'customer', content: ' ' });
    const { body } = await acme.client.get('/customers?email=never@customer.example').expect(200);
    expect(body.customers).toEqual([]);
  });

  // @proves E-15-9, E-29-2
  it.each([
    [{}, 'agent'],
    [{ author_email: CUSTOMER }, 'customer'],
    [{ author_email: CUSTOMER, author_type: 'customer' }, 'customer'],
    [{ author_email: 'said@customer.example', author_type: 'customer' }, 'customer'],
  ])('of a note is an agent, or a customer who said it elsewhere: %j', async (author, author_type) => {
    const note = await aComment(acme, await newTicket(), { ...author, comment_type: 'note' });
    expect(note).toMatchObject({ comment_type: 'note', author_type });
    if ('author_email' in author) expect(note.author.email).toBe(author.author_email);
  });

  // @proves E-15-9, E-29-2
  it('of a note cannot be a stranger to the ticket, unless the type says that it is a customer', async () => {
    for (const author_type of [undefined, 'agent'])
      expect(
        await problemsOf({ author_email: 'stranger@customer.example', author_type, comment_type: 'note' }),
      ).toEqual([expect.stringMatching(/^author_email is (?:not )?the address of/)]);
    expect(await problemsOf({ author_email: CUSTOMER, author_type: 'agent', comment_type: 'note' })).toEqual([
      'author_email is not the address of an active team member',
    ]);
  });
});

describe('a comment with a date in the past', () => {
  // @proves E-15-11
  it('keeps its date, and is silent', async () => {
    const number = await newTicket();
    const { created_at, updated_at } = await aComment(acme, number, {
      created_at: '2021-03-04T12:00:00+02:00',
    });
    expect([created_at, updated_at]).toEqual(['2021-03-04T10:00:00.000Z', '2021-03-04T10:00:00.000Z']);
    expect(await problemsOf({ created_at: '2999-01-01T00:00:00Z' })).toEqual([
      'created_at must not be in the future',
    ]);
  });
});
