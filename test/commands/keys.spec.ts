import { KEY_SCOPES } from '../../src/auth/scopes.js';
import { ApiClient } from '../support/servers/api-client.js';
import { Desk, openExampleDesk, type ExampleDesk } from '../support/servers/desk.js';
import type { WantedKey } from '../support/host/operator.shapes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let example: ExampleDesk;
let desk: Desk;
let app: TestApp;
let workspace: string;

beforeAll(async () => {
  example = await openExampleDesk();
  desk = example.desk;
  app = await startTestApp({ database: example.database });
  workspace = (await app.operator.show('acme')).workspace.id;
});
afterAll(async () => {
  await app.stop();
  await example.close();
});

/** The keys of a name, as they are stored. */
const named = async (name: string) =>
  (await app.operator.listKeys(workspace)).filter((key) => key.name === name);
const idOf = async (name: string) => (await named(name))[0]?.id ?? '';
const statusWith = async (key: string) => (await new ApiClient(app, 'acme', key).get('/tickets')).status;
const UNKNOWN_ID = 'a0000000-0000-4000-8000-000000000000';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const hoursUntil = (moment: string | null | undefined) =>
  moment ? Math.round((Date.parse(moment) - Date.now()) / 3_600_000) : moment;
const create = (name: string, wanted?: WantedKey) => app.operator.createKey(workspace, name, wanted);

describe('the help of a command', () => {
  it('marks what is required, and nothing else', async () => {
    const help = await desk.output(['keys', 'create', '--help']);
    expect(help).toMatch(/--name <name>[^-]*\(required\)/);
    expect(help.match(/\(required\)/g)).toHaveLength(1);
  });
});

describe('scopes on the command line', () => {
  it('limit a key to what they name, and are listed, as all are where there is no limit', async () => {
    const limit = ['--scopes', 'tickets:write, tickets:read,tickets:read'];
    const key = (await desk.output(['keys', 'create', 'acme', '--name', 'narrow', ...limit])).trim();
    await desk.output(['keys', 'create', 'acme', '--name', 'wide']);
    const client = new ApiClient(app, 'acme', key);
    expect((await client.get('/tickets')).status).toBe(200);
    expect((await client.get('/forms')).body).toEqual({
      error: 'This API key lacks the scope forms:read.',
      code: 'missing_scope',
    });
    await app.operator.noteKeyUses();

    const shown = await desk.output(['keys', 'list', 'acme']);
    expect(shown).toMatch(/ narrow +\S+ +tickets:read,tickets:write +default +\S+Z +\S+Z +valid$/m);
    expect(shown).toMatch(/ wide +\S+ +all +default +\S+Z +never +valid$/m);
    const listed = await desk.json<Record<string, unknown>[]>(['keys', 'list', 'acme', '--json']);
    const narrow = { name: 'narrow', scopes: ['tickets:read', 'tickets:write'], replaced_by: null };
    expect(listed.find(({ name }) => name === 'narrow')).toMatchObject({
      ...narrow,
      last_used_at: expect.stringMatching(/Z$/) as string,
    });
    expect(listed.find(({ name }) => name === 'wide')).toMatchObject({ scopes: null, last_used_at: null });
  });

  it.each(['tickets:read,all,Tickets:Read', ''])(
    'that do not exist are refused with the list of those that do: %j',
    async (scopes) => {
      const args = ['keys', 'create', 'acme', '--name', 'refused', '--scopes', scopes];
      const { status, stdout, stderr } = await desk.run(args);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`There is no scope ${scopes === '' ? '""' : '"all", "Tickets:Read"'}`);
      for (const known of KEY_SCOPES) expect(stderr).toContain(known);
      expect(await named('refused')).toEqual([]);
    },
  );
});

describe('a list that is wider than the terminal', () => {
  const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

  it('is cut to it, by COLUMNS when that says how wide it is, and whole where no terminal is', async () => {
    await create('a name that has no room beside everything else');
    const args = ['keys', 'list', 'acme'];
    const onTerminal = await desk.run(args, { isTerminal: true });
    expect([widest(onTerminal.stdout), onTerminal.stdout]).toEqual([80, expect.stringContaining('…')]);
    const narrow = Desk.on(example.database, { COLUMNS: '60' });
    expect(widest((await narrow.run(args, { isTerminal: true })).stdout)).toBe(60);
    expect(await narrow.output(args)).toContain('a name that has no room beside everything else');
    const wide = Desk.on(example.database, { COLUMNS: '400' });
    expect((await wide.run(args, { isTerminal: true })).stdout).toBe(await desk.output(args));
  });
});

