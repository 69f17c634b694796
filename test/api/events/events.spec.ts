import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aField } from '../../support/data/fields.js';
import {
  addEventsOfFields,
  allEvents,
  eventsOf,
  makeEventsOld,
  ticketEvents,
  type ShownPage,
} from '../../support/data/events.js';
import { startTestApp, useDesk } from '../../support/test-app.js';

const MANIFEST = {
  groups: [{ name: 'Support' }],
  categories: [{ name: 'Billing' }],
  team_members: [{ email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
};

const app = useDesk();
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app, MANIFEST);
});

describe('the feed of events', () => {
  // @proves E-17-1
  it('has an event of a new ticket, in the words of the API', async () => {
    const ticket = await aTicket(acme, { subject: 'Help', status: 'open', tags: ['vip'] });
    const [event] = await ticketEvents(acme, ticket.number);
    expect(event).toMatchObject({
      type: 'ticket.created',
      data: {
        ticket: { id: ticket.id, number: ticket.number },
        changes: {
          subject: [null, 'Help'],
          status: [null, 'open'],
          tags: [null, ['vip']],
          email: [null, 'someone@customer.example'],
        },
        silent: false,
      },
    });
  });

  // @proves E-17-1
  it('has what an update changed, before and after, and who did it', async () => {
    const { number } = await aTicket(acme);
    const changes = {
      status: 'open',
      priority: 'urgent',
      category: 'Billing',
      group: 'Support',
      assignee_email: 'eve@team.example',
      email: 'other@customer.example',
      tags: ['a', 'b'],
    };
    const { body } = await acme.client.put(`/tickets/${number}`, changes).expect(200);
    const event = (await ticketEvents(acme, number)).at(-1);
    expect(event).toMatchObject({
      type: 'ticket.updated',
      data: { actor: { type: 'api_key', name: 'test' } },
    });
    expect(event?.data.changes).toEqual({
      status: ['new', 'open'],
      priority: [null, 'urgent'],
      category: ['None', 'Billing'],
      group: [null, 'Support'],
      assignee_email: [null, 'eve@team.example'],
      email: ['someone@customer.example', 'other@customer.example'],
      tags: [[], ['a', 'b']],
    });
    expect(event && event.occurred_at >= body.ticket.updated_at).toBe(true);
  });

  it('has no event of an update that changes nothing', async () => {
    const { number } = await aTicket(acme, { subject: 'Same' });
    await acme.client.put(`/tickets/${number}`, { subject: 'Same' }).expect(200);
    expect((await ticketEvents(acme, number)).map(({ type }) => type)).toEqual(['ticket.created']);
  });

  // @proves E-17-1
  it('has one event of an import, which tells nobody, and one of each ticket that it changed', async () => {
    const line = (id: string, subject: string) =>
      JSON.stringify({ external_id: id, source: 'old', email: 'a@b.example', subject });
    await app.operator.import(acme.scope.workspaceId, [line('1', 'One'), line('2', 'Two')]);
    await app.operator.import(acme.scope.workspaceId, [line('1', 'Changed'), line('3', 'Three')]);
    const events = (await allEvents(acme)).filter(({ type }) => type.startsWith('ticket'));
    expect(events.map(({ type }) => type).sort()).toEqual([
      'ticket.updated',
      'tickets.imported',
      'tickets.imported',
    ]);
    expect(events.every(({ data }) => data.silent)).toBe(true);
    const imports = events.filter(({ type }) => type === 'tickets.imported').map(({ data }) => data);
    expect(imports).toMatchObject([
      { count: 2, first_number: 1, last_number: 2, updated: 0, customers_created: 1 },
      { count: 1, first_number: 3, last_number: 3, updated: 1, customers_created: 0 },
    ]);
    const [changed] = events.filter(({ type }) => type === 'ticket.updated');
    expect(changed?.data).toMatchObject({ ticket: { number: 1 }, changes: { subject: ['One', 'Changed'] } });
  });

  // @proves E-17-1
  it('has one event of each ticket that a removed member loses', async () => {
    const { number } = await aTicket(acme, { assignee_email: 'eve@team.example' });
    await acme.client
      .delete('/team_members', { emails: ['eve@team.example'] })
      .set('Accept', 'application/json')
      .expect(200);
    expect((await ticketEvents(acme, number)).at(-1)?.data.changes).toEqual({
      assignee_email: ['eve@team.example', null],
    });
    expect((await allEvents(acme)).at(-1)).toMatchObject({
      type: 'team_member.removed',
      data: { changes: { state: ['active', 'removed'] } },
    });
  });

  // @proves E-17-1
  it('has customers, fields and forms, and nothing of keys and settings', async () => {
    const field = await aField(acme, { name: 'Size', kind: 'text' });
    const customer = { emails: [{ email: 'new@customer.example', primary: true }], first_name: 'Ann' };
    await acme.client.post('/customers', { customer }).expect(200);
    await aKey(acme, 'another');
    await acme.client.patch(`/fields/${field.id}`, { field: { name: 'Width' } }).expect(200);
    const events = await allEvents(acme);
    expect(events.map(({ type }) => type)).toEqual([
      'team_member.created',
      'field.created',
      'customer.created',
      'field.updated',
    ]);
    expect(events[1]?.data).toMatchObject({ field: { id: field.id }, changes: { name: [null, 'Size'] } });
    expect(events[2]?.data.changes).toMatchObject({ first_name: [null, 'Ann'] });
  });

  // @proves E-17-3, E-17-4
  it('counts positions from 1 without gaps, and goes on where the reader was', async () => {
    for (let count = 0; count < 5; count++) await aTicket(acme);
    const first = await eventsOf(acme, '?limit=2');
    expect(first).toMatchObject({ next_after: 2, has_more: true });
    const rest = await eventsOf(acme, `?after=${first.next_after}`);
    const positions = [...first.events, ...rest.events].map(({ position }) => position);
    expect(positions).toEqual(positions.map((_position, index) => index + 1));
    expect(rest).toMatchObject({ next_after: positions.length, has_more: false });
    expect(await eventsOf(acme, `?after=${positions.length}`)).toEqual({
      events: [],
      next_after: positions.length,
      has_more: false,
    });
  });

  // @proves E-17-2
  it('shows a change as soon as its client has the answer', async () => {
    const { number } = await aTicket(acme);
    let { next_after: after } = await eventsOf(acme, '');
    for (let count = 1; count <= 20; count++) {
      await acme.client.put(`/tickets/${number}`, { subject: `Subject ${count}` }).expect(200);
      const page = await eventsOf(acme, `?after=${after}`);
      expect(page.events.map(({ data }) => data.changes['subject']?.[1])).toEqual([`Subject ${count}`]);
      after = page.next_after;
    }
  });

  // @proves E-17-2, E-29-3
  it('shows only the types that are asked for, and skips the others', async () => {
    const { number } = await aTicket(acme);
    await acme.client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
    const page = await eventsOf(acme, '?types=ticket.updated,%20field.created');
    expect(page.events.map(({ type }) => type)).toEqual(['ticket.updated']);
    expect(page).toMatchObject({ next_after: page.events[0]?.position, has_more: false });
    const others = await eventsOf(acme, '?types=form.created');
    expect(others).toEqual({ events: [], next_after: page.next_after, has_more: false });
    expect(await eventsOf(acme, '?types=ticket.solved,ticket.updated')).toEqual(page);
  });

  // @proves E-17-1
  it('shows only the size of long texts, and cuts a page that is too large', async () => {
    const { number } = await aTicket(acme);
    const { next_after: after } = await eventsOf(acme, '');
    const text = (letter: string, size: number) => `<p>${letter.repeat(size)}</p>`;
    await acme.client.put(`/tickets/${number}`, { description: text('x', 20_000) }).expect(200);
    const [long] = (await eventsOf(acme, `?after=${after}`)).events;
    expect(long?.data.changes['description']?.[1]).toMatchObject({ bytes: 20_007 });
    for (let count = 0; count < 80; count++) {
      const random = Array.from({ length: 1_000 }, () => Math.random().toString(36))
        .join('')
        .slice(0, 15_000);
      await acme.client.put(`/tickets/${number}`, { description: `<p>${random}</p>` }).expect(200);
    }
    const page = await eventsOf(acme, `?after=${after}&limit=500`);
    expect(page.has_more).toBe(true);
    expect(page.events.length).toBeLessThan(80);
    expect(page.next_after).toBe(page.events.at(-1)?.position);
    expect((await allEvents(acme, page.next_after)).length + page.events.length).toBe(81);
  });

  it('of one workspace has nothing of another', async () => {
    const globex = await aWorkspace(app, MANIFEST);
    await aTicket(acme, { subject: 'Secret' });
    expect(JSON.stringify(await allEvents(globex))).not.toContain('Secret');
    expect((await allEvents(globex)).map(({ position }) => position)).toEqual([1]);
  });
});

