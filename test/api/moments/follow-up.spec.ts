import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { entriesOf } from '../../support/data/audit.js';
import { ticketEvents } from '../../support/data/events.js';
import { advance, inDays, passedOf, WITH_CLOCK } from '../../support/data/moments.js';
import { merging, unmerging } from '../../support/data/merges.js';
import { entriesInto } from '../../support/data/reports.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk(WITH_CLOCK);
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const followUpOf = async (ticket: number, { client }: TestWorkspace = acme) =>
  (await client.get(`/tickets/${ticket}?include=follow_up`).expect(200)).body.ticket.follow_up_at as
    string | null;
const statusOf = async (ticket: number, { client }: TestWorkspace = acme) =>
  (await client.get(`/tickets/${ticket}`).expect(200)).body.ticket.status as string;

describe('a follow-up', () => {
  // @proves E-31-1
  it('is set when a ticket is raised, shown to those who ask for it, changed, and cleared', async () => {
    const [first, second] = [await inDays(app, 1), await inDays(app, 2)];
    const raised = { email: 'a@customer.example', subject: 'Later', description: '', follow_up_at: first };
    const { body } = await acme.client.post('/tickets', raised).expect(201);
    const { number } = body.ticket as { number: number };
    expect(body.ticket).not.toHaveProperty('follow_up_at');
    expect(await followUpOf(number)).toBe(first);
    await acme.client.put(`/tickets/${number}`, { follow_up_at: second }).expect(200);
    expect(await followUpOf(number)).toBe(second);
    await acme.client.put(`/tickets/${number}`, { follow_up_at: null }).expect(200);
    expect(await followUpOf(number)).toBeNull();
    const changes = (await ticketEvents(acme, number)).map(({ data }) => data.changes['follow_up_at']);
    expect(changes).toEqual([
      [null, first],
      [first, second],
      [second, null],
    ]);
  });

  it.each(['yesterday', 5, '2030-01-01', '2030-01-01T00:00:00'])('is refused as %j', async (wrong) => {
    const { number } = await aTicket(acme);
    const { body } = await acme.client.put(`/tickets/${number}`, { follow_up_at: wrong }).expect(422);
    expect(body.field_errors).toEqual([
      { field: 'follow_up_at', message: expect.stringContaining('ISO 8601') },
    ]);
  });

  // @proves E-31-1
  it('is refused when it is not in the future, for a new ticket and an old one', async () => {
    const past = await inDays(app, 0);
    const { number } = await aTicket(acme);
    const raised = { email: 'a@customer.example', subject: 'Late', description: '', follow_up_at: past };
    for (const answer of [
      await acme.client.post('/tickets', raised),
      await acme.client.put(`/tickets/${number}`, { follow_up_at: past }),
    ])
      expect([answer.status, answer.body.field_errors]).toEqual([
        422,
        [{ field: 'follow_up_at', message: 'must lie in the future' }],
      ]);
  });

  // @proves E-31-1
  it('is set, moved and refused by a batch as by its operations alone', async () => {
    const [past, first, second] = [await inDays(app, 0), await inDays(app, 1), await inDays(app, 2)];
    const [plain, dated] = [await aTicket(acme), await aTicket(acme, { follow_up_at: first })];
    const raised = { email: 'a@customer.example', subject: 'Later', description: '', follow_up_at: first };
    const operations = [
      { op: 'update', ticket: plain.number, body: { follow_up_at: first } },
      { op: 'update', ticket: dated.number, body: { follow_up_at: second } },
      { op: 'create', body: raised },
      { op: 'update', ticket: plain.number, body: { follow_up_at: past } },
    ];
    const { body } = await acme.client.post('/tickets/batch', { operations }).expect(200);
    const results = body.results as { status: number; ticket: { number: number }; field_errors: unknown }[];
    expect(results.map(({ status }) => status)).toEqual([200, 200, 201, 422]);
    expect(results[3]?.field_errors).toEqual([{ field: 'follow_up_at', message: 'must lie in the future' }]);
    const told = async () => {
      const numbers = [plain.number, dated.number, results[2]?.ticket.number ?? 0];
      const events = await Promise.all(numbers.map((number) => passedOf(acme, number)));
      return events.map((each) => each.map(({ data }) => data.due_at));
    };
    await advance(app, 'P1DT1S');
    expect(await told()).toEqual([[first], [], [first]]);
    await advance(app, 'P1D');
    expect(await told()).toEqual([[first], [second], [first]]);
  });

  // @proves E-31-3, E-31-4
  it('has one event at its time, is cleared then, and opens a ticket that waits', async () => {
    const at = await inDays(app, 4);
    const { number, id } = await aTicket(acme, { status: 'waiting_on_customer' });
    await acme.client.put(`/tickets/${number}`, { follow_up_at: at }).expect(200);
    await advance(app, 'P3D');
    expect(await passedOf(acme, number)).toEqual([]);
    const begun = performance.now();
    await advance(app, 'P1DT1S');
    expect(performance.now() - begun).toBeLessThan(1_000);
    await advance(app, 'P1D');
    const [event, ...others] = await passedOf(acme, number);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'ticket.follow_up_due',
      data: {
        ticket: { id, number },
        due_at: at,
        changes: { follow_up_at: [at, null], status: ['waiting_on_customer', 'open'] },
        actor: { type: 'service', id: null, name: 'service' },
        silent: false,
      },
    });
    expect(Object.keys(event?.data.changes ?? {}).sort()).toEqual(['follow_up_at', 'status']);
    // The one event says all: no other one tells of the changes.
    expect((await ticketEvents(acme, number)).map(({ type }) => type)).toEqual([
      'ticket.created',
      'ticket.updated',
      'ticket.follow_up_due',
    ]);
    expect([await followUpOf(number), await statusOf(number)]).toEqual([null, 'open']);
  });

  // @proves E-31-13
  it('is in the audit trail, by the service', async () => {
    const at = await inDays(app, 1);
    const { id } = await aTicket(acme, { status: 'on_hold', follow_up_at: at });
    await advance(app, 'P1DT1S');
    const entries = await entriesOf(acme);
    const ofTicket = entries.filter(({ subject_id }) => subject_id === id);
    expect(ofTicket.find(({ action }) => action === 'ticket.follow_up_due')).toMatchObject({
      actor: 'service',
      before: { follow_up_at: at, status: 'on_hold' },
      after: { follow_up_at: null, status: 'open', due_at: at },
    });
  });

  it.each(['new', 'open'])('leaves the status of a ticket that is %s', async (status) => {
    const { number } = await aTicket(acme, { status, follow_up_at: await inDays(app, 1) });
    await advance(app, 'P1DT1S');
    expect(await statusOf(number)).toBe(status);
    expect((await passedOf(acme, number)).map(({ data }) => Object.keys(data.changes))).toEqual([
      ['follow_up_at'],
    ]);
  });

  // @proves E-31-4
  it('opens nothing where the manifest says so', async () => {
    const quiet = await aWorkspace(app, {}, { follow_up_opens: false });
    const { number } = await aTicket(quiet, { status: 'on_hold', follow_up_at: await inDays(app, 1) });
    await advance(app, 'P1DT1S');
    expect(await passedOf(quiet, number)).toHaveLength(1);
    expect(await statusOf(number, quiet)).toBe('on_hold');
  });

  it('can be sent again unchanged, even when it has come', async () => {
    const { number } = await aTicket(acme, { status: 'closed' });
    const at = await inDays(app, 1);
    await acme.client.put(`/tickets/${number}`, { follow_up_at: at }).expect(200);
    await advance(app, 'P2D');
    await acme.client.put(`/tickets/${number}`, { follow_up_at: at, priority: 'low' }).expect(200);
    expect(await followUpOf(number)).toBe(at);
  });
});

