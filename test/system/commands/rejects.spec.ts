import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BulkDesk } from '../../support/servers/bulk-desk.js';
import { PROJECT, RunningProcess } from '../../support/servers/processes.js';
import { testEngine } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

interface Refused {
  readonly line: number;
  readonly text: string;
}

const refusedIn = async (path: string): Promise<Refused[]> =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Refused);

describe('the file of refused lines', () => {
  it('has all reasons of a line, and is gone when an import of the mended file refuses nothing', async () => {
    const subdomain = await bulk.workspace('mended');
    const importing = async (line: string) =>
      (await bulk.import(subdomain, await bulk.fileWith('mended.ndjson', line))).status;
    const rejects = bulk.pathOf('mended.ndjson.rejects.ndjson');
    expect(await importing('{"email":"a"}')).toBe(1);
    expect(JSON.parse(await readFile(rejects, 'utf8'))).toMatchObject({
      reasons: [{ field: 'email' }, { field: 'subject', message: 'is required' }],
    });
    expect(await importing('{"email":"a@b.example","subject":"Mended"}\n')).toBe(0);
    await expect(readFile(rejects)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the file of refused lines of an import that still reads', () => {
  const pathOfRejects = () => bulk.pathOf('stdin.rejects.ndjson');

  /** Begins an import of standard input, which waits for its lines. */
  async function begun(subdomain: string): Promise<{ process: RunningProcess; input: FileHandle }> {
    await bulk.workspace(subdomain);
    // The import removes this as soon as it begins.
    const old = await bulk.fileWith('stdin.rejects.ndjson', '{}');
    const pipe = bulk.pathOf(`${subdomain}.pipe`);
    execFileSync('mkfifo', [pipe]);
    const command = `exec '${process.execPath}' '${join(PROJECT, 'dist/cli.js')}' import tickets ${subdomain} - < '${pipe}'`;
    const importing = RunningProcess.of('sh', ['-c', command], {
      cwd: bulk.pathOf('.'),
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: bulk.database.serviceUrl,
        DATABASE_ENGINE: testEngine(),
      },
    });
    const input = await open(pipe, 'w');
    await until(() => !existsSync(old));
    return { process: importing, input };
  }

  it('is not that of another import, which ends first and takes the name', async () => {
    const slow = await begun('slow');
    const fast = ['import', 'tickets', await bulk.workspace('fast'), '-'];
    const quick = await bulk.desk.run(fast, { input: '{"email":"fast"}\n', cwd: bulk.pathOf('.') });
    expect(quick.stderr).toContain('The refused lines and the reasons are in stdin.rejects.ndjson.\n');
    await slow.input.appendFile('{"email":"slow"}\n');
    await slow.input.close();
    const { status, stderr } = await slow.process.ended;
    const [, own = ''] = /reasons are in (stdin\.[0-9a-f]{12}\.rejects\.ndjson)\.\n/.exec(stderr) ?? [];
    expect([status, own]).toEqual([1, expect.stringMatching(/./)]);
    expect(await refusedIn(bulk.pathOf(own))).toMatchObject([{ line: 1, text: '{"email":"slow"}' }]);
    expect(await refusedIn(pathOfRejects())).toMatchObject([{ line: 1, text: '{"email":"fast"}' }]);
  });

  it('gets its name also when the import is interrupted', async () => {
    const { process: importing, input } = await begun('interrupted');
    const named = async () => (await readdir(bulk.pathOf('.'))).filter((name) => name.startsWith('stdin.'));
    const before = await named();
    await input.appendFile('{"email":"a"}\n'.repeat(1_000));
    await until(async () => (await named()).length > before.length);
    importing.signal('SIGINT');
    expect((await importing.ended).signal).toBe('SIGINT');
    await input.close();
    expect(await named()).toEqual([...before, 'stdin.rejects.ndjson'].sort());
    expect((await refusedIn(pathOfRejects()))[0]).toMatchObject({ line: 1, text: '{"email":"a"}' });
  });
});
