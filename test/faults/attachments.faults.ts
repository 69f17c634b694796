import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/servers/processes.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { caller } from './support/caller.js';
import { Installation } from './support/installation.js';
import type { Target } from './support/load.js';
import { numbersFrom, SEED } from './support/seed.js';
import { StoredFiles } from './support/stored-files.js';
import { bytesAt, uploadBytes } from './support/uploading.js';

const KILLS = size({ here: 6, long: 20, by: 'KILLS' });
const PHASES = ['upload', 'attach', 'sweep'] as const;
const CLIENTS = 6;
const LARGE = 6 * 1024 * 1024;
const SMALL = 200;
/** Uploads that nobody attached, and as many files without a record, that a killed sweep had to take away. */
const GARBAGE = 300;
/** The service is killed at a random moment within this number of milliseconds. Large files, tickets and sweeps take about that long. */
const LONGEST_MS = { upload: 250, attach: 150, sweep: 60 };
const SWEPT_WITHIN_S = 60;
/** The starts and sweeps take a while on a busy machine. */
const TIMEOUT_MS = 600_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let installation: Installation;
let target: Target;
let stored: StoredFiles;

beforeAll(async () => {
  folder = await temporaryFolder();
  const ATTACHMENTS_DIR = join(folder.path, 'files');
  installation = await Installation.open({ service: { ATTACHMENTS_DIR } });
  target = installation.nextTarget();
  stored = new StoredFiles(installation, ATTACHMENTS_DIR);
});
afterAll(async () => {
  await installation.close();
  await folder.remove();
});

/** A file that a client was told to be attached. */
interface Attached {
  readonly letter: string;
  /** The path of the conversation that shows it last. */
  readonly conversation: string;
}

/** Uploads files and attaches them to new tickets and to comments in turn, until the service does not answer. */
async function attachUntilKilled(all: Attached[], client: number): Promise<void> {
  const call = caller(target);
  const number = target.tickets.first + client;
  for (let turn = 0; ; turn++) {
    const letter = String.fromCharCode(97 + (turn % 26));
    const signedId = await uploadBytes(target, SMALL, letter);
    if (signedId === null) return;
    const attachments = [signedId];
    const ticket = { email: 'a@faults.example', subject: 'A file', description: '<p>Here</p>', attachments };
    const comment = {
      author_email: 'a@faults.example',
      author_type: 'customer',
      content: 'Here',
      attachments,
    };
    const isTicket = turn % 2 === 0;
    const answer = isTicket
      ? await call('POST', '/tickets', ticket)
      : await call('POST', `/tickets/${number}/comments`, comment);
    if (answer.status !== 201) return;
    const made = answer.body as { ticket?: { id: string }; comment?: { id: string } };
    const conversation = isTicket
      ? `/tickets/${made.ticket?.id ?? ''}/comments`
      : `/tickets/${number}/comments/${made.comment?.id ?? ''}`;
    all.push({ letter, conversation });
  }
}

async function uploadUntilKilled(): Promise<void> {
  while ((await uploadBytes(target, LARGE)) !== null);
}

async function kill(): Promise<void> {
  installation.service.signal('SIGKILL');
  await installation.service.ended;
}

/** Kills the service a while after clients have begun, and starts it again. */
async function killUnderLoad(
  clients: readonly Promise<void>[],
  attached: readonly Attached[],
  { phase, afterMs }: { readonly phase: (typeof PHASES)[number]; readonly afterMs: number },
): Promise<void> {
  const [files, acknowledged] = [(await stored.files()).length, attached.length];
  // Some files were attached before those that are under way when the service is killed.
  if (phase === 'attach') await until(() => attached.length >= acknowledged + 4);
  else await until(async () => (await stored.files()).length > files);
  await sleep(afterMs);
  await kill();
  await Promise.all(clients);
}

/** Kills the service a while after the sweep at its start has removed the first file. */
async function killDuringSweep(afterMs: number): Promise<void> {
  await kill();
  await stored.makeGarbage(GARBAGE);
  const before = (await stored.files()).length;
  const starting = installation.startService().catch(() => undefined);
  await until(async () => (await stored.files()).length < before);
  await sleep(afterMs);
  await kill();
  await starting;
}

