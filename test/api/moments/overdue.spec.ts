import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { advance, inDays, passedOf, WITH_CLOCK } from '../../support/data/moments.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk(WITH_CLOCK);
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

describe('a ticket that is not resolved in time', () => {
  // @proves E-31-6
  it('has one event for each date, and is not changed', async () => {
    const [first, second] = [await inDays(app, 1), await inDays(app, 3)];
    const { number, id } = await aTicket(acme, { resolution_due_date: first });
    await advance(app, 'P1DT1S');
    const before = (await acme.client.get(`/tickets/${number}`)).body.ticket as object;
    await acme.client.put(`/tickets/${number}`, { resolution_due_date: second }).expect(200);
    await advance(app, 'P1D');
    await advance(app, 'P2D');
    const events = await passedOf(acme, number);
    expect(events.map(({ type, data }) => [type, data.due_at, data.changes])).toEqual([
      ['ticket.resolution_overdue', first, {}],
      ['ticket.resolution_overdue', second, {}],
    ]);
    expect(events[0]?.data).toMatchObject({ ticket: { id, number }, actor: { type: 'service' } });
    expect(before).toMatchObject({ resolution_due_date: first, status: 'new' });
    const { ticket } = (await acme.client.get(`/tickets/${number}`)).body as { ticket: object };
    expect(ticket).toMatchObject({ resolution_due_date: second, status: 'new' });
  });

  // @proves E-31-10
  it('has the events of both of its dates in their order, when they come together', async () => {
    const [sooner, later] = [await inDays(app, 1), await inDays(app, 2)];
    const one = await aTicket(acme, { follow_up_at: sooner, resolution_due_date: later });
    const other = await aTicket(acme, { follow_up_at: later, resolution_due_date: sooner });
    await advance(app, 'P5D');
    const typesOf = async ({ number }: { number: number }) =>
      (await passedOf(acme, number)).map(({ type }) => type);
    expect(await typesOf(one)).toEqual(['ticket.follow_up_due', 'ticket.resolution_overdue']);
    expect(await typesOf(other)).toEqual(['ticket.resolution_overdue', 'ticket.follow_up_due']);
    const [first, second] = await passedOf(acme, one.number);
    expect(Date.parse(second?.occurred_at ?? '')).toBeGreaterThan(Date.parse(first?.occurred_at ?? ''));
  });

  // @proves E-31-9
  it('has no event of a date that was past when it was set', async () => {
    const { number } = await aTicket(acme);
    const past = await inDays(app, -1);
    await acme.client.put(`/tickets/${number}`, { resolution_due_date: past }).expect(200);
    await advance(app, 'P1D');
    expect(await passedOf(acme, number)).toEqual([]);
  });

  // @proves E-31-8
  it('has no event when the date is removed or the ticket is closed before', async () => {
    const at = await inDays(app, 1);
    const cleared = await aTicket(acme, { resolution_due_date: at });
    const closed = await aTicket(acme, { resolution_due_date: at });
    await acme.client.put(`/tickets/${cleared.number}`, { resolution_due_date: null }).expect(200);
    await acme.client.put(`/tickets/${closed.number}`, { status: 'closed' }).expect(200);
    await advance(app, 'P2D');
    for (const { number } of [cleared, closed]) expect(await passedOf(acme, number)).toEqual([]);
  });
});

