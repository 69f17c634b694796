import { userInfo } from 'node:os';
import { join } from 'node:path';
import { addOldEntries, addOldEntry } from '../../support/data/audit.js';
import { Desk } from '../../support/servers/desk.js';
import { PROJECT, RunningProcess } from '../../support/servers/processes.js';
import { freshDatabase, testEngine } from '../../support/test-database.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let desk: Desk;
let owner: Desk;
/** The trail of what the set-up did. */
let begun: Shown[];

beforeAll(async () => {
  database = await freshDatabase();
  desk = Desk.on(database);
  owner = new Desk({ DATABASE_URL: database.serviceUrl, MIGRATION_DATABASE_URL: database.ownerUrl });
  await make('acme', 3);
  await make('globex', 0);
  begun = await audit('acme');
});
afterAll(() => database.drop());

async function make(subdomain: string, tickets: number): Promise<void> {
  const manifest = JSON.stringify({ workspace: { subdomain, name: subdomain } });
  await desk.output(['workspace', 'apply', '-'], { input: manifest });
  if (tickets > 0) await desk.output(['seed', subdomain, '--tickets', String(tickets)]);
}

interface Shown {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string; readonly number?: number };
  readonly key: { readonly id: string; readonly name: string } | null;
  readonly actor: string | null;
  readonly request_id: string;
  readonly before: object | null;
  readonly after: object | null;
}
const audit = async (subdomain: string, ...args: string[]): Promise<Shown[]> => {
  const output = await desk.output(['audit', subdomain, '--json', ...args]);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Shown);
};
const actionsOf = (entries: Shown[]) => entries.map(({ action }) => action);

