import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import supertest from 'supertest';
import { Desk, openExampleDesk, type ExampleDesk } from '../../support/servers/desk.js';
import { freePort } from '../../support/servers/free-port.js';
import { PROJECT, RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { freshDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

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

/** A program of the project whose output and errors go to a file. */
const writingTo = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningProcess =>
  RunningProcess.of('sh', ['-c', 'exec "$@" >>"$0" 2>>"$0"', file, process.execPath, ...args], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });

describe('a log without room', () => {
  const onFullDisk = existsSync('/dev/full') ? it : it.skip;
  const started: RunningProcess[] = [];
  let database: Awaited<ReturnType<typeof freshDatabase>>;

  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(async () => {
    for (const one of started) one.signal('SIGKILL');
    await database.drop();
  });

  /** A service that answers, or has ended. `ask` tells the status of an answer; 0 is none. */
  async function aService(log: string, env: Record<string, string> = {}) {
    const port = String(await freePort());
    const service = writingTo(log, ['dist/main.js'], {
      PORT: port,
      DATABASE_URL: database.serviceUrl,
      ...env,
    });
    started.push(service);
    let isOver = false;
    void service.ended.then(() => (isOver = true));
    const ask = async (path: string, id = 'some'): Promise<number> => {
      const asking = supertest(`http://127.0.0.1:${port}`).get(path);
      const answer = await asking.set({ Connection: 'close', 'X-Request-Id': id }).catch(() => null);
      return answer?.status ?? 0;
    };
    await until(async () => isOver || (await ask('/health/live')) === 200);
    return { service, ask };
  }

  /** The lines of these requests are more than what is kept for one write, in two processes also. */
  async function expectAnswers(ask: (path: string) => Promise<number>): Promise<void> {
    for (let count = 0; count < 80; count++) expect(await ask('/nowhere')).toBe(404);
    expect(await ask('/health/live')).toBe(200);
  }

  onFullDisk.each(['1', '2'])('loses lines while a service goes on: processes %s', async (WORKERS) => {
    const { service, ask } = await aService('/dev/full', { WORKERS });
    await expectAnswers(ask);
    expect(await service.stop()).toMatchObject({ status: 0, signal: null });
  });

  onFullDisk('keeps no process from ending with its first line', async () => {
    const program = `import { createLog } from './dist/platform/http/log/request-log.js';
      createLog('info').fatal('last words');`;
    const ending = writingTo('/dev/full', ['--input-type=module', '--eval', program]);
    started.push(ending);
    expect(await ending.ended).toMatchObject({ status: 0, signal: null });
  });

  (tried ? it : it.skip)(
    'has whole lines again when there is room again (needs to mount a disk)',
    async () => {
      await onDiskOf('disk-for-log', '64k', async (disk) => {
        const [log, ballast] = [join(disk, 'log'), join(disk, 'ballast')];
        const { service, ask } = await aService(log);
        await expect(writeFile(ballast, Buffer.alloc(100_000))).rejects.toThrow('ENOSPC');
        await expectAnswers(ask);
        await rm(ballast);
        expect(await ask('/nowhere', 'there-is-room')).toBe(404);
        await until(async () => (await readFile(log, 'utf8')).includes('"there-is-room"'));
        await service.stop();
        const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('{'));
        expect(lines.filter((line) => JSON.parse(line) === null)).toEqual([]);
      });
    },
  );
});