describe("a customer's reply", () => {
  const reply = ({ client }: TestWorkspace, number: number) =>
    client
      .post(`/tickets/${number}/comments`, {
        ...{ author_type: 'customer', author_email: 'someone@customer.example', content: 'Here I am.' },
      })
      .expect(201);

  // @proves E-31-5
  it('keeps the follow-up', async () => {
    const at = await inDays(app, 1);
    const { number } = await aTicket(acme, { status: 'waiting_on_customer', follow_up_at: at });
    await reply(acme, number);
    expect(await followUpOf(number)).toBe(at);
    await advance(app, 'P1DT1S');
    expect(await passedOf(acme, number)).toHaveLength(1);
  });

  // @proves E-31-5
  it('clears it where the manifest says so, and then it has no event', async () => {
    const eager = await aWorkspace(app, {}, { clear_follow_up_on_reply: true });
    const at = await inDays(app, 1);
    const { number } = await aTicket(eager, { status: 'waiting_on_customer', follow_up_at: at });
    await reply(eager, number);
    expect(await followUpOf(number, eager)).toBeNull();
    const last = (await ticketEvents(eager, number)).find(({ type }) => type === 'ticket.updated');
    expect(last?.data.changes['follow_up_at']).toEqual([at, null]);
    await advance(app, 'P2D');
    expect(await passedOf(eager, number)).toEqual([]);
  });

  it('of an agent clears nothing', async () => {
    const eager = await aWorkspace(
      app,
      { team_members: [{ email: 'eve@team.example', first_name: 'Eve' }] },
      { clear_follow_up_on_reply: true },
    );
    const at = await inDays(app, 1);
    const { number } = await aTicket(eager, { follow_up_at: at });
    const words = { author_email: 'eve@team.example', content: 'We look into it.' };
    await eager.client.post(`/tickets/${number}/comments`, words).expect(201);
    expect(await followUpOf(number, eager)).toBe(at);
  });
});

