// A workspace may name the member who writes what its keys send without an author.
import { audited } from '../../support/data/audit.js';
import { aKey, aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

const saying = ({ client }: Pick<TestWorkspace, 'client'>, ticket: number, properties: object = {}) =>
  client.post(`/tickets/${ticket}/comments`, { content: '<p>Hello</p>', ...properties });
const drafting = ({ client }: Pick<TestWorkspace, 'client'>, ticket: number, properties: object = {}) =>
  client.put(`/tickets/${ticket}/drafts/reply`, { content: 'Soon', ...properties });

describe('a workspace with a default author', () => {
  let desk: TestWorkspace;
  beforeAll(async () => {
    desk = await aWorkspace(app, TWO_AGENTS, { default_author: 'Eve@Team.Example' });
  });

  it('lets a key leave the author of comments and drafts out, and the audit trail names the key', async () => {
    const { number } = await aTicket(desk);
    const [key] = await keysOf(desk);
    const by = { author_type: 'agent', author: { name: 'Eve Jones', email: EVE.email } };
    for (const properties of [{}, { author_type: 'agent' }, { comment_type: 'note' }]) {
      const { response, entries } = await audited(desk, () => saying(desk, number, properties));
      expect(response.status).toBe(201);
      expect(response.body.comment).toMatchObject(by);
      expect(entries[0]).toMatchObject({ api_key_id: key?.id, after: by });
    }
    expect((await drafting(desk, number).expect(200)).body.draft.author).toMatchObject(by.author);
    const send = () => desk.client.post(`/tickets/${number}/drafts/reply/send`);
    await send().type('json').send('null').expect(400);
    const sent = await send().expect(201);
    expect(sent.body.comment).toMatchObject(by);
  });

  it('takes the author that a request names, and the member of a key that speaks for one', async () => {
    const { number } = await aTicket(desk);
    for (const [author_email, author_type] of [
      [KIM.email, 'agent'],
      [CUSTOMER, 'customer'],
    ])
      expect((await saying(desk, number, { author_email })).body.comment).toMatchObject({
        author_type,
        author: { email: author_email },
      });
    const kim = { client: desk.clientWith(await aKey(desk, 'of kim', { as: KIM.email })) };
    expect((await saying(kim, number)).body.comment.author.email).toBe(KIM.email);
  });

  it.each([
    { author_type: 'customer' },
    { author_email: 'no address' },
    { author_email: 'nobody@x.example' },
  ])('does not replace the author when %j is meant to name one', async (properties) => {
    const { number } = await aTicket(desk);
    const refused = await saying(desk, number, properties).expect(422);
    expect(fieldErrors(refused)).toEqual(['author_email']);
    await drafting(desk, number, properties).expect(422);
  });

  it('refuses in one sentence while that member is removed', async () => {
    const own = await aWorkspace(app, TWO_AGENTS, { default_author: EVE.email });
    const { number } = await aTicket(own);
    await own.client.delete('/team_members', { emails: [EVE.email] }).set('Accept', 'application/json');
    for (const request of [saying(own, number), drafting(own, number)]) {
      const { body } = await request.expect(422);
      expect(body.field_errors).toEqual([
        {
          field: 'author_email',
          message: 'is required, because the default_author of the workspace is not an active team member',
        },
      ]);
    }
    await own.client.post('/team-members', { emails: [EVE.email] });
    await saying(own, number).expect(201);
  });
});

it('a workspace has no default author before the manifest names one, nor after it was removed', async () => {
  const desk = await aWorkspace(app, TWO_AGENTS);
  const { number } = await aTicket(desk);
  const refused = async () => {
    const { body } = await saying(desk, number).expect(422);
    expect(body.field_errors).toEqual([{ field: 'author_email', message: 'is required' }]);
  };
  await refused();
  const named = { subdomain: desk.subdomain, name: desk.subdomain };
  const apply = (default_author: string) =>
    app.operator.apply(JSON.stringify({ workspace: { ...named, default_author } }));
  expect((await apply(KIM.email)).changes).toEqual([
    `comments of a key without an author are by ${KIM.email}`,
  ]);
  await saying(desk, number).expect(201);
  expect((await apply('none')).changes).toEqual(['comments of a key without an author are refused']);
  await refused();
});

describe('the manifest', () => {
  it.each([
    ['nobody@team.example', 'must be the address of a team member'],
    ['no address', 'must be an e-mail address, or the word none'],
  ])('refuses the default author %s', async (default_author, message) => {
    await expect(aWorkspace(app, TWO_AGENTS, { default_author })).rejects.toMatchObject({
      code: 'invalid_manifest',
      problems: [{ path: 'workspace.default_author', message: expect.stringContaining(message) as string }],
    });
  });

  it('refuses a member who was removed, unless the file makes the member active again', async () => {
    const desk = await aWorkspace(app, TWO_AGENTS);
    await desk.client.delete('/team_members', { emails: [EVE.email] }).set('Accept', 'application/json');
    const workspace = { subdomain: desk.subdomain, name: desk.subdomain, default_author: EVE.email };
    await expect(app.operator.apply(JSON.stringify({ workspace }))).rejects.toMatchObject({
      problems: [{ path: 'workspace.default_author' }],
    });
    await app.operator.apply(JSON.stringify({ workspace, ...TWO_AGENTS }));
    await saying(desk, (await aTicket(desk)).number).expect(201);
  });

  it('changes nothing when it names a default author who was removed since it was applied', async () => {
    const desk = await aWorkspace(app, TWO_AGENTS, { default_author: EVE.email });
    await desk.client.delete('/team_members', { emails: [EVE.email] }).set('Accept', 'application/json');
    const workspace = { subdomain: desk.subdomain, name: desk.subdomain, default_author: EVE.email };
    expect((await app.operator.apply(JSON.stringify({ workspace }))).changes).toEqual([]);
    const other = { ...workspace, default_author: 'nobody@team.example' };
    await expect(app.operator.apply(JSON.stringify({ workspace: other }))).rejects.toMatchObject({
      problems: [{ path: 'workspace.default_author' }],
    });
  });
});