describe('a request for events that is refused', () => {
  // @proves E-17-2
  it('has a key without the scope', async () => {
    const key = await aKey(acme, 'tickets only', { scopes: ['tickets:read', 'tickets:write'] });
    await acme.clientWith(key).get('/events').expect(403);
    await acme
      .clientWith(await aKey(acme, 'events', { scopes: ['events:read'] }))
      .get('/events')
      .expect(200);
  });

  // @proves E-17-2
  it.each([
    ['after=-1', 'after', 'must be a position: a whole number from 0'],
    ['after=1e3', 'after', 'must be a position: a whole number from 0'],
    ['after=9999999999999999', 'after', 'must be a position: a whole number from 0'],
    ['limit=0', 'limit', 'must be a whole number from 1 to 500'],
    ['limit=501', 'limit', 'must be a whole number from 1 to 500'],
    ['types=ticket.gone,ticket.solved', 'types', expect.stringMatching(/^must be one or several of /)],
    ['types=ticket.gone', 'types', expect.stringMatching(/^must be one or several of .*ticket\.created/)],
  ])('has %s', async (query, field, message) => {
    const { body } = await acme.client.get(`/events?${query}`).expect(422);
    expect(body.field_errors).toEqual([{ field, message }]);
  });

  // @proves E-17-3
  it('names a position that was never given, as after a restore', async () => {
    const { next_after: last } = await eventsOf(acme, '');
    const { body } = await acme.client.get(`/events?after=${last + 1}`).expect(422);
    expect(body.field_errors).toEqual([
      { field: 'after', message: `must not be larger than the newest position, ${last}` },
    ]);
  });
});