describe('a ticket that is done or merged', () => {
  // @proves E-31-8
  it.each(['closed', 'spam', 'trash'])('has no moments while it is %s', async (status) => {
    const { number } = await aTicket(acme, { follow_up_at: await inDays(app, 1) });
    await acme.client.put(`/tickets/${number}`, { status }).expect(200);
    await advance(app, 'P2D');
    expect(await passedOf(acme, number)).toEqual([]);
  });

  // @proves E-31-8
  it('has them again when it is opened, but for a date that has passed', async () => {
    const [soon, later] = [await inDays(app, 1), await inDays(app, 4)];
    const past = await aTicket(acme, { status: 'closed', follow_up_at: soon });
    const future = await aTicket(acme, { status: 'closed', follow_up_at: later });
    await advance(app, 'P2D');
    for (const { number } of [past, future])
      await acme.client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
    await advance(app, 'P3D');
    expect(await passedOf(acme, past.number)).toEqual([]);
    expect(await passedOf(acme, future.number)).toHaveLength(1);
  });

  // @proves E-31-8
  it('has none while it is merged, and a date that is still to come afterwards', async () => {
    const target = await aTicket(acme);
    const merged = await aTicket(acme, { follow_up_at: await inDays(app, 1) });
    const back = await aTicket(acme, { follow_up_at: await inDays(app, 4) });
    for (const { number } of [merged, back]) await merging(acme, number, target.number).expect(200);
    await advance(app, 'P2D');
    await unmerging(acme, back.number).expect(200);
    await advance(app, 'P3D');
    expect(await passedOf(acme, merged.number)).toEqual([]);
    expect(await passedOf(acme, back.number)).toHaveLength(1);
  });
});

describe('an import', () => {
  // @proves E-31-1, E-31-9
  it('takes a follow-up that has passed, which has no event, and one that is to come', async () => {
    const [past, future] = [await inDays(app, -2), await inDays(app, 2)];
    const line = (subject: string, follow_up_at: string) =>
      JSON.stringify({ email: 'a@customer.example', subject, follow_up_at });
    const globex = await aWorkspace(app);
    await app.operator.import(globex.scope.workspaceId, [line('Past', past), line('Future', future)]);
    await advance(app, 'P1D');
    expect([await followUpOf(1, globex), await followUpOf(2, globex)]).toEqual([past, future]);
    await advance(app, 'P2D');
    expect(await passedOf(globex, 1)).toEqual([]);
    expect((await passedOf(globex, 2)).map(({ data }) => data.due_at)).toEqual([future]);
    expect([await followUpOf(1, globex), await followUpOf(2, globex)]).toEqual([past, null]);
  });

  it('moves the follow-up of a ticket that it changes', async () => {
    const [first, second] = [await inDays(app, 1), await inDays(app, 3)];
    const line = (follow_up_at: string | null) =>
      JSON.stringify({
        ...{ email: 'a@customer.example', subject: 'Known', follow_up_at },
        ...{ external_id: 'X', source: 'other' },
      });
    const globex = await aWorkspace(app);
    for (const at of [first, second]) await app.operator.import(globex.scope.workspaceId, [line(at)]);
    await advance(app, 'P2D');
    expect(await passedOf(globex, 1)).toEqual([]);
    await advance(app, 'P2D');
    expect((await passedOf(globex, 1)).map(({ data }) => data.due_at)).toEqual([second]);
  });
});

describe('reports', () => {
  // @proves E-31-4
  it('count that a follow-up has opened a ticket', async () => {
    const globex = await aWorkspace(app);
    await aTicket(globex, { status: 'on_hold', follow_up_at: await inDays(app, 1) });
    await advance(app, 'P1DT1S');
    expect(await entriesInto(globex, 'range_type=all_time')).toEqual({ on_hold: 1, open: 1 });
  });
});
