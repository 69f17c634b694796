import { aTicket, aWorkspace, type TestWorkspace } from '../support/data/builders.js';
import { EVE, KIM } from '../support/data/comments.js';
import { entriesInto } from '../support/data/reports.js';
import { Desk } from '../support/servers/desk.js';
import { useDesk } from '../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let desk: Desk;

beforeAll(async () => {
  desk = Desk.on(app.database);
  acme = await aWorkspace(app, {
    team_members: [EVE, { ...KIM, first_name: '<b>Kim</b>' }],
    groups: [{ name: 'Tier <1> & "2"' }],
  });
  await aTicket(acme, { assignee_email: EVE.email });
  await aTicket(acme, { status: 'closed', assignee_email: EVE.email, group: 'Tier <1> & "2"' });
});

const show = (...words: string[]) => desk.run(['reports', 'show', acme.subdomain, ...words]);
const today = (): string => new Date().toISOString().slice(0, 10);

// @proves E-23-21
describe('reports show', () => {
  it('draws new and closed tickets by date, and tells what statuses, members and groups had', async () => {
    const { status, stdout } = await show();
    expect(status).toBe(0);
    const [chart = '', statuses = '', members = '', groups = ''] = stdout.trimEnd().split('\n\n');
    const [created, closed] = chart.split('\n').slice(-2);
    expect(chart.split('\n')).toHaveLength(14);
    expect(created).toBe(`${today()}  new     ${'█'.repeat(40)}  2`);
    expect(closed).toBe(`            closed  ${'░'.repeat(20)}  1`);
    expect(chart.split('\n')[0]).toMatch(/^\d{4}-\d\d-\d\d {2}new {5}0$/);
    const cells = (table: string) => table.split('\n').map((line) => line.split(/ {2,}/));
    expect(cells(statuses).slice(0, 2)).toEqual([
      ['STATUS', 'ENTERED', 'BEFORE', 'CHANGE'],
      ['closed', '1', '0', '-'],
    ]);
    expect(cells(members)).toContainEqual(['Eve Jones', '-', '0 s', '2', '1']);
    expect(cells(groups)).toEqual([
      ['GROUP', 'FIRST RESPONSE', 'RESOLUTION', 'ASSIGNED', 'CLOSED'],
      ['Tier <1> & "2"', '-', '0 s', '1', '1'],
    ]);
  });

  it('prints the answers of the API with --json, of the range that is wanted', async () => {
    const days = ['--from', '2025-01-01', '--to', '2025-01-03'];
    const report = JSON.parse((await show('--json', ...days)).stdout) as Record<string, object>;
    const query = 'range_type=custom&start_date=2025-01-01&end_date=2025-01-03';
    const answered = async (path: string) =>
      (await acme.client.get(`/reports/${path}`).expect(200)).body as object;
    expect(report).toEqual({
      tickets: await answered(`tickets?${query}`),
      time_series: await answered(`ticket-time-series?${query}`),
      agents: { ...(await answered(`agents?${query}`)), pagination: expect.any(Object) },
      groups: { ...(await answered(`groups?${query}`)), pagination: expect.any(Object) },
    });
    const hours = JSON.parse((await show('--json', '--range', 'last_24_hours')).stdout) as typeof report;
    expect(hours['tickets']).toEqual(await answered('tickets?range_type=last_24_hours'));
  });

  it('prints a page that loads nothing, and in which names are only names', async () => {
    const { status, stdout } = await show('--html', '--range', 'last_30_days');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout.match(/<rect /g)).toHaveLength(60);
    expect(stdout).toContain(`<title>${today()}: 2 new</title>`);
    expect(stdout).toContain('Tier &lt;1&gt; &amp; &quot;2&quot;');
    expect(stdout).toContain('&lt;b&gt;Kim&lt;/b&gt;');
    expect(stdout).not.toMatch(/<script|<link|<img|https?:|url\(|<b>/);
  });

  it.each([
    [['--from', '2025-01-02'], 1, 'end_date is needed'],
    [['--from', '2025-01-02', '--to', '2025-01-01'], 1, 'must not be before start_date'],
    [['--from', '2000-01-01', '--to', '2025-01-01'], 1, 'must be at most 3659 days after start_date'],
    [['--from', '2025-02-30'], 2, 'calendar day'],
    [['--range', 'last_year'], 2, 'Allowed choices'],
    [['--html', '--json'], 2, 'cannot be used with'],
    [['--range', 'last_30_days', '--from', '2025-01-01'], 2, 'cannot be used with'],
  ])('refuses %j', async (words, wanted, reason) => {
    const { status, stdout, stderr } = await show(...words);
    expect([status, stdout]).toEqual([wanted, '']);
    expect(stderr).toContain(reason);
  });

  it('is refused for an unknown workspace', async () => {
    const { status, stderr } = await desk.run(['reports', 'show', 'nowhere']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('nowhere')]);
  });
});

// @proves E-23-21
describe('reports rebuild', () => {
  it('counts everything anew, and says so', async () => {
    const before = await entriesInto(acme);
    const { status, stdout, stderr } = await desk.run(['reports', 'rebuild', acme.subdomain.toUpperCase()]);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toBe(`Counted the audit trail of workspace "${acme.subdomain}" anew.\n`);
    expect(await entriesInto(acme)).toEqual(before);
  });

  it('is refused for an unknown workspace', async () => {
    const { status, stderr } = await desk.run(['reports', 'rebuild', 'nowhere']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('nowhere')]);
  });
});
