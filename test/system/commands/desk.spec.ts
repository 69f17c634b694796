import { ApiClient } from '../../support/servers/api-client.js';
import { Desk } from '../../support/servers/desk.js';
import { linesOf, temporaryFolder, type Finished } from '../../support/servers/processes.js';
import { startTestApp } from '../../support/test-app.js';
import { emptyDatabase, freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

type OwnDatabase = Awaited<ReturnType<typeof freshDatabase>>;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: OwnDatabase;
let desk: Desk;
/** How the workspace of the example, on which the tests work, was made. */
let applied: Finished;

beforeAll(async () => {
  folder = await temporaryFolder();
  database = await freshDatabase();
  desk = Desk.on(database);
  applied = await desk.run(['workspace', 'apply', 'examples/acme.workspace.yaml']);
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

interface Shown {
  readonly workspace: { readonly id: string; readonly subdomain: string };
  readonly statuses: readonly { readonly name: string }[];
  readonly categories: readonly { readonly id: string | null; readonly name: string }[];
  readonly fields: readonly object[];
  readonly forms: readonly { readonly slug: string; readonly enabled: boolean }[];
}
const show = (subdomain: string) => desk.json<Shown>(['workspace', 'show', subdomain, '--json']);

describe('workspace apply', () => {
  // @proves D-10-2..3, D-10-6, D-10-8, D-10-10
  it('makes the workspace of the example and says so; again it changes nothing', async () => {
    expect([applied.status, applied.stderr]).toEqual([0, 'Workspace "acme": 39 changes.\n']);
    expect(linesOf(applied.stdout)).toHaveLength(39);
    expect(applied.stdout).toContain('created category "Billing > Invoices > VAT"\n');

    const before = await show('acme');
    const second = await desk.run(['workspace', 'apply', 'examples/acme.workspace.yaml']);
    expect(second).toMatchObject({ status: 0, stdout: '', stderr: 'Workspace "acme" is up to date.\n' });

    expect(before.statuses.map(({ name }) => name)).toEqual([
      ...['new', 'open', 'on_hold', 'waiting_on_customer', 'closed', 'spam', 'trash'],
      'awaiting_qa',
    ]);
    expect(before.categories.map(({ name }) => name)).toEqual([
      ...['None', 'Questions', 'Incident', 'Problem', 'Feature request', 'Refund'],
      'Billing',
    ]);
    expect(before.categories[0]).toEqual({ id: null, name: 'None', sub_categories: [] });
    expect(before.fields[0]).toMatchObject({
      kind: 'single_option',
      placeholder_slug: 'country',
      options: [{ label: 'India' }, { label: 'Germany' }, { label: 'United States' }],
    });
    expect(before.forms.map(({ slug, enabled }) => [slug, enabled])).toEqual([
      ['contact-us', true],
      ['report-a-bug', true],
      ['beta', false],
    ]);
  });

  it('names every mistake and changes nothing', async () => {
    const file = await folder.write(
      'wrong.yaml',
      `workspace: { subdomain: wrong, name: Wrong }
groups: [{ name: A }]
team_members: [{ email: eve@team.example, first_name: Eve, groups: [A, Nowhere] }]
fields: [{ name: F, kind: colour, x: 1 }]
forms: [{ title: T, slug: '?', fields: [F, Missing] }]`,
    );
    const { status, stdout, stderr } = await desk.run(['workspace', 'apply', file]);
    expect([status, stdout]).toEqual([1, '']);
    expect(linesOf(stderr)).toEqual([
      `The manifest ${file} has 5 mistakes.`,
      expect.stringMatching(/^ {2}fields\[0\]\.kind must be one of text, /),
      '  fields[0].x is not a known key',
      expect.stringMatching(/^ {2}forms\[0\]\.slug must consist of /),
      '  team_members[0].groups[1] is not a group: "Nowhere"',
      '  forms[0].fields[1] is not a field: "Missing"',
    ]);
    expect((await desk.run(['workspace', 'show', 'wrong', '--json'])).stderr).toBe(
      'There is no workspace "wrong".\n',
    );
  });

  it('knows what is in the workspace when it names the mistakes of a file', async () => {
    const known = `workspace: { subdomain: partly, name: Partly }
groups: [{ name: Known }]
fields: [{ name: Seats, kind: integer }]`;
    await desk.output(['workspace', 'apply', '-'], { input: known });
    const input = `workspace: { subdomain: partly, name: 5 }
team_members: [{ email: eve@team.example, first_name: Eve, groups: [Known, Unknown] }]
forms: [{ title: T, slug: t, fields: [Seats, Colour] }]`;
    expect(await desk.run(['workspace', 'apply', '-'], { input })).toMatchObject({
      status: 1,
      stderr: `The manifest on standard input has 3 mistakes.
  workspace.name must be a text: put it in quotes
  team_members[0].groups[1] is not a group: "Unknown"
  forms[0].fields[1] is not a field: "Colour"
`,
    });
    expect(await desk.run(['workspace', 'apply', '-'], { input: known })).toMatchObject({
      status: 0,
      stdout: '',
    });
  });

  it('names the file and the line of what is not YAML', async () => {
    const file = await folder.write('broken.yaml', 'workspace:\n  subdomain: a\n  subdomain: b\n');
    expect((await desk.run(['workspace', 'apply', file])).stderr).toBe(
      `The manifest ${file} cannot be read: Map keys must be unique at line 3, column 3.\n`,
    );
  });

  it('gives what is new the id of the manifest, and refuses an id that something else has', async () => {
    const id = '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f';
    const apply = (parts: object) => {
      const workspace = { subdomain: 'stated', name: 'Stated' };
      return desk.run(['workspace', 'apply', '-'], { input: JSON.stringify({ workspace, ...parts }) });
    };
    expect((await apply({ groups: [{ id, name: 'Support' }] })).status).toBe(0);
    expect((await apply({ groups: [{ id, name: 'Support' }] })).stdout).toBe('');
    const shown = await desk.json<{ groups: object[] }>(['workspace', 'show', 'stated', '--json']);
    expect(shown.groups).toEqual([{ id, name: 'Support' }]);
    const john = { id, email: 'john@customer.example' };
    expect((await apply({ customers: [john] })).stdout).toBe('created customer john@customer.example\n');
    const refused = await apply({
      groups: [{ id, name: 'Sales' }],
      customers: [{ id, email: 'jane@customer.example' }],
    });
    expect([refused.status, linesOf(refused.stderr)]).toEqual([
      1,
      [
        'The manifest on standard input has 2 mistakes.',
        '  groups[0].id is the id of another entry of this list in the workspace',
        '  customers[0].id is the id of another entry of this list in the workspace',
      ],
    ]);
  });

  it('only says what would change with --dry-run, also for a workspace that is not there yet', async () => {
    const rehearse = (parts: object, ...more: string[]) => {
      const input = JSON.stringify({ workspace: { subdomain: 'tried', name: 'Tried' }, ...parts });
      return desk.run(['workspace', 'apply', '-', ...more], { input });
    };
    const parts = { groups: [{ name: 'Support' }] };
    const first = await rehearse(parts, '--dry-run');
    expect(first.status).toBe(0);
    expect(first.stderr).toContain('Nothing was changed: this was a dry run.\n');
    expect((await desk.run(['workspace', 'show', 'tried'])).status).toBe(1);
    expect((await rehearse(parts)).stdout).toBe(first.stdout);
    const more = await rehearse({ groups: [{ name: 'Night' }] }, '--dry-run', '--json');
    expect((JSON.parse(more.stdout) as { changes: string[] }).changes).toHaveLength(1);
    expect(await desk.output(['workspace', 'show', 'tried'])).not.toContain('Night');
    const wrong = await rehearse({ fields: [{ name: 'A', kind: 'none' }] }, '--dry-run');
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('one mistake')]);
    const trail = await desk.output(['audit', 'show', 'tried', '--json', '--action', 'vocabulary.extended']);
    expect(linesOf(trail)).toHaveLength(1);
  });

  it('reads standard input for -', async () => {
    const input = 'workspace: { subdomain: piped, name: Piped }';
    expect((await desk.run(['workspace', 'apply', '-'], { input })).status).toBe(0);
  });
});

describe('workspace list and show', () => {
  // @proves D-10-11
  it('show what there is, for people and for programs', async () => {
    const list = await desk.json<{ id: string; subdomain: string }[]>(['workspace', 'list', '--json']);
    const { id = '' } = list.find(({ subdomain }) => subdomain === 'acme') ?? {};
    expect((await show('ACME')).workspace.id).toBe(id);
    expect(await desk.output(['workspace', 'list'])).toMatch(new RegExp(`^acme +Acme Inc +${id} `, 'm'));
    const summary = await desk.output(['workspace', 'show', 'acme']);
    expect(summary).toMatch(/^Workspace +acme \(Acme Inc\)$/m);
    expect(summary).toMatch(/^Groups +Support, Sales$/m);
    expect(summary).toMatch(/^Companies +Globex Corporation$/m);
  });

  // @proves E-19-18
  it('print the addresses of the pages of forms', async () => {
    const summary = await desk.output(['workspace', 'show', 'acme']);
    expect(summary).toMatch(/^Forms +Contact us: http:\/\/acme\.localhost:3000\/forms\/contact-us$/m);
    expect(summary).toMatch(/^ +Beta programme \(beta, disabled\)$/m);
    const elsewhere = Desk.on(database, { PUBLIC_URL: 'https://{workspace}.desk.example/help' });
    const { forms } = await elsewhere.json<{ forms: { url: string }[] }>([
      'workspace',
      'show',
      'acme',
      '--json',
    ]);
    expect(forms[0]?.url).toBe('https://acme.desk.example/help/forms/contact-us');
  });
});

describe('keys', () => {
  // @proves S-5-2, D-1-16, D-1-18, D-10-2, D-10-13..14, D-10-16
  it('are printed alone, open their workspace, are listed without themselves, and end when revoked', async () => {
    const made = await desk.run(['keys', 'create', 'acme', '--name', 'Test key', '--expires', '90d']);
    expect(made.stdout).toMatch(/^desk_[0-9A-Za-z]{38}\n$/);
    expect(made.stderr).toMatch(/^This key of workspace "acme" expires at .*Z\. It is not shown again\.\n$/);
    const key = made.stdout.trim();

    const app = await startTestApp({ database });
    const status = async () => (await new ApiClient(app, 'acme', key).get('/tickets')).status;
    expect(await status()).toBe(200);

    const [listed] = await desk.json<Record<string, string | null>[]>(['keys', 'list', 'acme', '--json']);
    expect(listed).toMatchObject({ name: 'Test key', hint: `${key.slice(0, 9)}…`, revoked_at: null });
    const days = (Date.parse(listed?.['expires_at'] ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThanOrEqual(90);
    expect(await desk.output(['keys', 'list', 'acme'])).not.toContain(key);

    const id = listed?.['id'] ?? '';
    expect((await desk.run(['keys', 'revoke', 'acme', id])).status).toBe(0);
    await until(async () => (await status()) === 401);
    expect(await desk.run(['keys', 'revoke', 'acme', id])).toMatchObject({
      status: 1,
      stderr: `There is no API key ${id} that could be revoked.\n`,
    });
    await app.stop();
  });
});

const countTickets = async () =>
  (await desk.output(['export', 'tickets', 'acme'])).split('\n').filter((line) => line !== '').length;

describe('seed', () => {
  // @proves D-10-23
  it('adds the wanted number of tickets', async () => {
    const before = await countTickets();
    const { status, stderr } = await desk.run(['seed', 'acme', '--tickets', '30', '--seed', '7']);
    expect([status, stderr]).toEqual([0, 'Workspace "acme" has 30 more tickets, made with the seed 7.\n']);
    expect(await countTickets()).toBe(before + 30);
  });
});

describe('migrate', () => {
  // @proves D-10-25
  it('is asked for by the other commands, needs the address of the owner, and can be repeated', async () => {
    const empty = await emptyDatabase();
    const service = Desk.on(empty);
    const owner = new Desk({ DATABASE_URL: empty.serviceUrl, MIGRATION_DATABASE_URL: empty.ownerUrl });
    expect(await service.run(['workspace', 'list'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('run `desk migrate`') as string,
    });
    expect(await service.run(['migrate'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^MIGRATION_DATABASE_URL is needed: .*\n$/) as string,
    });
    const first = await owner.run(['migrate']);
    expect(first.status).toBe(0);
    expect(first.stderr).toMatch(/^Ran InitialSchema\d+\.\n(Ran \w+\.\n)*The database is up to date\.\n$/);
    expect((await owner.run(['migrate'])).stderr).toBe('The database is up to date.\n');
    expect((await service.run(['workspace', 'list', '--json'])).stdout).toBe('[]\n');
    await empty.drop();
  });
});