/** Waits for the end of the sweep at the start of the service. Then every file has a record, and every record its file. */
async function expectSwept(): Promise<void> {
  const hasEnded = async (): Promise<boolean> => (await stored.leftovers()).bytesWithoutRecord.length === 0;
  await until(hasEnded, SWEPT_WITHIN_S).catch(() => undefined);
  const { bytesWithoutRecord, recordsWithoutBytes } = await stored.leftovers();
  expect({ bytesWithoutRecord, recordsWithoutBytes }).toEqual({
    ...{ bytesWithoutRecord: [], recordsWithoutBytes: [] },
  });
}

/** Kills the service at random points. @returns how many uploads were under way, and how many files killed sweeps left */
async function killAtRandomPoints(attached: Attached[]): Promise<{ underWay: number; unswept: number }> {
  const random = numbersFrom(SEED);
  let unswept = 0;
  for (let turn = 0; turn < KILLS; turn++) {
    const phase = PHASES[turn % PHASES.length] ?? 'upload';
    const afterMs = random(LONGEST_MS[phase]);
    const clients = Array.from({ length: phase === 'sweep' ? 0 : CLIENTS }, (_, client) =>
      phase === 'upload' ? uploadUntilKilled() : attachUntilKilled(attached, client),
    );
    if (phase === 'sweep') await killDuringSweep(afterMs);
    else await killUnderLoad(clients, attached, { phase, afterMs });
    if (phase === 'sweep') unswept += (await stored.leftovers()).bytesWithoutRecord.length;
    await installation.startService();
    await expectSwept();
  }
  return { unswept, underWay: (await stored.leftovers()).underWay };
}

async function expectReadable({ letter, conversation }: Attached): Promise<void> {
  const { body } = await caller(target)('GET', conversation);
  const { comments = [], comment = comments[0] } = body as {
    comments?: { attachments: { url: string }[] }[];
    comment?: { attachments: { url: string }[] };
  };
  const { pathname } = new URL(comment?.attachments[0]?.url ?? '');
  expect(String(await bytesAt(target, pathname))).toBe(letter.repeat(SMALL));
}

// @proves E-16-10
it(
  `the service is killed at ${KILLS} random points of uploads, attaching and sweeps: no record is left without bytes, and no bytes without a record`,
  async () => {
    const attached: Attached[] = [];
    try {
      const { underWay, unswept } = await killAtRandomPoints(attached);
      // An upload that was under way has two hours. When they are over, the next sweep takes its record and what there is of its bytes.
      await installation.postgres.ask('UPDATE attachments SET expires_at = now() WHERE sha256 IS NULL');
      await kill();
      await installation.startService();
      await until(async () => (await stored.leftovers()).underWay === 0, SWEPT_WITHIN_S);
      await expectSwept();
      expect((await stored.leftovers()).parts).toBe(0);
      for (const one of attached) await expectReadable(one);
      // The points were in the middle of something.
      expect(underWay).toBeGreaterThan(0);
      expect(unswept).toBeGreaterThan(0);
      expect(attached.length).toBeGreaterThan(KILLS);
      expect(installation.defects()).toEqual([]);
    } catch (error) {
      throw new Error(`SEED=${SEED} kills at the same points again.`, { cause: error });
    }
  },
  TIMEOUT_MS,
);

/** What the process had resident at most, in MiB. */
async function peakOf({ pid }: { readonly pid: number }): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

// @proves E-16-11
it(
  'twenty uploads of 50 MB at once leave the service below 350 MB resident, and all of them arrive',
  async () => {
    await kill();
    await installation.startService();
    const uploads = Array.from({ length: 20 }, () => uploadBytes(target, 50 * 1024 * 1024));
    expect((await Promise.all(uploads)).filter((signedId) => signedId === null)).toEqual([]);
    expect(await peakOf(installation.service)).toBeLessThan(350);
  },
  TIMEOUT_MS,
);
