// The command line as a process of its own: what only a process can show. What commands do is in test/commands/.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, cp, open, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DeskProcess } from '../../support/servers/desk.js';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';
import { freshDatabase } from '../../support/test-database.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let desk: DeskProcess;

beforeAll(async () => {
  [database, folder] = [await freshDatabase(), await temporaryFolder()];
  desk = new DeskProcess({ DATABASE_URL: database.serviceUrl });
  await desk.output(['workspace', 'apply', 'examples/acme.workspace.yaml']);
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

/** A program with nothing of our environment but what finds programs. */
const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args, {
    cwd: PROJECT,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      DATABASE_URL: database.serviceUrl,
    },
  });

describe('the command line', () => {
  // @proves D-10-1
  it('is the bin of the package and the script desk', async () => {
    const manifest = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
      scripts: Record<string, string>;
    };
    expect(manifest.bin).toEqual({ 'support-desk': 'dist/main.js', desk: 'dist/cli.js' });
    expect(await readFile(join(PROJECT, 'dist', 'cli.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const [, file = ''] = /node (\S+\.m?js)/.exec(manifest.scripts['desk'] ?? '') ?? [];
    await access(join(PROJECT, file), constants.R_OK);
    const shown = await run('npm', ['run', '-s', 'desk', '--', '--help']);
    for (const command of ['workspace', 'keys', 'import', 'seed', 'migrate'])
      expect(shown.stdout).toMatch(new RegExp(`^ +${command}\\b`, 'm'));
  });

  it('reads standard input, writes data to standard output and messages to standard error', async () => {
    const input = 'workspace: { subdomain: piped, name: Piped }';
    const applied = await desk.run(['workspace', 'apply', '-'], { input });
    expect([applied.status, applied.stderr]).toEqual([
      0,
      expect.stringMatching(/^Workspace "piped": \d+ changes\.\n$/),
    ]);
    const made = await desk.run(['keys', 'create', 'piped', '--name', 'Test key']);
    expect([made.status, made.stdout]).toEqual([0, expect.stringMatching(/^desk_[0-9A-Za-z]{38}\n$/)]);
  });

  it.each([
    [['workspace', 'show', 'nowhere'], 1],
    [['frobnicate'], 2],
  ])('tells the outcome by its status: %j', async (args, status) => {
    expect(await desk.run(args)).toMatchObject({
      status,
      stdout: '',
      stderr: expect.stringMatching(/./) as string,
    });
  });

  it('seeds in a clone only, whose benchmarks make the tickets', async () => {
    const installed = join(folder.path, 'installed');
    await cp(join(PROJECT, 'dist'), join(installed, 'dist'), { recursive: true });
    await cp(join(PROJECT, 'package.json'), join(installed, 'package.json'));
    await symlink(join(PROJECT, 'node_modules'), join(installed, 'node_modules'));
    const seeding = run(process.execPath, [join(installed, 'dist/cli.js'), 'seed', 'acme', '--tickets', '1']);
    await expect(seeding).rejects.toMatchObject({
      code: 1,
      stderr:
        'This installation has no generator of synthetic tickets: run the command in a clone of the repository.\n',
    });
  });

  it('draws the progress of an import on a terminal', async () => {
    // Standard error says that it is a terminal, as it does on one.
    const terminal = 'data:text/javascript,process.stderr.isTTY=true';
    const importing = ['import', 'tickets', 'acme', 'examples/tickets.ndjson'];
    const args = ['--import', terminal, join('dist', 'cli.js'), ...importing];
    const { stdout, stderr } = await run(process.execPath, args);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/100 ?%/);
  });

  it('ends quietly when its reader has enough', async () => {
    await desk.output(['seed', 'acme', '--tickets', '300']);
    const exporting = `'${process.execPath}' dist/cli.js export tickets acme | head -n 1`;
    const { stdout, stderr } = await run('sh', ['-c', exporting]);
    expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
  });
});

const onFullDisk = existsSync('/dev/full') ? it : it.skip;

describe('a command whose output cannot be kept', () => {
  beforeAll(() =>
    desk.output(['workspace', 'apply', '-'], { input: 'workspace: { subdomain: blank, name: Blank }' }),
  );

  onFullDisk.each([
    ['--help'],
    ['workspace list'],
    ['workspace show acme --json'],
    ['export tickets acme'],
    ['export tickets blank --format csv'],
  ])('says so and ends with status 1: %s', async (words) => {
    const file = await open('/dev/full', 'w');
    try {
      expect(await desk.run(words.split(' '), { output: file.fd })).toMatchObject({
        status: 1,
        stderr: 'Standard output cannot be written: no space is left.\n',
      });
    } finally {
      await file.close();
    }
  });
});

describe('however large a file is', () => {
  it('import and export need little memory', async () => {
    const small = new DeskProcess({
      DATABASE_URL: database.serviceUrl,
      NODE_OPTIONS: '--max-old-space-size=80',
    });
    const input = 'workspace: { subdomain: large, name: Large }';
    await desk.output(['workspace', 'apply', '-'], { input });
    const description = `<p>${'Many words. '.repeat(20_000)}</p>`;
    const lines = Array.from({ length: 500 }, (_, index) =>
      JSON.stringify({
        email: 'a@b.example',
        subject: `Ticket ${index}`,
        description,
        external_id: `${index}`,
      }),
    );
    const [file, output] = ['large.ndjson.gz', 'large.csv'].map((name) => join(folder.path, name)) as [
      string,
      string,
    ];
    await writeFile(file, gzipSync(lines.join('\n')));
    expect(await small.run(['import', 'tickets', 'large', file])).toMatchObject({ status: 0 });
    const exported = await small.run(['export', 'tickets', 'large', '--output', output]);
    expect(exported).toMatchObject({ status: 0 });
    expect((await readFile(output)).length).toBeGreaterThan(500 * description.length);
  }, 120_000);
});
