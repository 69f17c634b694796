import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Desk } from '../../support/servers/desk.js';
import { linesOf, temporaryFolder } from '../../support/servers/processes.js';
import { freshDatabase } from '../../support/test-database.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let desk: Desk;

beforeAll(async () => {
  folder = await temporaryFolder();
  database = await freshDatabase();
  desk = Desk.on(database);
  await desk.output(['workspace', 'apply', 'examples/acme.workspace.yaml']);
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

describe('import tickets', () => {
  // @proves D-10-17
  it('imports the example, and again without doubling what has an external id', async () => {
    const first = await desk.run(['import', 'tickets', 'acme', 'examples/tickets.ndjson']);
    expect(first).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '5 imported, 0 updated, 0 unchanged, 0 rejected\n',
    });
    const second = await desk.run(['import', 'tickets', 'acme', 'examples/tickets.ndjson']);
    expect(second.stderr).toBe('2 imported, 0 updated, 3 unchanged, 0 rejected\n');
  });

  // @proves D-10-3, D-10-21
  it('leaves bad lines in a rejects file, imports the rest and fails', async () => {
    const file = await folder.write(
      'some.ndjson',
      '{"email":"a@b.example","subject":"Good"}\n\nnot json\n{"email":"a@b.example","subject":"","status":"odd"}\n',
    );
    const { status, stderr } = await desk.run(['import', 'tickets', 'acme', file]);
    expect(status).toBe(1);
    expect(linesOf(stderr).at(-1)).toBe('1 imported, 0 updated, 0 unchanged, 2 rejected');
    const rejects = linesOf(await readFile(`${file}.rejects.ndjson`, 'utf8')).map(
      (line) => JSON.parse(line) as { line: number; reasons: { field: string }[]; text: string },
    );
    expect(rejects.map(({ line, text }) => [line, text])).toEqual([
      [3, 'not json'],
      [4, '{"email":"a@b.example","subject":"","status":"odd"}'],
    ]);
    expect(rejects[1]?.reasons.map(({ field }) => field)).toEqual(['subject', 'status']);
  });

  it('removes the rejects file of an earlier import when no line is refused any more; a dry run does not', async () => {
    const file = await folder.write('mended.ndjson', '{"email":"a@b.example","subject":""}\n');
    const rejects = `${file}.rejects.ndjson`;
    expect((await desk.run(['import', 'tickets', 'acme', file])).status).toBe(1);
    const before = await readFile(rejects, 'utf8');
    await writeFile(file, '{"email":"a@b.example","subject":"Mended"}\n');
    expect((await desk.run(['import', 'tickets', 'acme', file, '--dry-run'])).status).toBe(0);
    expect(await readFile(rejects, 'utf8')).toBe(before);
    expect((await desk.run(['import', 'tickets', 'acme', file])).status).toBe(0);
    await expect(readFile(rejects)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  // @proves D-10-17
  it('reads standard input for -, with its rejects in the current folder', async () => {
    const input = '{"email":"a@b.example","subject":"Good"}\n[]';
    const { status } = await desk.run(['import', 'tickets', 'acme', '-'], { input, cwd: folder.path });
    expect(status).toBe(1);
    expect(await readFile(join(folder.path, 'stdin.rejects.ndjson'), 'utf8')).toMatch(/^{"line":2,/);
  });

  it.each([
    [['nowhere', 'examples/tickets.ndjson'], 'There is no workspace "nowhere".\n'],
    [['nowhere', 'no-such.ndjson'], 'The file no-such.ndjson cannot be read: there is no such file.\n'],
    [['nowhere', 'examples'], 'The file examples cannot be read: it is a folder.\n'],
  ])('fails in a sentence: %j', async (args, sentence) => {
    expect(await desk.run(['import', 'tickets', ...args])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: sentence,
    });
  });
});