describe('a reader of some types', () => {
  const subjectsOf = async (limit: number, workspace = acme) => {
    const subjects: unknown[] = [];
    for (let [after, more] = ['', true]; more;) {
      const page = await eventsOf(workspace, `?types=ticket.created,ticket.updated&limit=${limit}${after}`);
      subjects.push(...page.events.map(({ data }) => data.changes['subject']?.[1]));
      [after, more] = [`&after=${page.next_after}`, page.has_more];
    }
    return subjects;
  };
  // @proves E-17-2, E-17-4
  it('misses nothing after 10,000 others, whatever its limit and wherever the feed begins', async () => {
    const short = await startTestApp({ eventRetentionDays: 1 });
    const later = ['Far behind', 'Farther behind'];
    const { number } = await aTicket(acme, { subject: 'First' });
    for (const subject of later) {
      await app.operator.work(acme.scope.workspaceId);
      await addEventsOfFields(acme, 10_005);
      await acme.client.put(`/tickets/${number}`, { subject }).expect(200);
    }
    for (const limit of [1, 2, 500]) expect(await subjectsOf(limit)).toEqual(['First', ...later]);
    await makeEventsOld(acme, 5, 2);
    const reader = { ...acme, client: acme.client.at(short) };
    for (const limit of [1, 500]) expect(await subjectsOf(limit, reader)).toEqual(later);
    await short.stop();
  });
});

describe('events that are older than the feed shows', () => {
  // @proves D-2-33, E-17-5
  it('are hidden: the feed begins after them, and an older position is 410', async () => {
    const short = await startTestApp({ eventRetentionDays: 1 });
    const client = acme.client.at(short);
    for (let count = 0; count < 4; count++) await aTicket(acme);
    const { next_after: last } = await eventsOf(acme, '');
    await makeEventsOld(acme, 2, 2);
    for (const isRaised of [false, true]) {
      if (isRaised) await short.operator.work(acme.scope.workspaceId);
      const { body } = await client.get('/events').expect(200);
      expect((body as ShownPage).events.map(({ position }) => position)).toEqual(
        Array.from({ length: last - 2 }, (_, index) => index + 3),
      );
      await client.get('/events?after=2').expect(200);
      const refused = await client.get('/events?after=1').expect(410);
      expect(refused.body).toMatchObject({
        code: 'cursor_expired',
        error: expect.stringContaining('The oldest available event has the position 3'),
      });
    }
    await makeEventsOld(acme, last, 2);
    expect((await client.get('/events').expect(200)).body).toEqual({
      events: [],
      next_after: last,
      has_more: false,
    });
    await client.get(`/events?after=${last}`).expect(200);
    await short.stop();
  });
});
