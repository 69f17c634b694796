import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../../support/data/builders.js';
import { aComment, conversationOf, CUSTOMER, TWO_AGENTS, EVE } from '../../../support/data/comments.js';
import { ticketEvents } from '../../../support/data/events.js';
import {
  merging,
  mergesOf,
  numbersOf,
  participantsOf,
  someTickets,
  unmerging,
} from '../../../support/data/merges.js';
import { fieldErrors } from '../../../support/expectations.js';
import { useDesk } from '../../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  const closing = { name: 'Root cause', kind: 'text', is_required_for_agent_when_closing_ticket: true };
  acme = await aWorkspace(app, { ...TWO_AGENTS, fields: [closing] });
});

const shown = async (ticket: number) => (await acme.client.get(`/tickets/${ticket}`)).body.ticket;

describe('merging', () => {
  // @proves E-24-2
  it('closes the ticket, without the fields that closing needs, and moves nothing', async () => {
    const { number: into } = await aTicket(acme, { subject: 'The first' });
    const { number } = await aTicket(acme, { status: 'open', tags: ['kept'], subject: 'The second' });
    await aComment(acme, number, { content: '<p>Here</p>' });
    const [before, target] = [await shown(number), await shown(into)];
    const response = await merging(acme, number, into).expect(200);
    expect(response.body.ticket).toEqual({
      ...before,
      status: 'closed',
      updated_at: response.body.ticket.updated_at,
    });
    expect(response.body.ticket.updated_at > before.updated_at).toBe(true);
    expect(response.body).toEqual({ ticket: await shown(number) });
    expect(await shown(into)).toEqual(target);
    expect((await conversationOf(acme, number)).total).toBe(2);
    expect((await conversationOf(acme, into)).total).toBe(1);
  });

  // @proves E-24-3
  it('shows the tickets to each other when somebody asks for that', async () => {
    const target = await aTicket(acme);
    const others = [await aTicket(acme), await aTicket(acme)];
    expect(await mergesOf(acme, target.id)).toEqual({ merged_into: null, merged_from: [] });
    for (const { id } of others.toReversed())
      await merging(acme, id.toUpperCase(), String(target.number)).expect(200);
    const named = ({ id, number }: typeof target) => ({ id, number });
    expect(await mergesOf(acme, target.number)).toEqual({
      merged_into: null,
      merged_from: others.map(named),
    });
    expect(await mergesOf(acme, others[0]?.number ?? 0)).toEqual({
      merged_into: named(target),
      merged_from: [],
    });
    const { body } = await acme.client.get(`/tickets/${target.number}`);
    expect(Object.keys(body.ticket as object)).not.toEqual(expect.arrayContaining(['merged_from']));
  });

  it('shows them also to a reader who knows the tag of the ticket, which a merge into it does not change', async () => {
    const { number: into } = await aTicket(acme);
    const { number } = await aTicket(acme, { email: 'other@customer.example' });
    const path = `/tickets/${into}?include=merged,participants`;
    const before = await acme.client.get(path).expect(200);
    await merging(acme, number, into).expect(200);
    const known = String(before.headers['etag']);
    const { body, headers } = await acme.client.get(path).set('If-None-Match', known).expect(200);
    expect(headers['etag']).toBe(known);
    expect(body.ticket.merged_from).toMatchObject([{ number }]);
    expect(body.ticket.participants).toEqual([{ role: 'cc', email: 'other@customer.example' }]);
    await acme.client.get(path).set('If-Match', '"another"').expect(412);
    await acme.client.get(path).set('If-None-Match', 'no tag').expect(400);
    await acme.client.get(`/tickets/${into}?include=channel`).set('If-None-Match', known).expect(304);
  });

  // @proves E-24-4
  it('brings the customer and the participants to the target, each once, and never its own customer', async () => {
    const raised = async (email: string, more: object) => {
      const body = { email, subject: 'Hello', description: '', ...more };
      return (await acme.client.post('/tickets', body).expect(201)).body.ticket.number as number;
    };
    const into = await raised('jane@customer.example', { cc: ['kim@customer.example'] });
    const number = await raised('john@customer.example', {
      to: ['press@customer.example'],
      cc: ['JANE@customer.example', 'Kim@customer.example', 'lee@customer.example'],
    });
    await merging(acme, number, into).expect(200);
    const all = [
      ...['cc kim@customer.example', 'cc john@customer.example', 'to press@customer.example'],
      'cc lee@customer.example',
    ];
    expect(await participantsOf(acme, into)).toEqual(all);
    await unmerging(acme, number).expect(200);
    expect(await participantsOf(acme, into)).toEqual(all);
    const again = await raised('jane@customer.example', {});
    await merging(acme, again, into).expect(200);
    expect(await participantsOf(acme, into)).toEqual(all);
  });

  // @proves E-24-4
  it('takes the customer first when the target has room for one participant only', async () => {
    const cc = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => `${name}${at}@c.example`);
    const raised = async (email: string, people: string[]) => {
      const body = { email, subject: 'Hello', description: '', cc: people };
      return (await acme.client.post('/tickets', body).expect(201)).body.ticket.number as number;
    };
    const into = await raised('jane@customer.example', cc(49, 'a'));
    await merging(acme, await raised('john@customer.example', cc(2, 'b')), into).expect(200);
    expect((await participantsOf(acme, into)).slice(48)).toEqual([
      'cc a48@c.example',
      'cc john@customer.example',
    ]);
  });

  // @proves E-24-8
  it('is one event of the merged ticket', async () => {
    const target = await aTicket(acme);
    const { number } = await aTicket(acme, { status: 'open' });
    await merging(acme, number, target.number).expect(200);
    const link = { id: target.id, number: target.number };
    const [, ...events] = await ticketEvents(acme, number);
    expect(events.map(({ type, data: { changes } }) => ({ type, changes }))).toEqual([
      { type: 'ticket.merged', changes: { status: ['open', 'closed'], merged_into: [null, link] } },
    ]);
    expect(await ticketEvents(acme, target.number)).toHaveLength(1);
    await unmerging(acme, number).expect(200);
    expect((await ticketEvents(acme, number)).at(-1)).toMatchObject({
      type: 'ticket.updated',
      data: { changes: { status: ['closed', 'open'], merged_into: [link, null] } },
    });
  });

  // @proves E-24-2
  it('counts the ticket among the closed ones', async () => {
    const desk = await aWorkspace(app);
    const [one = 0, other = 0] = await someTickets(desk, 2);
    const total = async (status: string): Promise<number> =>
      (await desk.client.get(`/tickets?status=${status}`)).body.pagination.total_records as number;
    await merging(desk, other, one).expect(200);
    expect([await total('new'), await total('closed')]).toEqual([1, 1]);
    expect((await desk.client.get('/tickets?q=-status:closed')).body.tickets).toHaveLength(1);
    await unmerging(desk, other).expect(200);
    expect([await total('new'), await total('closed')]).toEqual([2, 0]);
  });
});

