import { KEY_SCOPES } from '../../src/auth/scopes.js';
import { ApiClient } from '../support/servers/api-client.js';
import { openExampleDesk, type Desk, type ExampleDesk } from '../support/servers/desk.js';
import type { WantedKey } from '../support/host/operator.js';
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
