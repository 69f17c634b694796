import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors, tagOf, messagesOf } from '../../support/expectations.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let ids: { readonly oliver: string; readonly support: string };

beforeAll(async () => {
  acme = await aWorkspace(app, FURNISHED);
  const { teamMembers, groups } = await app.operator.show(acme.subdomain);
  const idOf = (list: readonly { id: string }[], index: number) => list[index]?.id ?? '';
  ids = {
    oliver: idOf(teamMembers, 0),
    support: groups.find(({ name }) => name === 'Support')?.id ?? '',
  };
});

const PLAIN = { email: 'john@customer.example', subject: 'Help', description: '<p>Please</p>' };
const raise = (body: object, workspace = acme) => workspace.client.post('/tickets', body);
const raised = (more: object, workspace = acme) => raise({ ...PLAIN, ...more }, workspace);

describe('a ticket that is raised', () => {
  // @proves E-11-1
  it('is answered with 201, its path, its tag, and the documented shape with its address', async () => {
    const response = await raise(PLAIN);
    expect(response.status).toBe(201);
    const { url, ...ticket } = response.body.ticket as { url: string; id: string; number: number };
    expect(response.headers['location']).toBe(`/api/external/v2/tickets/${ticket.id}`);
    expect(url).toBe(`http://${acme.subdomain}.desk.test/api/external/v2/tickets/${ticket.id}`);
    const read = await acme.client.get(response.headers['location'] ?? '');
    expect(read.body).toEqual({ ticket });
    expect(tagOf(response)).toBe(tagOf(read));
  });

  // @proves E-11-4
  it('has defaults for what it does not say', async () => {
    expect((await raise(PLAIN)).body.ticket).toMatchObject({
      ...{ status: 'new', priority: 'medium', category: 'None', sub_category_one: null, group: null },
      ...{ assignee: null, tags: [], fields: [], resolution_due_date: null, external_id: null, source: null },
    });
  });

  // @proves E-11-4
  it('takes every property of an update', async () => {
    const { body } = await raised({
      ...{ status: 'awaiting_qa', priority: 'urgent', category: 'Billing', sub_category_one: 'Invoices' },
      ...{ sub_category_two: 'VAT', group: 'Sales', assignee_email: 'OLIVER@acme.example' },
      ...{ tags: [' a ', 'A'], ticket_fields: { Country: 'India', Seats: '3' } },
      resolution_due_date: '2026-12-31T18:00:00+01:00',
    });
    expect(body.ticket).toMatchObject({
      ...{ status: 'awaiting_qa', priority: 'urgent', category: 'Billing', sub_category_one: 'Invoices' },
      ...{ sub_category_two: 'VAT', group: 'Sales', assignee: { email: 'oliver@acme.example' } },
      ...{ tags: ['a'], resolution_due_date: '2026-12-31T17:00:00.000Z' },
      fields: [
        { field_name: 'Country', field_value: 'India' },
        { field_name: 'Seats', field_value: 3 },
      ],
    });
  });

  // @proves E-11-2
  it('cleans its description', async () => {
    const { body } = await raised({ description: '<p onclick="x()">Hi<script>alert(1)</script></p>' });
    expect(body.ticket.description).toBe('<p>Hi</p>');
  });

  // @proves E-11-2..3
  it('makes a customer of an unknown address, by the name that it gives', async () => {
    const email = 'Mary@customer.example';
    const first = await raised({ email, name: 'Mary Ann Smith' });
    expect(first.body.ticket.customer).toMatchObject({ name: 'Mary Ann Smith', email });
    const again = await raised({ email: 'mary@CUSTOMER.example', name: 'Somebody else' });
    expect(again.body.ticket.customer).toEqual(first.body.ticket.customer);
  });

  // @proves E-11-3
  it('makes a customer whose names can be sent back, however long the name is', async () => {
    const { body } = await raised({ email: 'long@customer.example', name: 'n'.repeat(255) });
    const path = `/customers/${body.ticket.customer.id}`;
    const { first_name, last_name } = (await acme.client.get(path).expect(200)).body.customer;
    expect([first_name, last_name]).toEqual(['n'.repeat(100), 'n'.repeat(100)]);
    await acme.client.patch(path, { customer: { first_name, last_name } }).expect(200);
    await acme.client.patch(path, { customer: { first_name: `${first_name}n` } }).expect(422);
  });

  // @proves E-11-2..4, E-11-6, E-11-10
  it.each([
    ['nothing at all', {}, ['email', 'subject', 'description']],
    ['null for what it needs', { email: null, subject: null, description: null }, Object.keys(PLAIN)],
    ['wrong texts', { ...PLAIN, email: 'x', subject: ' ', name: 3 }, ['email', 'subject', 'name']],
    ['a typo', { ...PLAIN, subjekt: 'x' }, ['subjekt']],
    [
      'names that nobody has',
      { ...PLAIN, status: 'x', category: 'x', group: 'x', assignee_email: 'x@x.example', priority: 'x' },
      ['assignee_email', 'category', 'group', 'priority', 'status'],
    ],
    ['unknown fields', { ...PLAIN, ticket_fields: { Nope: 1 } }, ['ticket_fields.Nope']],
    ['a long channel', { ...PLAIN, channel: 'x'.repeat(51) }, ['channel']],
    ['a blank channel', { ...PLAIN, channel: ' ' }, ['channel']],
    ['a flag in words', { ...PLAIN, skip_notifications: 'true' }, ['skip_notifications']],
  ])('is refused for %s, and makes nothing', async (_what, body, paths) => {
    const before = await acme.client.get('/tickets?page_size=1');
    const response = await raise(body);
    expect([response.status, fieldErrors(response).sort()]).toEqual([422, [...paths].sort()]);
    const after = await acme.client.get('/tickets?page_size=1');
    expect(after.body).toEqual(before.body);
  });

  // @proves E-11-2
  it('leaves no customer behind when it is refused', async () => {
    const email = 'nobody-yet@customer.example';
    expect((await raised({ email, status: 'nope' })).status).toBe(422);
    const { body } = await raised({ email, name: 'Later' });
    expect(body.ticket.customer.name).toBe('Later');
  });

  it('names the first hundred of very many mistakes, and says that there are more', async () => {
    const tags = Array.from({ length: 150 }, () => ' ');
    const response = await raised({ tags, to: ['x'] });
    expect(fieldErrors(response)).toHaveLength(100);
    expect(response.body.error).toMatch(/more than 100 problems/);
  });

  it('needs the scope', async () => {
    const reader = acme.clientWith(
      await app.operator.createKey(acme.scope.workspaceId, 'r', { scopes: ['tickets:read'] }),
    );
    expect((await reader.post('/tickets', PLAIN)).status).toBe(403);
  });
});