// @proves E-24-5, E-29-5
describe('the target of a merge', () => {
  it.each([
    ['is missing', {}],
    ['is null', { into: null }],
    ['is a list', { into: [1] }],
    ['is no reference', { into: 'first' }],
    ['is no positive number', { into: 0 }],
    ['is no whole number', { into: 1.5 }],
    ['is unknown', { into: 99_999 }],
    ['has an unknown id', { into: 'a0000000-0000-4000-8000-000000000000' }],
  ])('is refused when it %s', async (_, body) => {
    const { number } = await aTicket(acme);
    const before = await shown(number);
    const response = await acme.client.post(`/tickets/${number}/merge`, body);
    expect([response.status, fieldErrors(response)]).toEqual([422, ['into']]);
    expect(await shown(number)).toEqual(before);
  });

  it('is no ticket of another workspace', async () => {
    const { id } = await aTicket(await aWorkspace(app));
    const { number } = await aTicket(acme);
    expect(fieldErrors(await merging(acme, number, id).expect(422))).toEqual(['into']);
  });

  it('is neither the ticket itself nor a ticket that is merged into it', async () => {
    const [one = 0, two = 0, three = 0] = await someTickets(acme, 3);
    expect(fieldErrors(await merging(acme, one, one).expect(422))).toEqual(['into']);
    await merging(acme, two, one).expect(200);
    await merging(acme, three, two).expect(200);
    for (const circle of [two, three])
      expect(fieldErrors(await merging(acme, one, circle).expect(422))).toEqual(['into']);
    expect(await numbersOf(acme, one)).toEqual([null, [two, three]]);
  });
});

