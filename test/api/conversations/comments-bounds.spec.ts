import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { audited } from '../../support/data/audit.js';
import {
  aComment,
  commenting,
  conversationOf,
  CUSTOMER,
  EVE,
  KIM,
  pretendComments,
  TWO_AGENTS,
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

describe('mentions', () => {
  // @proves E-15-12
  it('name active members in a note, and are in the audit trail', async () => {
    const number = await newTicket();
    const mentions = [{ email: KIM.email }, { email: 'KIM@team.example' }, { email: EVE.email }];
    const { entries } = await audited(acme, () =>
      commenting(acme, number, { comment_type: 'note', mentions }),
    );
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(entries[0]?.after?.['mentions']).toEqual([
      { id, email: KIM.email },
      { id, email: EVE.email },
    ]);
  });

  // @proves E-15-12
  it('are refused in a reply, and for anybody but active members', async () => {
    expect(await problemsOf({ mentions: [{ email: KIM.email }] })).toEqual(['mentions are for notes only']);
    const note = { comment_type: 'note' };
    expect(
      await problemsOf({
        ...note,
        mentions: [{ email: CUSTOMER }, 'kim', { email: 'x' }, { email: KIM.email, id: 1 }],
      }),
    ).toEqual([
      'mentions[1] must be an object',
      'mentions[2].email must be an e-mail address',
      'mentions[3].id is not a known property',
      'mentions[0].email is not the address of an active team member',
    ]);
    const many = Array.from({ length: 51 }, () => ({ email: KIM.email }));
    expect(await problemsOf({ ...note, mentions: many })).toEqual(['mentions must have at most 50 items']);
  });

  // @proves E-15-12
  it('are refused at their own places, even after items of the wrong shape', async () => {
    const mentions = [{ email: 'bad' }, { email: 'no@team.example' }, 'x', { email: 'no2@team.example' }];
    const stranger = 'is not the address of an active team member';
    expect(await problemsOf({ comment_type: 'note', mentions })).toEqual([
      'mentions[0].email must be an e-mail address',
      'mentions[2] must be an object',
      `mentions[1].email ${stranger}`,
      `mentions[3].email ${stranger}`,
    ]);
  });
});

describe('a ticket', () => {
  // @proves E-15-13
  it('has at most 5,000 comments; one that is there is still found', async () => {
    const { id, number } = await aTicket(acme);
    await aComment(acme, number, { message_id: 'first' });
    await pretendComments(acme, id, 4_999);
    const last = await commenting(acme, number).expect(201);
    expect((await conversationOf(acme, number, 'order=desc&page_size=1')).comments).toEqual([
      last.body.comment,
    ]);
    const { body } = await commenting(acme, number).expect(422);
    expect(body.field_errors).toEqual([
      { field: 'content', message: 'cannot be added: a ticket has at most 5000 comments' },
    ]);
    await commenting(acme, number, { message_id: 'first' }).expect(200);
    expect((await conversationOf(acme, number)).total).toBe(5_001);
  });

  // @proves E-15-13
  it('takes twenty comments at once: each gets a place of its own', async () => {
    const number = await newTicket();
    const contents = Array.from({ length: 20 }, (_, index) => `c${index}`);
    await Promise.all(contents.map((content) => aComment(acme, number, { content })));
    const { comments, total } = await conversationOf(acme, number, 'page_size=100');
    expect(total).toBe(21);
    expect(
      comments
        .slice(1)
        .map(({ content }) => content)
        .sort(),
    ).toEqual([...contents].sort());
    const times = comments.slice(1).map(({ created_at }) => created_at);
    expect(times).toEqual([...new Set(times)].sort());
  });
});

describe('the scopes of comments', () => {
  // @proves E-15-20
  it('are one for reading and one for writing', async () => {
    const number = await newTicket();
    const clientOf = async (scope: 'comments:read' | 'comments:write' | 'tickets:write') =>
      acme.clientWith(await aKey(acme, scope, { scopes: [scope] }));
    const [reader, writer, other] = [
      await clientOf('comments:read'),
      await clientOf('comments:write'),
      await clientOf('tickets:write'),
    ];
    const body = { author_email: EVE.email, content: 'Hi' };
    const list = `/tickets/${number}/comments`;
    const draft = `/tickets/${number}/drafts/reply`;
    await reader.get(list).expect(200);
    await writer.post(list, body).expect(201);
    await writer.put(draft, body).expect(200);
    await reader.get(draft).expect(200);
    for (const refused of [
      reader.post(list, body),
      reader.put(draft, body),
      reader.delete(draft),
      writer.get(list),
    ])
      await refused.expect(403);
    for (const refused of [other.get(list), other.post(list, body), other.post(`${draft}/send`)])
      await refused.expect(403);
    await writer.post(`${draft}/send`).expect(201);
  });

  // @proves E-26-1
  it('include one for drafts and notes, with which nothing reaches a customer', async () => {
    const number = await newTicket();
    const drafter = acme.clientWith(await aKey(acme, 'drafts', { scopes: ['drafts:write'] }));
    const body = { author_email: EVE.email, content: 'Hi' };
    const list = `/tickets/${number}/comments`;
    const draft = `/tickets/${number}/drafts/reply`;
    await drafter.post(list, { ...body, comment_type: 'note' }).expect(201);
    await drafter.put(draft, body).expect(200);
    await drafter.post(`/tickets/${number}/drafts`, { ...body, comment_type: 'note' }).expect(201);
    await drafter.delete(`/tickets/${number}/drafts/note`).expect(204);
    for (const refused of [
      drafter.post(list, body),
      drafter.post(list, { ...body, comment_type: 'reply' }),
      drafter.post(list, { ...body, comment_type: 'letter' }),
      drafter.post(`${draft}/send`),
    ])
      expect((await refused.expect(403)).body).toEqual({
        ...{ error: 'This API key lacks the scope comments:write.', code: 'missing_scope' },
      });
    for (const refused of [drafter.get(list), drafter.get(draft), drafter.get(`/tickets/${number}`)])
      await refused.expect(403);
    const { comments } = await conversationOf(acme, number);
    expect(comments.map(({ comment_type }) => comment_type)).toEqual(['description', 'note']);
  });
});
