import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import {
  datesWithTickets,
  entriesInto,
  groupsIn,
  inShort,
  membersIn,
  seriesOf,
} from '../../support/data/reports.js';
import { messagesOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
const DAY_MS = 86_400_000;
const daysAgo = (days: number, ms = 0): string => new Date(Date.now() - days * DAY_MS - ms).toISOString();
const dayOf = (days: number): string => daysAgo(days).slice(0, 10);

let lines = 0;
/** Imports tickets of other systems, with the dates that they have. */
const imported = async ({ app: { operator }, scope }: TestWorkspace, ...tickets: object[]) => {
  const whole = tickets.map((ticket) =>
    JSON.stringify({
      ...{ email: CUSTOMER, subject: 'Old', description: '', external_id: `${++lines}`, source: 'old desk' },
      ...ticket,
    }),
  );
  const { rejected } = await operator.import(scope.workspaceId, whole);
  expect(rejected).toEqual([]);
};
const between = (first: string, last = first): string =>
  `range_type=custom&start_date=${first}&end_date=${last}`;

describe('a range', () => {
  let acme: TestWorkspace;
  beforeAll(async () => {
    acme = await aWorkspace(app, TWO_AGENTS);
    const days = [0, 6, 7, 13, 29, 30, 59, 89, 90, 179, 500];
    await imported(acme, ...days.map((day) => ({ created_at: `${dayOf(day)}T00:00:01Z` })));
  });

  // @proves E-23-1, E-23-3
  it.each([
    ['', 2, 2],
    ['range_type=last_7_days', 2, 2],
    ['range_type=last_30_days', 5, 2],
    ['range_type=last_90_days', 8, 2],
    ['range_type=all_time', 11, null],
  ])('%s has %j tickets, and %j in the period before', async (query, present, previous) => {
    expect(await entriesInto(acme, query)).toEqual({ new: present });
    expect((await entriesInto(acme, query, 'previous'))['new']).toEqual(previous);
  });

  // @proves E-23-1, E-23-3
  it('of custom days has both ends, and is compared with as many days before', async () => {
    expect(await entriesInto(acme, between(dayOf(13), dayOf(7)))).toEqual({ new: 2 });
    expect(await entriesInto(acme, between(dayOf(6), dayOf(1)), 'previous')).toEqual({ new: 1 });
    expect(await entriesInto(acme, between(dayOf(30)))).toEqual({ new: 1 });
    expect(await entriesInto(acme, between(dayOf(400), dayOf(100)))).toEqual({ new: 1 });
    expect(await entriesInto(acme, between(dayOf(400), dayOf(100)), 'previous')).toEqual({ new: 1 });
  });

  // @proves E-23-6
  it('of all time has a value for each month when it is longer than 400 days', async () => {
    const { dates, new: created } = await seriesOf(acme, 'range_type=all_time');
    expect(dates[0]).toBe(`${dayOf(500).slice(0, 8)}01`);
    expect(dates.every((date) => date.endsWith('-01'))).toBe(true);
    expect(created.reduce((sum, one) => sum + one, 0)).toBe(11);
  });

  // @proves E-23-6
  it('of all time has days when it is shorter', async () => {
    const young = await aWorkspace(app);
    await imported(young, { created_at: `${dayOf(40)}T12:00:00Z` });
    const { dates, new: created } = await seriesOf(young, 'range_type=all_time');
    expect([dates[0], dates.length, created[0]]).toEqual([dayOf(40), 41, 1]);
    expect((await seriesOf(await aWorkspace(app), 'range_type=all_time')).dates).toEqual([dayOf(0)]);
  });

  // @proves E-23-6
  it('has a date for each day, with the numbers of that day', async () => {
    expect(await datesWithTickets(acme, 'range_type=last_30_days')).toEqual(
      Object.fromEntries([29, 13, 7, 6, 0].map((day) => [dayOf(day), [1, 0]])),
    );
    expect((await seriesOf(acme, between(dayOf(3_659), dayOf(0)))).dates).toHaveLength(3_660);
  });
});

describe('the last 24 hours', () => {
  // @proves E-23-1, E-23-3
  it('roll, and so do those before them', async () => {
    const acme = await aWorkspace(app);
    const hour = 3_600_000;
    const ages = [hour, 23 * hour, 25 * hour, 47 * hour, 49 * hour];
    await imported(acme, ...ages.map((age) => ({ created_at: daysAgo(0, age) })));
    expect(await entriesInto(acme, 'range_type=last_24_hours')).toEqual({ new: 2 });
    expect(await entriesInto(acme, 'range_type=last_24_hours', 'previous')).toEqual({ new: 2 });
    const series = await seriesOf(acme, 'range_type=last_24_hours');
    expect(series.new.reduce((sum, one) => sum + one, 0)).toBe(2);
  });
});

describe('a number', () => {
  // @proves E-23-3, E-23-19
  it('is compared in percent with one decimal, and is not compared with zero', async () => {
    const acme = await aWorkspace(app, { ...TWO_AGENTS, groups: [{ name: 'Support' }] });
    const closed = (day: string, seconds: number) => ({
      ...{
        created_at: `${day}T10:00:00Z`,
        closed_at: new Date(Date.parse(`${day}T10:00:00Z`) + seconds * 1_000),
      },
      ...{ status: 'closed', assignee_email: EVE.email, group: 'Support' },
    });
    await imported(acme, closed('2025-03-01', 10), closed('2025-03-01', 20), closed('2025-03-01', 25));
    await imported(acme, closed('2025-03-02', 30), closed('2025-03-02', 60));
    const [eve] = await membersIn(acme, between('2025-03-02'));
    expect(eve).toMatchObject({
      average_first_response_time: { present: null, previous: null, change_percentage: null },
      average_resolution_time: { present: 45, previous: 18.3, change_percentage: 145.9 },
      assigned_tickets: { present: 2, previous: 3, change_percentage: -33.3 },
      closed_tickets: { present: 2, previous: 3, change_percentage: -33.3 },
    });
    const [support] = await groupsIn(acme, between('2025-03-01'));
    expect(support?.closed_tickets).toEqual({ present: 3, previous: 0, change_percentage: null });
    expect(inShort(await groupsIn(acme, 'range_type=all_time'), 'previous')).toEqual({
      Support: [null, null, null, null],
    });
  });
});

describe('a bad range', () => {
  const NEEDED = 'is needed with range_type=custom';
  const reports = ['tickets', 'ticket-time-series', 'agents', 'groups', 'surveys'];
  // @proves E-23-4
  it.each([
    ['range_type=yesterday', ['range_type must be one of']],
    ['range_type=custom', [`start_date ${NEEDED}`, `end_date ${NEEDED}`]],
    ['range_type=custom&start_date=2025-01-01', [`end_date ${NEEDED}`]],
    ['start_date=2025-01-01', ['start_date needs range_type=custom']],
    ['range_type=all_time&end_date=2025-01-01', ['end_date needs range_type=custom']],
    [between('2025-01-02', '2025-01-01'), ['end_date must not be before start_date']],
    [between('2015-01-01', '2025-01-08'), ['end_date must be at most 3659 days after start_date']],
    [between('0999-12-31', '1000-01-01'), ['start_date must not be before 1000-01-01']],
    [between('9998-12-31', '9999-01-01'), ['end_date must not be after 9998-12-31']],
    [between('2025-02-30', '2025-03-01'), ['start_date must be a calendar day as YYYY-MM-DD']],
  ])('is refused: %s', async (query, problems) => {
    const acme = await aWorkspace(app);
    for (const report of reports) {
      const response = await acme.client.get(`/reports/${report}?${query}`).expect(422);
      const messages = messagesOf(response);
      expect(problems.every((problem) => messages.some((message) => message.startsWith(problem)))).toBe(true);
      expect(messages).toHaveLength(problems.length);
    }
  });

  // @proves E-23-4
  it('may have 3,660 days', async () => {
    const acme = await aWorkspace(app);
    for (const report of reports)
      await acme.client.get(`/reports/${report}?${between('2015-01-01', '2025-01-07')}`).expect(200);
  });
});