describe('audit', () => {
  it('shows what commands did, newest first, with the command and its user, one request for each run', () => {
    expect(actionsOf(begun)).toEqual(['tickets.seeded', 'vocabulary.extended', 'workspace.created']);
    const [seeded, extended, created] = begun;
    const { username } = userInfo();
    expect(seeded).toMatchObject({ actor: `desk seed (${username})`, key: null, before: null });
    expect(created).toMatchObject({ actor: `desk workspace apply (${username})` });
    expect(extended?.request_id).toBe(created?.request_id);
    expect(seeded?.request_id).not.toBe(created?.request_id);
  });

  it('says nothing of its entries to a reader that has gone', async () => {
    // The reader goes before it has read anything.
    const command = `'${process.execPath}' '${join(PROJECT, 'dist/cli.js')}' audit acme | :`;
    const reading = RunningProcess.of('sh', ['-c', command], {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: database.serviceUrl,
        DATABASE_ENGINE: testEngine(),
      },
    });
    expect(await reading.ended).toMatchObject({ stdout: '', stderr: '' });
  });

  it('is readable without --json: a line for each entry and one for each property', async () => {
    const [first = '', ...rest] = (
      await desk.output(['audit', 'acme', '--action', 'workspace.created'])
    ).split('\n');
    expect(first).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z workspace\.created workspace:[0-9a-f-]{36} by desk workspace apply \(.+\), request [0-9a-f-]{36}$/,
    );
    expect(rest).toEqual([
      '  logo: null',
      '  name: "acme"',
      '  colour: null',
      '  reply_to: null',
      '  mail_from: null',
      '  subdomain: "acme"',
      '  time_zone: "UTC"',
      '  mail_footer: null',
      '  mail_relays: null',
      '  remote_images: "hide"',
      '  reply_address: "none"',
      '  default_author: null',
      '  blocked_senders: null',
      '  follow_up_opens: true',
      '  reopen_on_reply: true',
      '  attachment_types: null',
      '  attachment_quota_mb: null',
      '  knowledge_base_name: "acme"',
      '  requests_per_minute: null',
      '  clear_follow_up_on_reply: false',
      '',
    ]);
  });

  it('leaves out what is the same before and after, for people and for programs', async () => {
    const same = { email: 'eve@team.example', tags: ['a', 'b'], group: null };
    await addOldEntry(database, 'acme', {
      at: '2024-03-01T00:00:00Z',
      before: { ...same, status: 'new', priority: 'low' },
      after: { ...same, status: 'open', priority: null },
    });
    const range = ['--until', '2024-03-02T00:00:00Z'];
    const [, ...lines] = (await desk.output(['audit', 'acme', ...range])).trimEnd().split('\n');
    expect(lines).toEqual(['  status: "new" -> "open"', '  priority: "low" -> null']);
    const [entry] = await audit('acme', ...range);
    expect([entry?.before, entry?.after]).toEqual([
      { status: 'new', priority: 'low' },
      { status: 'open', priority: null },
    ]);
  });

  it('says of a long text how long it is, and its digest', async () => {
    const digest = { bytes: 256_000, sha256: 'ab'.repeat(32) };
    await addOldEntry(database, 'acme', {
      at: '2024-06-01T00:00:00Z',
      before: { description: 'short' },
      after: { description: digest, ticket_fields: { Notes: digest } },
    });
    const range = ['--until', '2024-06-02T00:00:00Z'];
    const [, ...lines] = (await desk.output(['audit', 'acme', ...range])).trimEnd().split('\n');
    expect(lines[0]).toBe(`  description: "short" -> text of 250 KiB, sha256 ${digest.sha256}`);
    expect(lines[1]).toBe(`  ticket_fields: null -> {"Notes":"text of 250 KiB, sha256 ${digest.sha256}"}`);
    expect((await audit('acme', ...range))[0]?.after).toEqual({
      description: digest,
      ticket_fields: { Notes: digest },
    });
  });

  it('shows those that the options describe, of a ticket by its number', async () => {
    await desk.output(['keys', 'create', 'acme', '--name', 'shop']);
    const [key] = await desk.json<{ id: string }[]>(['keys', 'list', 'acme', '--json']);
    const id = key?.id ?? '';
    await addOldEntries(database, 'acme', 230);
    await addOldEntries(database, 'acme', 60, id);
    const range = ['--since', '2024-12-31T23:59:00Z', '--until', '2024-12-31T23:59:40Z'];
    const filters = ['--subject', 'ticket:2', '--action', 'ticket.updated', '--key', id, '--limit', '30'];
    const entries = await audit('acme', ...range, ...filters);
    expect(entries.map(({ after }) => after)).toEqual(
      Array.from({ length: 30 }, (_, index) => ({ n: 39 - index })),
    );
    expect(entries[0]).toMatchObject({
      at: '2024-12-31T23:59:39.000Z',
      subject: { type: 'ticket', number: 2 },
      key: { id, name: 'shop' },
      actor: null,
      request_id: 'r39',
    });
  });

  it('says when there is nothing to show, as of things of another workspace', async () => {
    const none = await desk.run(['audit', 'globex', '--subject', 'ticket:2']);
    expect(none).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'Workspace "globex" has no entry that matches.\n',
    });
  });

  it.each([
    [['audit', 'acme', '--since', 'yesterday'], 'ISO 8601'],
    [['audit', 'acme', '--subject', 'ticket:0'], 'ticket:<number>'],
    [['audit', 'acme', '--subject', 'planet:2'], 'ticket:<number>'],
    [['audit', 'acme', '--action', 'ticket.eaten'], 'Allowed choices'],
    [['audit', 'acme', '--key', 'desk_x'], 'must be an id'],
    [['audit', 'acme', '--limit', '0'], 'whole number'],
    [['audit', 'prune', 'acme'], '--before'],
  ])('refuses %j', async (args, reason) => {
    const { status, stdout, stderr } = await desk.run(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
  });
});

describe('audit prune', () => {
  const before = ['--before', '2024-12-31T23:59:00Z'];

  it('is refused without the address of the owner', async () => {
    const refused = await desk.run(['audit', 'prune', 'acme', ...before]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('MIGRATION_DATABASE_URL');
  });

  it('deletes what is older, in this workspace only, and leaves an entry about it', async () => {
    for (const subdomain of ['old', 'other']) {
      await make(subdomain, 2);
      await addOldEntries(database, subdomain, 230);
    }
    const [all, others] = [await audit('old'), await audit('other')];
    const old = all.filter(({ at }) => at < '2024-12-31T23:59:00');
    expect(old.length).toBeGreaterThan(100);
    const pruned = await owner.run(['audit', 'prune', 'old', ...before]);
    expect(pruned).toMatchObject({ status: 0, stdout: '' });
    expect(pruned.stderr).toContain(`${old.length} entries`);
    const [entry, ...kept] = await audit('old');
    expect(kept).toEqual(all.filter(({ at }) => at >= '2024-12-31T23:59:00'));
    expect(entry).toMatchObject({ action: 'audit.pruned', before: { entries: old.length } });
    expect(entry?.actor).toMatch(/^desk audit prune \(/);
    expect(await audit('other')).toEqual(others);
    const again = await owner.run(['audit', 'prune', 'old', ...before]);
    expect(again.stderr).toContain('0 entries');
    expect(await audit('old', '--limit', '1')).toEqual([entry]);
  });
});