describe('lists by dates', () => {
  let globex: TestWorkspace;
  let numbers: Record<'past' | 'future' | 'none' | 'done' | 'merged', number>;
  let follow: Record<'due' | 'next' | 'last', number>;

  beforeAll(async () => {
    globex = await aWorkspace(app);
    const [past, future] = [await inDays(app, 1), await inDays(app, 9)];
    const made = async (line: object) => (await aTicket(globex, { ...line })).number;
    numbers = {
      past: await made({ resolution_due_date: past }),
      future: await made({ resolution_due_date: future }),
      none: await made({}),
      done: await made({ resolution_due_date: past, status: 'closed' }),
      merged: await made({ resolution_due_date: past }),
    };
    follow = {
      due: await made({ follow_up_at: past, status: 'spam' }),
      last: await made({ follow_up_at: await inDays(app, 20) }),
      next: await made({ follow_up_at: future }),
    };
    await globex.client.post(`/tickets/${numbers.merged}/merge`, { into: numbers.none }).expect(200);
    await advance(app, 'P2D');
  });

  const listed = async (query: string) => {
    const { body } = await globex.client.get(`/tickets?${query}`).expect(200);
    const { tickets, pagination } = body as {
      tickets: { number: number }[];
      pagination: { total_records: number };
    };
    expect(pagination.total_records).toBe(tickets.length);
    return tickets.map(({ number }) => number);
  };
  const pageOf = async (query: string) => {
    const { body } = await globex.client.get(`/tickets?${query}`).expect(200);
    return (body.tickets as { number: number }[]).map(({ number }) => number);
  };
  const sorted = (list: number[]) => [...list].sort((one, other) => one - other);

  // @proves E-31-2
  it('overdue has those that are past, not done and not merged', async () => {
    expect(await listed('overdue=true')).toEqual([numbers.past]);
    const others = [...Object.values(numbers), ...Object.values(follow)].filter((n) => n !== numbers.past);
    expect(sorted(await listed('overdue=false'))).toEqual(sorted(others));
  });

  // @proves E-31-2
  it('follow_up has those whose follow-up has passed, is to come, or is not there', async () => {
    expect(await listed('follow_up=due')).toEqual([follow.due]);
    expect(sorted(await listed('follow_up=future'))).toEqual(sorted([follow.next, follow.last]));
    expect(sorted(await listed('follow_up=none'))).toEqual(sorted(Object.values(numbers)));
  });

  // @proves E-31-2
  it('are sorted by the follow-up, those without one last in either direction', async () => {
    const ascending = await listed('sort=follow_up_at&order=asc');
    expect(ascending.slice(0, 3)).toEqual([follow.due, follow.next, follow.last]);
    expect(ascending.slice(3)).toEqual(sorted(Object.values(numbers)));
    const descending = await listed('sort=follow_up_at');
    expect(descending.slice(0, 3)).toEqual([follow.last, follow.next, follow.due]);
    expect(await listed('follow_up=future&sort=follow_up_at&order=asc')).toEqual([follow.next, follow.last]);
  });

  // @proves E-31-2
  it.each(['', '&status=new,spam', '&overdue=false'])(
    'by the follow-up have each ticket on one page, in either direction: %s',
    async (filter) => {
      for (const order of ['asc', 'desc']) {
        const query = `sort=follow_up_at&order=${order}${filter}`;
        const all = await listed(query);
        expect(all.length).toBeGreaterThan(4);
        for (const size of [1, 2, 5]) {
          const pages: number[] = [];
          for (let page = 1; page <= Math.ceil(all.length / size) + 1; page++)
            pages.push(...(await pageOf(`${query}&page_size=${size}&page_number=${page}`)));
          expect(pages).toEqual(all);
        }
      }
    },
  );

  it('go together with other filters, also in a search', async () => {
    expect(await listed('overdue=true&status=new')).toEqual([numbers.past]);
    expect(
      await listed(`q=${encodeURIComponent('follow_up:future -overdue:true')}&sort=follow_up_at&order=asc`),
    ).toEqual([follow.next, follow.last]);
    expect(await listed(`q=${encodeURIComponent('overdue:true')}`)).toEqual([numbers.past]);
  });

  it.each(['follow_up=soon', 'overdue=maybe', 'sort=resolution_due_date'])('refuse %s', async (query) => {
    const refused = await globex.client.get(`/tickets?${query}`).expect(422);
    expect(fieldErrors(refused)).toEqual([query.split('=')[0]]);
  });
});
