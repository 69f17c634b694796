import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { ownerDataSource, migrate, runPatiently } from '../../../src/app/schema/migrator.js';
import { migrations } from '../../../src/app/schema/migrations.js';
import { incompatibilities } from '../../support/migration-rules.js';
import { Desk } from '../../support/servers/desk.js';
import { PROJECT } from '../../support/servers/processes.js';
import { asAdmin, emptyDatabase } from '../../support/test-database.js';
import { IndexOfMoods1999999999999, Moods1999999999998 } from './next.migration.js';
import { until } from '../../support/until.js';

type Database = Awaited<ReturnType<typeof emptyDatabase>>;

const NEXT = [Moods1999999999998, IndexOfMoods1999999999999];

/** Runs migrations as a later version would. */
async function upgrade({ ownerUrl }: Database): Promise<void> {
  const { options } = ownerDataSource(ownerUrl);
  const later = await new DataSource({ ...options, migrations: [...migrations, ...NEXT] }).initialize();
  await runPatiently(later).finally(() => later.destroy());
}

describe('an upgrade to a later version', () => {
  let database: Database;
  let key: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    const desk = new Desk({ DATABASE_URL: database.serviceUrl, MIGRATION_DATABASE_URL: database.ownerUrl });
    await desk.output(['migrate']);
    await desk.output(['workspace', 'apply', join(PROJECT, 'examples/acme.workspace.yaml')]);
    await desk.output(['import', 'tickets', 'acme', join(PROJECT, 'examples/tickets.ndjson')]);
    key = (await desk.output(['keys', 'create', 'acme', '--name', 'test'])).trim();
  });
  afterAll(async () => {
    for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
    await database.drop();
  });

  /** A service of this version, and its address once it is ready. */
  async function serve(): Promise<{ service: ChildProcess; address: string }> {
    const service = spawn(process.execPath, [join(PROJECT, 'dist/main.js')], {
      cwd: PROJECT,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        DATABASE_URL: database.serviceUrl,
        DEFAULT_WORKSPACE: 'acme',
        LOG_LEVEL: 'silent',
        PORT: '0',
      },
    });
    running.push(service);
    const output = gathered(service);
    const address = (): string | undefined => /ready at (http:\S+)/.exec(output())?.[1];
    await until(() => address() !== undefined, 60, output);
    return { service, address: address() ?? '' };
  }

  /** Clients that write and read without a break until they are ended; then what they saw. */
  async function load(address: string): Promise<() => Promise<string>> {
    const child = spawn(process.execPath, [join(PROJECT, 'scripts/steady-requests.mjs'), address, key]);
    running.push(child);
    const output = gathered(child);
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until(() => output().includes('The requests begin.'), 60, output);
    // Requests come all the time: this is how long they do.
    await sleep(1_500);
    return async () => {
      child.kill('SIGTERM');
      await ended;
      return output();
    };
  }

  it('fails no request: not while it migrates, not on the later schema, not of a process that starts on it', async () => {
    const before = await serve();
    const stopFirstLoad = await load(before.address);
    await upgrade(database);
    // Requests go on for this long on the later schema.
    await sleep(1_500);
    const after = await serve();
    const stopSecondLoad = await load(after.address);
    // Both change the same tickets, so each may read what the other has written since.
    for (const words of await Promise.all([stopFirstLoad(), stopSecondLoad()]))
      expect(words).toMatch(/^\d{2,} requests, 0 failed,/m);
    for (const { service } of [before, after]) {
      const ended = new Promise((resolve) => service.once('close', resolve));
      service.kill('SIGTERM');
      await ended;
    }
    const [row] = await asAdmin<{ seen: number }>(database, 'SELECT count(*)::integer AS seen FROM moods');
    expect(row?.seen).toBeGreaterThan(0);
  });

  it('runs migrations that keep the rules for them', async () => {
    const statements: string[] = [];
    const query = (text: string) => Promise.resolve(statements.push(text));
    for (const Migration of NEXT) await new Migration().up({ query } as never);
    expect(statements.length).toBeGreaterThan(5);
    expect(incompatibilities(statements)).toEqual([]);
  });
});

describe('a migration that does not get its lock', () => {
  it('keeps nobody waiting for long, and is done when the lock is free', async () => {
    const own = await emptyDatabase();
    await migrate(own.ownerUrl, own.serviceUrl);
    const holder = new pg.Client({ connectionString: own.adminUrl });
    const reader = new pg.Client({ connectionString: own.adminUrl, statement_timeout: 2_500 });
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query('BEGIN; LOCK TABLE tickets IN ACCESS SHARE MODE');
    let isDone = false;
    const migrating = upgrade(own).then(() => (isDone = true));
    const end = Date.now() + 4_000;
    while (Date.now() < end) {
      await reader.query('SELECT count(*) FROM tickets');
      await sleep(20);
    }
    expect(isDone).toBe(false);
    await holder.query('ROLLBACK');
    await migrating;
    await reader.query('SELECT mood FROM tickets');
    await Promise.all([holder.end(), reader.end()]);
    await own.drop();
  });
});

describe('a database of an earlier version', () => {
  it('is refused by "desk migrate" and by the service, which say what to do', async () => {
    const own = await emptyDatabase();
    await asAdmin(own, 'CREATE TABLE schema_migrations (id serial, timestamp bigint, name text)');
    await asAdmin(
      own,
      `INSERT INTO schema_migrations (timestamp, name) VALUES (1, 'Workspaces1763600000000')`,
    );
    await asAdmin(own, `GRANT SELECT ON schema_migrations TO ${new URL(own.serviceUrl).username}`);
    await asAdmin(own, `ALTER TABLE schema_migrations OWNER TO ${new URL(own.ownerUrl).username}`);
    const sentence =
      /schema of an earlier version, which this version cannot upgrade: export .* import .* delete/;
    const env = { DATABASE_URL: own.serviceUrl, MIGRATION_DATABASE_URL: own.ownerUrl };
    expect(await new Desk(env).run(['migrate'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(sentence) as string,
    });
    for (const given of [env, { DATABASE_URL: own.serviceUrl }]) {
      const service = spawn(process.execPath, [join(PROJECT, 'dist/main.js')], {
        cwd: PROJECT,
        env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: '0', ...given },
      });
      const output = gathered(service);
      const status = await new Promise((resolve) => service.once('close', resolve));
      expect([status, output()]).toEqual([1, expect.stringMatching(sentence)]);
    }
    await own.drop();
  });
});

function gathered(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}