describe('a merge', () => {
  // @proves E-24-6
  it('of no ticket is 404, of a merged one 409, and in an unexpected state 412, in this order', async () => {
    const [one = 0, two = 0, three = 0] = await someTickets(acme, 3);
    const stale = { 'If-Match': '"yesterday"' };
    for (const unknown of [99_999, 'none'])
      expect((await merging(acme, unknown, one).set(stale)).status).toBe(404);
    expect((await merging(acme, two, 'none').set(stale)).status).toBe(412);
    await merging(acme, two, one).expect(200);
    const refused = await merging(acme, two, 'none').set(stale).expect(409);
    expect(refused.body).toMatchObject({
      code: 'ticket_merged',
      error: expect.stringContaining(`ticket ${one}`),
    });
    const { etag } = (await acme.client.get(`/tickets/${three}`)).headers;
    await merging(acme, three, one)
      .set('If-Match', etag as string)
      .expect(200);
    await merging(acme, three, one)
      .set('If-Match', etag as string)
      .expect(409);
  });

  // @proves E-24-6
  it('needs the scope tickets:write', async () => {
    const [one = 0, two = 0] = await someTickets(acme, 2);
    const reader = acme.clientWith(await aKey(acme, 'reader', { scopes: ['tickets:read'] }));
    expect((await merging({ client: reader }, two, one)).status).toBe(403);
    expect((await unmerging({ client: reader }, two)).status).toBe(403);
    expect((await merging({ client: acme.stranger }, two, one)).status).toBe(401);
  });

  // @proves E-24-6
  it('with an Idempotency-Key is made once, and answered alike', async () => {
    const [one = 0, two = 0] = await someTickets(acme, 2);
    const send = () => merging(acme, two, one).set('Idempotency-Key', `merge-${two}`);
    const first = await send().expect(200);
    const second = await send().expect(200);
    expect([second.body, second.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const undo = () => unmerging(acme, two).set('Idempotency-Key', `unmerge-${two}`);
    expect((await undo().expect(200)).body).toEqual((await undo().expect(200)).body);
    expect(await numbersOf(acme, one)).toEqual([null, []]);
  });
});

// @proves E-24-9
describe('unmerging', () => {
  it('gives the ticket its status back, with the assignee', async () => {
    const [into = 0] = await someTickets(acme, 1);
    const { number } = await aTicket(acme, { status: 'on_hold', assignee_email: EVE.email });
    const before = await shown(number);
    await merging(acme, number, into).expect(200);
    const { body } = await unmerging(acme, number).expect(200);
    expect(body.ticket).toEqual({ ...before, updated_at: body.ticket.updated_at });
    expect(await numbersOf(acme, number)).toEqual([null, []]);
    await acme.client.put(`/tickets/${number}`, { priority: 'low' }).expect(200);
  });

  it('of no ticket is 404, in an unexpected state 412, of a ticket that is not merged 409', async () => {
    const [one = 0, two = 0] = await someTickets(acme, 2);
    const stale = { 'If-Match': '"yesterday"' };
    expect((await unmerging(acme, 99_999).set(stale)).status).toBe(404);
    expect((await unmerging(acme, two).set(stale)).status).toBe(412);
    const refused = await unmerging(acme, two).expect(409);
    expect([refused.body.code, (await unmerging(acme, one)).body.code]).toEqual(['not_merged', 'not_merged']);
    await merging(acme, two, one).expect(200);
    expect((await unmerging(acme, two).set(stale)).status).toBe(412);
    expect(await numbersOf(acme, two)).toEqual([one, []]);
  });

  it('takes a member away who was removed meanwhile', async () => {
    const member = { email: 'gone@team.example', first_name: 'Gone', last_name: 'Soon', role: 'agent' };
    const desk = await aWorkspace(app, { team_members: [EVE, member] });
    const { number: into } = await aTicket(desk, { email: CUSTOMER });
    const { number } = await aTicket(desk, { status: 'open', assignee_email: member.email });
    await merging(desk, number, into).expect(200);
    const { team_members: members } = (await desk.client.get('/team-members')).body as {
      team_members: { id: string; email: string }[];
    };
    const { id = '' } = members.find(({ email }) => email === member.email) ?? {};
    await desk.client.delete(`/team-members/${id}`).expect(204);
    expect((await unmerging(desk, number).expect(200)).body.ticket).toMatchObject({
      status: 'open',
      assignee: null,
    });
  });
});