describe('the ids of a group and a member', () => {
  // @proves E-11-5
  it('stand for their names, also in an update', async () => {
    const { body } = await raised({ agent_id: ids.oliver, group_id: ids.support.toUpperCase() });
    expect(body.ticket).toMatchObject({ group: 'Support', assignee: { id: ids.oliver } });
    const cleared = await acme.client.put(`/tickets/${body.ticket.id}`, { agent_id: null, group_id: null });
    expect(cleared.body.ticket).toMatchObject({ group: null, assignee: null });
    const again = await acme.client.patch(`/tickets/${body.ticket.id}`, {
      agent_id: ids.oliver,
      group_id: ids.support,
    });
    expect(again.body.ticket).toMatchObject({ group: 'Support', assignee: { id: ids.oliver } });
  });

  // @proves E-11-5
  it('may be sent with the names when they mean the same', async () => {
    const { body } = await raised({
      ...{ agent_id: ids.oliver, assignee_email: 'oliver@acme.example' },
      ...{ group_id: ids.support, group: 'Support' },
    });
    expect(body.ticket).toMatchObject({ group: 'Support', assignee: { id: ids.oliver } });
  });

  // @proves E-11-5
  it.each(['raising', 'update'])(
    'are refused in a %s when they contradict the names, or when nobody has them',
    async (how) => {
      const { number } = await aTicket(acme);
      const send = (body: object) =>
        how === 'raising' ? raised(body) : acme.client.put(`/tickets/${number}`, body);
      const other = 'a0000000-0000-4000-8000-000000000000';
      const cases: [object, string[]][] = [
        [
          { agent_id: ids.oliver, assignee_email: null },
          ['agent_id must name the same member as assignee_email'],
        ],
        [{ group_id: ids.support, group: 'Sales' }, ['group_id must name the same group as group']],
        [{ group_id: null, group: 'Sales' }, ['group_id must name the same group as group']],
        [
          { group_id: other, agent_id: other },
          ['group_id is not the id of a group', 'agent_id is not the id of an active team member'],
        ],
        [{ group_id: '7', agent_id: 7 }, ['group_id must be a UUID', 'agent_id must be a UUID']],
      ];
      for (const [body, messages] of cases) {
        const response = await send(body);
        expect([response.status, messagesOf(response)]).toEqual([422, messages]);
      }
    },
  );

  it('of a removed member is refused', async () => {
    const own = await aWorkspace(app, FURNISHED);
    const { teamMembers } = await app.operator.show(own.subdomain);
    const body = { emails: ['oliver@acme.example'] };
    await own.client.delete('/team_members', body).set('Accept', 'application/json');
    const response = await raised({ agent_id: teamMembers[0]?.id }, own);
    expect([response.status, fieldErrors(response)]).toEqual([422, ['agent_id']]);
  });
});

describe('who takes part in a ticket', () => {
  const participantsOf = async (id: string) =>
    (await acme.client.get(`/tickets/${id}?include=participants`)).body.ticket.participants as unknown;

  // @proves E-11-7
  it.each([
    ['arrays', ['a@x.example', 'A@x.example'], ['b@x.example']],
    ['texts that hold arrays', '["a@x.example", "A@x.example"]', '["b@x.example"]'],
  ])('comes as %s, and each once', async (_how, to, cc) => {
    const { body } = await raised({ to, cc });
    expect(await participantsOf(body.ticket.id)).toEqual([
      { role: 'to', email: 'a@x.example' },
      { role: 'cc', email: 'b@x.example' },
    ]);
  });

  // @proves E-11-7
  it('is at most fifty addresses together', async () => {
    const some = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@x.example`);
    const { status, body } = await raised({ to: some(25), cc: some(25) });
    expect([status, ((await participantsOf(body.ticket.id)) as unknown[]).length]).toEqual([201, 50]);
    expect(messagesOf(await raised({ to: some(25), cc: some(26) }))).toEqual([
      'cc must have at most 50 addresses, together with to',
    ]);
    expect(messagesOf(await raised({ to: some(51) }))).toEqual(['to must have at most 50 items']);
  });

  // @proves E-11-7
  it.each([
    ['no list', { to: 'a@x.example', cc: { a: 1 } }, ['to', 'cc']],
    ['JSON of something else', { to: '{"a":1}', cc: '' }, ['to', 'cc']],
    ['wrong addresses', { to: ['a@x.example', 'x', 3], cc: '["y"]' }, ['cc[0]', 'to[1]', 'to[2]']],
    ['null', { to: null }, ['to']],
  ])('is refused as %s', async (_what, body, paths) => {
    const response = await raised(body);
    expect([response.status, fieldErrors(response).sort()]).toEqual([422, [...paths].sort()]);
  });
});
