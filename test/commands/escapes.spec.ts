import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Desk } from '../support/servers/desk.js';
import { temporaryFolder, type Finished } from '../support/servers/processes.js';
import { freshDatabase } from '../support/test-database.js';

/** Clears the screen in three ways, rings, returns, and turns the direction of what follows. */
const EVIL = '\u001b[2J\u009b2J\u001b]0;owned\u0007\r\u202emoor';
/** What the product takes in names of one line. */
const TURNED = 'Sales\u202egpj.exe\u2066';
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let desk: Desk;

beforeAll(async () => {
  [folder, database] = [await temporaryFolder(), await freshDatabase()];
  desk = Desk.on(database);
  const manifest = {
    workspace: { subdomain: 'turned', name: TURNED },
    groups: [{ name: TURNED }],
    team_members: [{ email: 'eve@team.example', first_name: TURNED }],
  };
  await desk.output(['workspace', 'apply', '-'], { input: JSON.stringify(manifest) });
  await desk.output(['keys', 'create', 'turned', '--name', TURNED]);
  const ticket = {
    email: 'a@b.example',
    subject: TURNED,
    description: `<pre>${TURNED}\t</pre>`,
    tags: [TURNED],
  };
  await desk.output(['import', 'tickets', 'turned', '-'], { input: JSON.stringify(ticket) });
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

/** Both outputs, piped and on a terminal: neither has anything that a terminal obeys, except colours of ours. */
async function harmless(args: readonly string[], { input = '', isTerminal = true } = {}): Promise<Finished> {
  const quiet = Desk.on(database, { NO_COLOR: '1', COLUMNS: '999' });
  const shown = await quiet.run(args, { input, isTerminal, cwd: folder.path });
  expect(shown.stdout + shown.stderr).not.toMatch(OBEYED);
  return shown;
}

describe('what a terminal would obey is shown escaped', () => {
  it.each([
    [['workspace', 'list']],
    [['workspace', 'list', '--json']],
    [['workspace', 'show', 'turned']],
    [['workspace', 'show', 'turned', '--json']],
    [['keys', 'list', 'turned']],
    [['keys', 'list', 'turned', '--json']],
    [['audit', 'turned']],
    [['audit', 'turned', '--json']],
    [['events', 'tail', 'turned', '--no-follow']],
    [['events', 'tail', 'turned', '--no-follow', '--json']],
  ])('in names that are listed: %j', async (args) => {
    const { status, stdout } = await harmless(args);
    expect([status, stdout]).toEqual([0, expect.stringContaining('Sales\\u202egpj.exe\\u2066')]);
    if (args.includes('--json') && args[0] === 'keys')
      expect(JSON.parse(stdout)).toMatchObject([{ name: TURNED }]);
  });

  it.each([
    [[EVIL], 2],
    [['workspace', EVIL], 2],
    [['workspace', 'list', `--${EVIL}`], 2],
    [['workspace', 'list', `--jsno\n${EVIL}`], 2],
    [['workspace', 'show', `nowhere${EVIL}\nDone.`], 1],
    [['workspace', 'apply', `no-file${EVIL}`], 1],
    [['keys', 'create', 'turned', '--name', EVIL], 2],
    [['keys', 'create', 'turned', '--name', 'x', '--scopes', EVIL], 2],
    [['keys', 'revoke', 'turned', EVIL], 1],
    [['keys', 'limit', 'turned', 'x', EVIL], 2],
    [['audit', 'turned', '--action', EVIL], 2],
    [['mail', 'test', 'turned', EVIL], 2],
    [['webhooks', 'create', 'turned', EVIL, '--types', EVIL], 2],
    [['import', 'tickets', 'turned', `no-file${EVIL}`], 1],
    [['import', 'tickets', 'turned', '-', '--format', EVIL], 2],
    [['export', 'tickets', 'turned', '--output', `nowhere${EVIL}/x`], 1],
    [['distribute', '--network', EVIL], 1],
  ])('in arguments: %j', async (args, status) => {
    const shown = await harmless(args);
    expect(shown).toMatchObject({
      status,
      stdout: '',
      stderr: expect.stringContaining('\\u001b[2J') as string,
    });
    // What follows the end of a line in an argument begins no line of ours.
    expect(shown.stderr).not.toMatch(/^(Done|\\u)/m);
  });

  it('in what is wrong with a manifest, and in the names of its file', async () => {
    const manifest = {
      workspace: { subdomain: 'wrong', name: `Wrong ${EVIL}` },
      team_members: [{ email: 'eve@team.example', first_name: 'Eve', groups: [`None ${EVIL}`], [EVIL]: 1 }],
    };
    const file = join(folder.path, `wrong${EVIL.replace('/', '')}.yaml`);
    await writeFile(file, JSON.stringify(manifest));
    const { status, stdout, stderr } = await harmless(['workspace', 'apply', file]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The manifest .*\n( {2}.*\n){4}$/);
    expect(stderr).toContain('is not a group: "None \\u001b[2J');
    const broken = await harmless(['workspace', 'apply', '-'], { input: `a: "\n${EVIL}: {` });
    expect(broken).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The manifest .*\n$/) as string,
    });
  });

  it('in lines that an import refuses, in a dry run too', async () => {
    await mkdir(join(folder.path, EVIL), { recursive: true });
    const file = join(EVIL, 'some.ndjson');
    const line = { email: 'a@b.example', subject: 'x', status: EVIL, [EVIL]: 1 };
    await writeFile(join(folder.path, file), JSON.stringify(line));
    for (const more of [[], ['--dry-run']]) {
      const { status, stderr } = await harmless(['import', 'tickets', 'turned', file, ...more], {
        isTerminal: false,
      });
      expect([status, stderr]).toEqual([1, expect.stringContaining('\\u001b[2J')]);
    }
  });

  it('in an export to a terminal, while a pipe gets the bytes', async () => {
    const args = ['export', 'tickets', 'turned', '--format', 'csv', '--raw'];
    const [shown, piped] = [await desk.run(args, { isTerminal: true }), await desk.run(args)];
    expect(shown.stdout).not.toMatch(OBEYED);
    expect(shown.stdout).toContain('Sales\\u202egpj.exe');
    expect(piped.stdout).toContain(TURNED);
  });
});
