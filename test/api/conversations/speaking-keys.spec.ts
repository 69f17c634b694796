// Keys that speak for a team member: the author of comments and drafts may be left out.
import type { ApiClient } from '../../support/servers/api-client.js';
import { audited } from '../../support/data/audit.js';
import { aKey, aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { conversationOf, CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let eve: ApiClient;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
  eve = acme.clientWith(await aKey(acme, 'of eve', { as: 'Eve@Team.Example' }));
});

const newTicket = async () => (await aTicket(acme)).number;
const saying = (client: ApiClient, ticket: number, properties: object = {}) =>
  client.post(`/tickets/${ticket}/comments`, { content: '<p>Hello</p>', ...properties });
const drafting = (client: ApiClient, ticket: number, properties: object = {}) =>
  client.put(`/tickets/${ticket}/drafts/reply`, { content: 'Soon', ...properties });
const sending = (client: ApiClient, ticket: number) => client.post(`/tickets/${ticket}/drafts/reply/send`);
const remove = (workspace: TestWorkspace, email: string) =>
  workspace.client
    .delete('/team_members', { emails: [email] })
    .set('Accept', 'application/json')
    .expect(200);

describe('a key that speaks for a member', () => {
  it('adds comments of that member without naming an author, and the audit trail names both', async () => {
    const ticket = await newTicket();
    const by = { author_type: 'agent', author: { name: 'Eve Jones', email: EVE.email } };
    for (const properties of [{}, { author_type: 'agent' }, { author_email: 'EVE@team.example' }]) {
      const { response, entries } = await audited(acme, () => saying(eve, ticket, properties));
      expect([response.status, response.body.comment]).toEqual([
        201,
        expect.objectContaining({ ...by, author: expect.objectContaining(by.author) as object }),
      ]);
      const key = (await keysOf(acme)).find(({ name }) => name === 'of eve');
      expect(entries[0]).toMatchObject({ action: 'comment.created', api_key_id: key?.id, after: by });
    }
    const note = { comment_type: 'note', mentions: [{ email: KIM.email }] };
    expect((await saying(eve, ticket, note)).body.comment).toMatchObject({ ...by, comment_type: 'note' });
  });

  it('may add comments of customers, and none of another member', async () => {
    const ticket = await newTicket();
    for (const author of [
      { author_email: CUSTOMER },
      { author_email: 'new@x.example', author_type: 'customer' },
    ])
      expect((await saying(eve, ticket, author)).body.comment.author.email).toBe(author.author_email);
    for (const author of [
      { author_email: KIM.email },
      { author_email: KIM.email, author_type: 'agent' },
      { author_email: CUSTOMER, author_type: 'agent' },
      { author_email: 'nobody@x.example' },
      { author_type: 'customer' },
    ])
      for (const write of [saying, drafting])
        expect(fieldErrors(await write(eve, ticket, author).expect(422))).toEqual(['author_email']);
    expect((await conversationOf(acme, ticket)).total).toBe(3);
    expect((await saying(acme.client, ticket, { author_email: KIM.email })).status).toBe(201);
    expect(fieldErrors(await saying(acme.client, ticket).expect(422))).toEqual(['author_email']);
  });

  it('adds a comment of the member as a customer only when it says so', async () => {
    const { number } = await aTicket(acme, { email: KIM.email });
    const said = await saying(eve, number, { author_email: KIM.email });
    expect(said.body.comment).toMatchObject({ author_type: 'customer', author: { email: KIM.email } });
  });

  it('finds the first comment of a message_id that is sent again, without an author too', async () => {
    const ticket = await newTicket();
    const first = await saying(eve, ticket, { message_id: '<1@x>' }).expect(201);
    const again = await saying(eve, ticket, { message_id: '<1@x>' }).expect(200);
    expect(again.body).toEqual(first.body);
  });

  it('writes drafts of that member, and sends them and those of customers only', async () => {
    const ticket = await newTicket();
    expect((await drafting(eve, ticket)).body.draft.author.email).toBe(EVE.email);
    const posted = await eve.post(`/tickets/${ticket}/drafts`, { content: 'Later' }).expect(201);
    expect(posted.body.draft.author.email).toBe(EVE.email);
    const { response, entries } = await audited(acme, () => sending(eve, ticket));
    expect([response.status, entries[0]]).toMatchObject([201, { after: { author: { email: EVE.email } } }]);
    await drafting(acme.client, ticket, { author_email: CUSTOMER });
    expect((await sending(eve, ticket)).body.comment.author.email).toBe(CUSTOMER);
    await drafting(acme.client, ticket, { author_email: KIM.email }).expect(200);
    expect(fieldErrors(await sending(eve, ticket).expect(422))).toEqual(['author_email']);
    expect((await sending(acme.client, ticket)).body.comment.author.email).toBe(KIM.email);
  });

  it('shows that member', async () => {
    const { body } = await eve.get('/api-keys/current').expect(200);
    const member = { name: 'Eve Jones', email: EVE.email, state: 'active' };
    expect(body.api_key.team_member).toEqual({ id: expect.any(String), ...member });
    const entries = await app.operator.audit(acme.scope.workspaceId);
    expect(entries.filter(({ action }) => action === 'api_key.created').map(({ after }) => after)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ team_member: { ...body.api_key.team_member, state: undefined } }),
      ]),
    );
  });

  it('is not made for somebody who is no active member of the workspace', async () => {
    const globex = await aWorkspace(app, { team_members: [{ ...EVE, email: 'max@globex.example' }, KIM] });
    await remove(globex, KIM.email);
    for (const [workspace, as] of [
      [acme, 'max@globex.example'],
      [globex, EVE.email],
      [globex, KIM.email],
    ] as const) {
      await expect(aKey(workspace, 'refused', { as })).rejects.toMatchObject({
        code: 'team_member_not_found',
      });
      expect((await keysOf(workspace)).filter(({ name }) => name === 'refused')).toEqual([]);
    }
  });

  it('writes no comments and drafts while the member is removed, reads on, and writes again when the member returns', async () => {
    const own = await aWorkspace(app, TWO_AGENTS);
    const key = await aKey(own, 'of kim', { as: KIM.email });
    const { id = '' } = (await keysOf(own)).find(({ name }) => name === 'of kim') ?? {};
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const rotated = await app.operator.rotateKey(own.scope.workspaceId, id, inAnHour);
    for (const kim of [own.clientWith(key), own.clientWith(rotated.key)]) {
      const { number } = await aTicket(own);
      await saying(kim, number, { message_id: '<1@x>' }).expect(201);
      await drafting(kim, number).expect(200);
      await remove(own, KIM.email);
      const refused = [
        ...[saying(kim, number), saying(kim, number, { message_id: '<1@x>' })],
        ...[
          saying(kim, number, { author_email: CUSTOMER }),
          saying(kim, number, { author_email: EVE.email }),
        ],
        ...[drafting(kim, number), drafting(kim, number, { author_email: CUSTOMER }), sending(kim, number)],
        kim.delete(`/tickets/${number}/drafts/reply`),
      ];
      for (const refusal of refused) expect(fieldErrors(await refusal.expect(422))).toEqual(['author_email']);
      expect((await kim.get(`/tickets/${number}/comments`).expect(200)).body.comments).toHaveLength(2);
      expect((await kim.get(`/tickets/${number}/drafts/reply`)).status).toBe(200);
      expect((await kim.get('/api-keys/current')).body.api_key.team_member.state).toBe('inactive');
      expect((await kim.put(`/tickets/${number}`, { priority: 'high' })).status).toBe(200);
      await own.client.post('/team-members', { emails: [KIM.email] });
      expect((await sending(kim, number)).body.comment.author.email).toBe(KIM.email);
    }
  });
});