describe('the member of a key', () => {
  it('is named at its creation, listed, and passes to the key that takes its place', async () => {
    await desk.output(['keys', 'create', 'acme', '--name', 'of eve', '--as', 'eve@acme.example']);
    await desk.output(['keys', 'rotate', 'acme', await idOf('of eve')]);
    expect(await desk.output(['keys', 'list', 'acme'])).toMatch(
      / of eve .* valid, speaks for eve@acme\.example$/m,
    );
    const listed = await desk.json<Record<string, unknown>[]>(['keys', 'list', 'acme', '--json']);
    const member = { id: expect.any(String) as string, name: expect.any(String) as string };
    const shown = { ...member, email: 'eve@acme.example', state: 'active' };
    const membersOf = (wanted: string) =>
      listed.filter(({ name }) => name === wanted).map(({ team_member }) => team_member);
    expect([membersOf('of eve'), membersOf('wide')]).toEqual([[shown, shown], [null]]);
  });

  it.each([
    ['nobody@acme.example', 1, 'There is no active team member nobody@acme.example.'],
    ['nobody', 2, 'It must be an e-mail address.'],
  ])('is refused: %s', async (as, expected, sentence) => {
    const args = ['keys', 'create', 'acme', '--name', 'of nobody', '--as', as];
    const { status, stdout, stderr } = await desk.run(args);
    expect([status, stdout, stderr]).toEqual([expected, '', expect.stringContaining(sentence)]);
    expect(await named('of nobody')).toEqual([]);
  });
});

describe('the limit of a key', () => {
  it('is given at its creation, changed and taken back', async () => {
    await desk.output(['keys', 'create', 'acme', '--name', 'limited', '--rate-limit', '600']);
    const id = await idOf('limited');
    expect((await named('limited'))[0]?.requestsPerMinute).toBe(600);
    expect(await desk.run(['keys', 'limit', 'acme', id, 'default'])).toMatchObject({
      status: 0,
      stderr: `The key ${id} of workspace "acme" has the limit of its workspace.\n`,
    });
    expect((await named('limited'))[0]?.requestsPerMinute).toBeNull();
    await desk.output(['keys', 'limit', 'acme', id, '50']);
    expect(await desk.output(['keys', 'list', 'acme'])).toMatch(/ limited +\S+ +all +50 /);
    await app.operator.revokeKey(workspace, id);
    expect(await desk.run(['keys', 'limit', 'acme', id, '60'])).toMatchObject({
      status: 1,
      stderr: `There is no API key ${id}.\n`,
    });
  });

  it.each([
    [['keys', 'limit', 'acme', UNKNOWN_ID, '0'], 2, 'must be a whole number from 1 to'],
    [
      ['keys', 'create', 'acme', '--name', 'x', '--rate-limit', 'much'],
      2,
      'must be a whole number from 1 to',
    ],
    [['keys', 'limit', 'acme', UNKNOWN_ID, '5'], 1, `There is no API key ${UNKNOWN_ID}.`],
  ])('is refused: %j', async (args, expected, sentence) => {
    const { status, stderr } = await desk.run(args);
    expect([status, stderr]).toEqual([expected, expect.stringContaining(sentence)]);
  });
});

