import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { datesWithTickets, entriesInto, pretendDone } from '../../support/data/reports.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let owner: Desk;

const DAY_MS = 86_400_000;
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const rebuild = () => owner.output(['reports', 'rebuild', acme.subdomain]);
const exactSince = async (query: string, report = 'tickets') =>
  (await acme.client.get(`/reports/${report}?${query}`).expect(200)).body.exact_since as string | undefined;
const ALL = 'range_type=all_time';
const custom = (first: number, last: number) =>
  `range_type=custom&start_date=${dayBefore(first)}&end_date=${dayBefore(last)}`;

beforeAll(async () => {
  owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
  acme = await aWorkspace(app);
  await pretendDone(acme, acme.scope.workspaceId, 30);
  for (const days of [20, 20, 3, 0]) {
    const { id } = await aTicket(acme, { status: 'closed' });
    await pretendDone(acme, id, days);
  }
  await rebuild();
});

// @proves E-23-17
describe('days whose entries were pruned', () => {
  const counted = { [dayBefore(20)]: [2, 2], [dayBefore(3)]: [1, 1], [dayBefore(0)]: [1, 1] };

  it('are counted from the trail before', async () => {
    expect(await datesWithTickets(acme, ALL)).toEqual(counted);
    expect(await exactSince(ALL)).toBeUndefined();
  });

  it('stay as they were counted, also when everything is counted anew', async () => {
    await owner.output(['audit', 'prune', acme.subdomain, '--before', `${dayBefore(10)}T00:00:00Z`]);
    expect(await datesWithTickets(acme, ALL)).toEqual(counted);
    await rebuild();
    expect(await datesWithTickets(acme, ALL)).toEqual(counted);
    await aTicket(acme, { status: 'open' });
    expect(await entriesInto(acme, ALL)).toEqual({ closed: 4, open: 1 });
  });

  it('are named by exact_since in every report whose range, or the period before it, begins before them', async () => {
    for (const report of ['tickets', 'ticket-time-series', 'agents', 'groups', 'surveys'])
      expect(await exactSince(ALL, report)).toMatch(new RegExp(`^${dayBefore(3)}T`));
    expect(await exactSince(custom(1, 0))).toMatch(dayBefore(3));
    expect(await exactSince(custom(0, 0))).toBeUndefined();
    expect(await exactSince('range_type=last_24_hours')).toBeUndefined();
  });

  it('stay when the workspace gets another time zone', async () => {
    const settings = { subdomain: acme.subdomain, name: acme.subdomain, time_zone: 'Asia/Tokyo' };
    await app.operator.apply(JSON.stringify({ workspace: settings }));
    expect(await datesWithTickets(acme, ALL)).toMatchObject({ [dayBefore(20)]: [2, 2] });
    expect(await entriesInto(acme, ALL)).toEqual({ closed: 4, open: 1 });
  });
});
