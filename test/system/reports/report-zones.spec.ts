import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { CUSTOMER } from '../../support/data/comments.js';
import { datesWithTickets } from '../../support/data/reports.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

/** Imports a ticket of each of these moments. */
const imported = ({ scope }: TestWorkspace, ...moments: string[]) =>
  app.operator.import(
    scope.workspaceId,
    moments.map((created_at) => JSON.stringify({ email: CUSTOMER, subject: 'Old', created_at })),
  );
const createdOn = async (workspace: TestWorkspace): Promise<object> => {
  const dates = await datesWithTickets(workspace, 'range_type=all_time');
  return Object.fromEntries(Object.entries(dates).map(([date, [created]]) => [date, created]));
};
const settle = ({ subdomain }: TestWorkspace, timeZone: string) =>
  app.operator.apply(JSON.stringify({ workspace: { subdomain, name: subdomain, time_zone: timeZone } }));

/** Days before the last 400 would be months. */
const year = new Date().getUTCFullYear() - (new Date().getUTCMonth() < 3 ? 1 : 0);
/** The last Sunday of a month of that year, on which the clocks of Europe change. */
const lastSunday = (month: number): string => {
  const end = new Date(Date.UTC(year, month, 0));
  end.setUTCDate(end.getUTCDate() - end.getUTCDay());
  return end.toISOString().slice(0, 10);
};
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** The first millisecond of a day, whatever the clock shows then. */
function midnight(zone: string, day: string): number {
  let [before, at] = [
    Date.parse(`${day}T00:00:00Z`) - 86_400_000,
    Date.parse(`${day}T00:00:00Z`) + 86_400_000,
  ];
  // This language writes dates as the API does.
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (calendar.format(middle) < day) before = middle;
    else at = middle;
  }
  return at;
}

/** The days of 2024 that are not 24 hours long. */
function clockChanges(zone: string): string[] {
  const days = Array.from({ length: 366 }, (_, index) =>
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
  );
  return days.filter((day) => midnight(zone, dayAfter(day)) - midnight(zone, day) !== 86_400_000);
}

describe('the time zone of a workspace', () => {
  it.each(['CET', 'eet', 'MET', 'WET', 'Nowhere/Else'])(
    'is not %s, for which the database has no summer time or nothing',
    async (time_zone) => {
      await expect(aWorkspace(app, {}, { time_zone })).rejects.toMatchObject({
        code: 'invalid_manifest',
        problems: [
          { path: 'workspace.time_zone', message: expect.stringContaining('Europe/Berlin') as string },
        ],
      });
    },
  );
});

describe('days', () => {
  // @proves E-23-2
  it('are those of UTC unless the workspace has a time zone', async () => {
    const acme = await aWorkspace(app);
    await imported(acme, `${year}-01-10T23:59:59.999Z`, `${year}-01-11T00:00:00Z`);
    expect(await createdOn(acme)).toEqual({ [`${year}-01-10`]: 1, [`${year}-01-11`]: 1 });
  });

  // @proves E-23-2
  it('have 23 hours when the clocks go forward', async () => {
    const acme = await aWorkspace(app, {}, { time_zone: 'Europe/Berlin' });
    const spring = lastSunday(3);
    const before = new Date(Date.parse(`${spring}T00:00:00Z`) - 3_600_001).toISOString();
    const begins = new Date(Date.parse(`${spring}T00:00:00Z`) - 3_600_000).toISOString();
    await imported(acme, before, begins, `${spring}T21:59:59.999Z`, `${spring}T22:00:00Z`);
    const theDayBefore = new Date(Date.parse(`${spring}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    expect(await createdOn(acme)).toEqual({ [theDayBefore]: 1, [spring]: 2, [dayAfter(spring)]: 1 });
  });

  // @proves E-23-2
  it.each([
    'Europe/Berlin',
    'America/St_Johns',
    'America/Santiago',
    'America/Havana',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
  ])('begin and end at midnight where the clocks change, twice a year: %s', async (zone) => {
    const acme = await aWorkspace(app, {}, { time_zone: zone });
    const changes = clockChanges(zone);
    expect(changes).toHaveLength(2);
    for (const day of changes) {
      const [begins, ends] = [midnight(zone, day), midnight(zone, dayAfter(day))];
      await imported(acme, ...[begins - 1, begins, ends - 1, ends].map((at) => new Date(at).toISOString()));
      const query = `range_type=custom&start_date=${dayBefore(day)}&end_date=${dayAfter(day)}`;
      const created = Object.entries(await datesWithTickets(acme, query)).map(([date, [all]]) => [date, all]);
      expect(created).toEqual([
        [dayBefore(day), 1],
        [day, 2],
        [dayAfter(day), 1],
      ]);
    }
  });

  // @proves E-23-2
  it('differ east and west of UTC', async () => {
    const [east, west] = await Promise.all([
      aWorkspace(app, {}, { time_zone: 'Pacific/Kiritimati' }),
      aWorkspace(app, {}, { time_zone: 'America/Los_Angeles' }),
    ]);
    for (const one of [east, west]) await imported(one, `${year}-01-10T12:00:00Z`, `${year}-01-10T05:00:00Z`);
    expect(await createdOn(east)).toEqual({ [`${year}-01-10`]: 1, [`${year}-01-11`]: 1 });
    expect(await createdOn(west)).toEqual({ [`${year}-01-10`]: 1, [`${year}-01-09`]: 1 });
  });

  // @proves E-23-2, E-23-20
  it('are counted anew when the zone of the workspace changes', async () => {
    const acme = await aWorkspace(app);
    await imported(acme, `${year}-01-10T23:30:00Z`);
    expect(await createdOn(acme)).toEqual({ [`${year}-01-10`]: 1 });
    const { changes } = await settle(acme, 'Asia/Kathmandu');
    expect(changes).toEqual(['the days of reports are those of Asia/Kathmandu']);
    expect(await createdOn(acme)).toEqual({ [`${year}-01-11`]: 1 });
    await settle(acme, 'UTC');
    await imported(acme, `${year}-01-10T23:45:00Z`);
    expect(await createdOn(acme)).toEqual({ [`${year}-01-10`]: 2 });
  });
});

describe('a time zone', () => {
  // @proves E-23-20
  it.each(['Mars/Olympus', '+02:00', '', 'Europe/Berlin ', 7])(
    'that nobody knows is refused: %j',
    async (zone) => {
      const acme = await aWorkspace(app);
      const message = 'must be the name of a time zone, such as Europe/Berlin';
      await expect(settle(acme, zone as string)).rejects.toMatchObject({
        problems: [{ path: 'workspace.time_zone', message }],
      });
    },
  );
});
