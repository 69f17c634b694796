import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Desk, openExampleDesk, type ExampleDesk } from '../../support/servers/desk.js';
import { temporaryFolder } from '../../support/servers/processes.js';

/** A file system of a few kilobytes or megabytes in memory; null where this system does not let us mount one. */
function mounted(path: string, size: string): { unmount(): void } | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
    return { unmount: () => execFileSync('umount', ['--lazy', path], { stdio: 'ignore' }) };
  } catch {
    return null;
  }
}

const probe = await temporaryFolder();
const tried = mounted(probe.path, '64k');
tried?.unmount();
await probe.remove();
/** Skipped where the system does not let the tests mount a file system, which takes root. */
const whereMountsAreAllowed = tried ? describe : describe.skip;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

const linesOf = (count: number, line: (index: number) => object): string =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(line(index))}\n`).join('');

/** Does work in a folder that is a file system of its own. */
async function onDiskOf<Result>(
  name: string,
  size: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(folder.path, name);
  await mkdir(path);
  const disk = mounted(path, size);
  try {
    return await work(path);
  } finally {
    disk?.unmount();
  }
}

/** Begins a log anew on another disk: on the full one, the words about that could be cut off. @returns its path there */
async function movedOut(log: string): Promise<string> {
  const elsewhere = join(folder.path, 'moved.log');
  await rm(log);
  await symlink(elsewhere, log);
  return elsewhere;
}

whereMountsAreAllowed('on a full disk (needs to mount one)', () => {
  let example: ExampleDesk;
  let desk: Desk;

  beforeAll(async () => {
    example = await openExampleDesk();
    desk = example.desk;
    await desk.output(['seed', 'acme', '--tickets', '500']);
  });
  afterAll(() => example.close());

  it.each(['out.ndjson', 'out.csv.gz'])('an export says so and leaves no file: %s', async (name) => {
    await onDiskOf(`disk-for-${name}`, '16k', async (disk) => {
      const output = join(disk, name);
      expect(await desk.run(['export', 'tickets', 'acme', '--output', output])).toMatchObject({
        status: 1,
        stderr: `The file ${output} cannot be written: no space is left.\n`,
      });
      expect(await readdir(disk)).toEqual([]);
    });
  });

  it('an import says so of its rejects file', async () => {
    await onDiskOf('disk-for-rejects', '64k', async (disk) => {
      const file = join(disk, 'bad.ndjson');
      await writeFile(
        file,
        linesOf(800, () => ({ email: 'nobody', subject: '' })),
      );
      expect(await desk.run(['import', 'tickets', 'acme', file])).toMatchObject({
        status: 1,
        stderr: `The file ${file}.rejects.ndjson cannot be written: no space is left.\n`,
      });
    });
  });

  it('a status says so of the folder of files, and leaves nothing there', async () => {
    await onDiskOf('disk-for-files', '64k', async (disk) => {
      const filled = writeFile(join(disk, 'ballast'), Buffer.alloc(100_000));
      await expect(filled).rejects.toThrow('ENOSPC');
      const status = Desk.on(example.database, { ATTACHMENTS_DIR: disk });
      expect(await status.run(['status'])).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^storage +wrong +files cannot be stored$/m) as string,
      });
      expect(await readdir(disk)).toEqual(['ballast']);
    });
  });

  it('an import says so of its database', async () => {
    await onDiskOf('disk-for-database', '110m', async (disk) => {
      const embedded = new Desk({ DATA_DIR: join(disk, 'data') });
      await embedded.output(['workspace', 'apply', 'examples/acme.workspace.yaml']);
      const log = await movedOut(join(disk, 'data', 'postgres.log'));
      const line = (index: number): object => ({
        email: `customer${index}@customer.example`,
        subject: `Ticket ${index}`,
        description: randomBytes(4_000).toString('hex'),
        tags: [`tag ${index}`],
        external_id: String(index),
      });
      const file = join(folder.path, 'large.ndjson');
      await writeFile(file, linesOf(6_000, line));
      const { status, stderr } = await embedded.run(['import', 'tickets', 'acme', file]);
      expect(status).toBe(1);
      expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^The database cannot be used: .*\.$/);
      expect(stderr).not.toMatch(/^\s+at |not expected/m);
      expect(await readFile(log, 'utf8')).toContain('No space left on device');
    });
  }, 120_000);
});
