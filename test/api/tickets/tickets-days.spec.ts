// Lists by days: those of the workspace, as reports count them.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { foundBy } from '../../support/data/searches.js';
import { numbersOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

/** A workspace in a zone with a ticket for each moment, by its number from 1. */
async function createdAt(timeZone: string, moments: readonly string[]): Promise<TestWorkspace> {
  const desk = await aWorkspace(app, {}, { time_zone: timeZone });
  for (const created_at of moments) await aTicket(desk, { created_at });
  return desk;
}

const between = async ({ client }: TestWorkspace, first: string, last: string): Promise<number[]> =>
  numbersOf(
    await client.get(`/tickets?range_type=custom&start_date=${first}&end_date=${last}`).expect(200),
  ).sort();

/** How many tickets the reports count on each day. */
const counted = async ({ client }: TestWorkspace, first: string, last: string): Promise<number[]> => {
  const range = `range_type=custom&start_date=${first}&end_date=${last}`;
  const { body } = await client.get(`/reports/ticket-time-series?${range}`).expect(200);
  return (body.data as { values: number[] }[])[0]?.values ?? [];
};

// @proves D-4-63, E-29-4
describe('a list by days', () => {
  it.each([
    // Clocks are set back from 1:00 to 0:00, so that midnight comes twice.
    [
      'America/Havana',
      ['2024-11-02', '2024-11-03', '2024-11-04'],
      ['2024-11-03T03:59:59.999Z', '2024-11-03T04:00:00Z', '2024-11-03T05:30:00Z', '2024-11-04T05:00:00Z'],
      [[1], [2, 3], [4]],
    ],
    // Clocks are set forward from 0:00 to 1:00, so that there is no midnight.
    [
      'America/Sao_Paulo',
      ['2018-11-03', '2018-11-04'],
      ['2018-11-04T02:59:59.999Z', '2018-11-04T03:00:00Z'],
      [[1], [2]],
    ],
    // One day was left out.
    [
      'Pacific/Apia',
      ['2011-12-29', '2011-12-30', '2011-12-31'],
      ['2011-12-30T09:59:59.999Z', '2011-12-30T10:00:00Z'],
      [[1], [], [2]],
    ],
    ['Asia/Kathmandu', ['2024-01-01'], ['2023-12-31T18:15:00Z', '2024-01-01T18:15:00Z'], [[1]]],
  ] as const)('has those of %s, each in one day', async (zone, days, moments, numbers) => {
    const desk = await createdAt(zone, moments);
    expect(await Promise.all(days.map((day) => between(desk, day, day)))).toEqual(numbers);
    expect(await counted(desk, days[0], days.at(-1) ?? '')).toEqual(numbers.map(({ length }) => length));
  });

  it('has none of a year that no calendar of PostgreSQL has', async () => {
    const desk = await createdAt('Asia/Kathmandu', ['2024-01-01T00:00:00Z']);
    for (const last of ['0000-01-01', '0000-12-31'])
      expect(await between(desk, '0000-01-01', last)).toEqual([]);
  });

  it('has today as its last day, wherever the workspace is', async () => {
    const hour = 3_600_000;
    const zone = 'Pacific/Kiritimati';
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
    const midnight = new Date(`${today}T00:00:00+14:00`).getTime();
    const ago = (days: number, ms = 0) => new Date(midnight - days * 24 * hour + ms).toISOString();
    const desk = await createdAt(zone, [
      ago(0),
      ago(6),
      ago(6, -1),
      ago(29),
      ago(29, -1),
      ago(89),
      ago(89, -1),
    ]);
    const of = async (range: string) =>
      numbersOf(await desk.client.get(`/tickets?range_type=${range}`).expect(200)).sort();
    expect(await of('last_7_days')).toEqual([1, 2]);
    expect(await of('last_30_days')).toEqual([1, 2, 3, 4]);
    expect(await of('last_90_days')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await of('all_time')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await foundBy(desk.client, 'range_type:last_7_days')).sort()).toEqual([1, 2]);
    expect(await foundBy(desk.client, '-range_type:last_90_days')).toEqual([7]);
    expect(await foundBy(desk.client, '-range_type:all_time')).toEqual([]);
  });

  it('follows the zone of the workspace when that changes', async () => {
    const desk = await createdAt('UTC', ['2024-01-01T23:30:00Z']);
    expect(await between(desk, '2024-01-01', '2024-01-01')).toEqual([1]);
    const workspace = { subdomain: desk.subdomain, name: desk.subdomain, time_zone: 'Europe/Berlin' };
    await app.operator.apply(JSON.stringify({ workspace }));
    expect(await between(desk, '2024-01-01', '2024-01-01')).toEqual([]);
    expect(await between(desk, '2024-01-02', '2024-01-02')).toEqual([1]);
  });

  it.each(['0000-01-01', '0001-01-01', '1000-01-01'])(
    'begins on any day that can be written: %s',
    async (first) => {
      const desk = await createdAt('Pacific/Kiritimati', ['2024-01-01T00:00:00Z']);
      expect(await between(desk, first, '9999-12-31')).toEqual([1]);
    },
  );
});
