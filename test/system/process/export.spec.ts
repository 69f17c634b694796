import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { holdTickets, waitingForLocks } from '../../support/data/stored/held.js';
import { linesOf, PROJECT, RunningProcess, temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** More than the copies that are under way at a time, so that some begin after the first bytes were read. */
const TICKETS = 14_000;

let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app);
  await app.operator.seed(acme.scope.workspaceId, TICKETS);
}, 60_000);
afterAll(() => app.stop());

/** `desk export` on a pipe: it writes no more than the pipe and its buffers hold while nobody reads. */
class Exporting {
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;
  private said = '';

  constructor({ subdomain }: TestWorkspace) {
    this.child = spawn(process.execPath, [join(PROJECT, 'dist/cli.js'), 'export', 'tickets', subdomain], {
      cwd: PROJECT,
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: app.database.serviceUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stderr.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
  }

  /** The first bytes; the others wait. */
  first(): Promise<Buffer> {
    return new Promise((resolve) => {
      this.child.stdout.once('data', (chunk: Buffer) => {
        this.child.stdout.pause();
        resolve(chunk);
      });
    });
  }

  async rest(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.child.stdout) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  stopReading(): void {
    this.child.stdout.destroy();
  }

  ended(): Promise<{ status: number | null; stderr: string }> {
    return new Promise((resolve) => {
      this.child.on('close', (status) => {
        resolve({ status, stderr: this.said });
      });
    });
  }
}

/** What PostgreSQL calls connections of an export. */
const OF_EXPORTS = `FROM pg_stat_activity WHERE application_name = 'support-desk snapshot' AND datname = current_database()`;

describe('an export', () => {
  it('shows one moment, although it reads over two connections and others write meanwhile', async () => {
    const exporting = new Exporting(acme);
    const first = await exporting.first();
    const before = (await acme.client.get(`/tickets/${TICKETS}`)).body.ticket.subject as string;
    expect((await acme.client.put(`/tickets/${TICKETS}`, { subject: 'Changed' })).status).toBe(200);
    await aTicket(acme, { subject: 'Later' });
    const ended = exporting.ended();
    const lines = Buffer.concat([first, await exporting.rest()])
      .toString()
      .trimEnd()
      .split('\n');
    expect(await ended).toMatchObject({ status: 0 });
    expect(lines).toHaveLength(TICKETS);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ subject: before });
    expect(lines.join()).not.toMatch(/"subject":"(Changed|Later)"/);
  });

  it('whose connections are lost fails, and says so', async () => {
    const exporting = new Exporting(acme);
    await exporting.first();
    await asAdmin(app.database, `SELECT pg_terminate_backend(pid) ${OF_EXPORTS}`);
    const ended = exporting.ended();
    await exporting.rest();
    expect(await ended).toEqual({ status: 1, stderr: expect.stringMatching(/database/i) as string });
  });

  it('that nobody reads to its end leaves no connection', async () => {
    const exporting = new Exporting(acme);
    await exporting.first();
    const ended = exporting.ended();
    exporting.stopReading();
    expect(await ended).toEqual({ status: 0, stderr: '' });
    await until(async () => (await asAdmin(app.database, `SELECT ${OF_EXPORTS}`)).length === 0);
  });
});

describe('the file of an export', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  /** Starts exports to one file, each of which has begun one and waits for its first ticket, does something, and lets them go on. */
  async function waitingExports(count: number, act: (running: RunningProcess) => void = () => undefined) {
    const held = await holdTickets(app.database);
    try {
      const args = ['export', 'tickets', acme.subdomain, '--output', join(folder.path, 'tickets.ndjson')];
      const env = { DATABASE_URL: app.database.serviceUrl };
      const all = Array.from({ length: count }, () => RunningProcess.start('cli.js', args, env));
      await until(async () => (await readdir(folder.path)).length === count);
      await until(async () => (await waitingForLocks(app.database)) >= count);
      all.forEach(act);
      return all;
    } finally {
      await held.release();
    }
  }

  it('is whole when two write it at once, and nothing is left beside it', async () => {
    const ended = (await waitingExports(2)).map(async ({ ended }) => (await ended).status);
    expect(await Promise.all(ended)).toEqual([0, 0]);
    expect(await readdir(folder.path)).toEqual(['tickets.ndjson']);
    const lines = linesOf(await readFile(join(folder.path, 'tickets.ndjson'), 'utf8'));
    const numbers = (
      await asAdmin(app.database, 'SELECT FROM tickets WHERE workspace_id = $1', [acme.scope.workspaceId])
    ).length;
    expect(lines).toHaveLength(numbers);
    expect(() => lines.map((line) => JSON.parse(line) as unknown)).not.toThrow();
  });

  it('is not there, nor a part of it, when the export is interrupted', async () => {
    const [exporting] = await waitingExports(1, (running) => {
      running.signal('SIGINT');
    });
    expect(await exporting?.ended).toMatchObject({ signal: 'SIGINT' });
    expect(await readdir(folder.path)).toEqual([]);
  });
});
