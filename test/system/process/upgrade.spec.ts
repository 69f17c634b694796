import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { ownerConnection } from '../../../src/platform/database/connection-options.js';
import { migrate } from '../../../src/platform/database/migrator.js';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';
import { asAdmin, emptyDatabase } from '../../support/test-database.js';

/** The last commit whose schema is that of the newest release (test/contract/database/migrations.spec.ts). */
const PREVIOUS = '8930beb';

const hasHistory =
  spawnSync('git', ['cat-file', '-e', `${PREVIOUS}^{commit}`], { cwd: PROJECT }).status === 0;
const suite = hasHistory ? describe : describe.skip;
const name = hasHistory
  ? 'an upgrade from the release before'
  : `an upgrade from the release before — SKIPPED: commit ${PREVIOUS} is not in this clone`;

suite(name, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let key: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    database = await emptyDatabase();
    await buildPrevious(folder.path);
    previousDesk(['migrate']);
    previousDesk(['workspace', 'apply', join(folder.path, 'examples/acme.workspace.yaml')]);
    previousDesk(['import', 'tickets', 'acme', join(folder.path, 'examples/tickets.ndjson')]);
    key = previousDesk(['keys', 'create', 'acme', '--name', 'test']).trim();
  }, 240_000);
  afterAll(async () => {
    for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
    await database.drop();
    await folder.remove();
  });

  const environment = (): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    DATABASE_URL: database.serviceUrl,
    DEFAULT_WORKSPACE: 'acme',
    LOG_LEVEL: 'silent',
    PORT: '0',
  });

  function previousDesk(args: string[]): string {
    const env = { ...environment(), MIGRATION_DATABASE_URL: database.ownerUrl };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder.path, 'dist/cli.js'), ...args],
      {
        cwd: folder.path,
        env,
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`desk ${args.join(' ')} of the release before failed:\n${stderr}`);
    return stdout;
  }

  /** A service, and its address once it is ready. */
  async function serve(from: string): Promise<{ service: ChildProcess; address: string }> {
    const service = spawn(process.execPath, [join(from, 'dist/main.js')], { cwd: from, env: environment() });
    running.push(service);
    const output = gathered(service);
    for (let patience = 0; patience < 600; patience++) {
      const [, address] = /ready at (http:\S+)/.exec(output()) ?? [];
      if (address !== undefined) return { service, address };
      await sleep(50);
    }
    throw new Error(`It did not start:\n${output()}`);
  }

  /** Clients that write and read without a break until they are ended; then what they saw. */
  function load(address: string): () => Promise<{ words: string }> {
    const child = spawn(process.execPath, [join(PROJECT, 'scripts/steady-requests.mjs'), address, key]);
    running.push(child);
    const output = gathered(child);
    const ended = new Promise((resolve) => child.once('close', resolve));
    return async () => {
      child.kill('SIGTERM');
      await ended;
      return { words: output() };
    };
  }

  it('fails no request: not while it migrates, not of the old process on the new schema, not of the new one', async () => {
    const old = await serve(folder.path);
    const stopOldLoad = load(old.address);
    await sleep(1_500);
    expect((await migrate(database.ownerUrl, database.serviceUrl)).length).toBeGreaterThan(0);
    await sleep(1_500);
    const fresh = await serve(PROJECT);
    const stopFreshLoad = load(fresh.address);
    await sleep(1_500);
    const seen = await Promise.all([stopOldLoad(), stopFreshLoad()]);
    // Both change the same tickets, so each may read what the other has written since.
    for (const { words } of seen) expect(words).toMatch(/^\d{2,} requests, 0 failed,/m);
    for (const { service } of [old, fresh]) {
      const ended = new Promise((resolve) => service.once('close', resolve));
      service.kill('SIGTERM');
      await ended;
    }
  });
});

describe('a migration that does not get its lock', () => {
  it('keeps nobody waiting for long, and is done when the lock is free', async () => {
    const own = await emptyDatabase();
    await migrate(own.ownerUrl, own.serviceUrl);
    // As if the last one had not run yet.
    await asAdmin(own, `DELETE FROM schema_migrations WHERE name = 'KeyScopes1763600000011'`);
    await asAdmin(own, 'DROP TABLE api_key_uses');
    await asAdmin(own, 'ALTER TABLE api_keys DROP COLUMN replaced_by, DROP COLUMN scopes');
    const holder = new pg.Client({ connectionString: own.adminUrl });
    const reader = new pg.Client({ connectionString: own.adminUrl, statement_timeout: 2_500 });
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query('BEGIN; LOCK TABLE api_keys IN ACCESS SHARE MODE');
    const migrating = migrate(own.ownerUrl, own.serviceUrl);
    const end = Date.now() + 4_000;
    while (Date.now() < end) {
      await reader.query('SELECT count(*) FROM api_keys');
      await sleep(20);
    }
    await holder.query('ROLLBACK');
    expect(await migrating).toEqual(['KeyScopes1763600000011']);
    await Promise.all([holder.end(), reader.end()]);
    await own.drop();
  });
});

/** Its sources from git, compiled with the packages that are installed. */
async function buildPrevious(folder: string): Promise<void> {
  const archive = spawnSync('git', ['archive', PREVIOUS], { cwd: PROJECT, maxBuffer: 256 * 1024 * 1024 });
  const unpacked = spawnSync('tar', ['x', '-C', folder], { input: archive.stdout });
  if (archive.status !== 0 || unpacked.status !== 0)
    throw new Error('The release before cannot be unpacked.');
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  // It need not be checked again, only translated.
  spawnSync(
    process.execPath,
    [join(folder, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--noCheck'],
    {
      cwd: folder,
    },
  );
}

function gathered(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

describe('the versions of names', () => {
  it("are the service's to renew as soon as names do, before it is given its rights", async () => {
    const own = await emptyDatabase();
    await migrate(own.ownerUrl, own.serviceUrl);
    const owner = await new DataSource(ownerConnection(own.ownerUrl)).initialize();
    const since = [
      'FieldVersions1763600000040',
      'VocabularyVersions1763600000041',
      'ContactsOfCustomers1763600000042',
      'FilledContacts1763600000043',
      'Distributable1763600000044',
      'IndexOfCombinedFilters1763600000046',
      'PackedReplies1763600000048',
      'Events1763600000049',
      'PositionsOfEvents1763600000050',
      'OriginOfTickets1763600000051',
      'IndexOfChannels1763600000052',
      'ProfilesOfTeamMembers1763600000053',
      'SearchOfCustomers1763600000054',
      'CountsOfTags1763600000056',
      'CountsOfCustomers1763600000057',
      'Conversations1763600000058',
      'CommentsOfCustomers1763600000059',
      'Attachments1763600000063',
      'RemovedWorkspaces1763600000064',
      'WebForms1763600000070',
      'Mail1763600000071',
      'Webhooks1763600000072',
    ];
    for (const _migration of since) await owner.undoLastMigration({ transaction: 'each' });
    expect((await owner.runMigrations({ transaction: 'each' })).map(({ name }) => name)).toEqual(since);
    await owner.destroy();
    const service = decodeURIComponent(new URL(own.serviceUrl).username);
    for (const table of ['ticket_field_versions', 'vocabulary_versions']) {
      const rights = await asAdmin<{ name: string }>(
        own,
        `SELECT name FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) WITH ORDINALITY AS rights (name, place)
         WHERE has_table_privilege($1, $2, name) ORDER BY place`,
        [service, table],
      );
      expect(rights.map(({ name }) => name)).toEqual(['SELECT', 'INSERT', 'UPDATE']);
    }
    await own.drop();
  });
});