describe('keys rotate', () => {
  it('gives a key of the same name and scopes, alone, and lets the old one work for a day', async () => {
    const old = await create('nightly', { scopes: ['tickets:read'] });
    const id = await idOf('nightly');
    const { status, stdout, stderr } = await desk.run(['keys', 'rotate', 'acme', id]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^desk_[0-9A-Za-z]{38}\n$/)]);
    expect(stderr).toMatch(/^This key of workspace "acme" does not expire\. It is not shown again\.\n/);
    expect(stderr).toMatch(new RegExp(`\\nThe old key ${id} works until \\S+Z\\.\\n$`));
    expect([await statusWith(old), await statusWith(stdout.trim())]).toEqual([200, 200]);
    const [before, after] = await named('nightly');
    expect(before).toMatchObject({ id, scopes: ['tickets:read'], replacedBy: after?.id });
    expect(hoursUntil(before?.expiresAt)).toBe(24);
    expect(after).toMatchObject({ scopes: ['tickets:read'], expiresAt: null, replacedBy: null });
  });

  it('ends the old key after the overlap that was asked for, and never later than it would have ended', async () => {
    await create('monthly', { expiresAt: inHours(720) });
    await desk.output(['keys', 'rotate', 'acme', await idOf('monthly'), '--overlap', '2h']);
    await create('hourly', { expiresAt: inHours(6) });
    await desk.output(['keys', 'rotate', 'acme', await idOf('hourly'), '--overlap', '7d']);
    const ends = async (name: string) => (await named(name)).map((key) => hoursUntil(key.expiresAt));
    expect(await ends('monthly')).toEqual([2, 720]);
    expect(await ends('hourly')).toEqual([6, 6]);
  });

  it('is refused for a key that is unknown, revoked or rotated already, and makes no key', async () => {
    for (const name of ['revoked', 'rotated']) await create(name);
    const [revoked, rotated] = [await idOf('revoked'), await idOf('rotated')];
    await app.operator.revokeKey(workspace, revoked);
    await app.operator.rotateKey(workspace, rotated, inHours(1));
    const successor = (await named('rotated'))[1]?.id ?? '';
    const livesOfAll = async () =>
      (await app.operator.listKeys(workspace)).map(({ id, expiresAt }) => ({ id, expiresAt }));
    const before = await livesOfAll();
    for (const [id, sentence] of [
      ['nonsense', 'There is no API key nonsense.'],
      [UNKNOWN_ID, `There is no API key ${UNKNOWN_ID}.`],
      [revoked, `The API key ${revoked} is revoked.`],
      [rotated, `The API key ${rotated} was rotated already: ${successor} took its place.`],
    ] as const) {
      const refused = { status: 1, stdout: '', stderr: `${sentence}\n` };
      expect(await desk.run(['keys', 'rotate', 'acme', id])).toMatchObject(refused);
    }
    expect(await livesOfAll()).toEqual(before);
  });

  it('is not understood with an overlap that is no length of time', async () => {
    const { status, stderr } = await desk.run(['keys', 'rotate', 'acme', UNKNOWN_ID, '--overlap', '0h']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('a number and one of h, d, w, y')]);
  });
});

describe('what a command has made, with --json', () => {
  const json = (...args: string[]) => desk.json<Record<string, unknown>>([...args, '--json']);

  it('is the key as lists show it, and its text', async () => {
    const made = await json('keys', 'create', 'acme', '--name', 'made', '--scopes', 'tickets:read');
    const { key, ...listed } = made;
    expect(listed).toMatchObject({ id: await idOf('made'), name: 'made', scopes: ['tickets:read'] });
    expect(await statusWith(key as string)).toBe(200);
    const next = await json('keys', 'rotate', 'acme', listed['id'] as string);
    expect(next).toMatchObject({ id: (await named('made'))[1]?.id, name: 'made', replaced_by: null });
    expect(await statusWith(next['key'] as string)).toBe(200);
  });

  it('is the workspace with its changes, then its tickets, and what went with it', async () => {
    const manifest = JSON.stringify({
      workspace: { subdomain: 'made', name: 'Made' },
      groups: [{ name: 'Support' }],
    });
    const apply = async () =>
      JSON.parse(await desk.output(['workspace', 'apply', '-', '--json'], { input: manifest })) as object;
    expect(await apply()).toEqual({
      workspace: { subdomain: 'made', name: 'Made' },
      changes: expect.arrayContaining([expect.stringContaining('Support')]) as unknown,
    });
    expect(await apply()).toMatchObject({ changes: [] });
    expect(await json('seed', 'made', '--tickets', '3')).toEqual({ workspace: 'made', tickets: 3, seed: 1 });
    const owner = Desk.on(example.database, { MIGRATION_DATABASE_URL: example.database.ownerUrl });
    expect(JSON.parse(await owner.output(['migrate', '--json']))).toEqual({ migrations: [] });
    const gone = await owner.output(['workspace', 'delete', 'made', '--confirm', 'made', '--json']);
    expect(JSON.parse(gone)).toMatchObject({ tickets: 3, groups: 1 });
  });
});
