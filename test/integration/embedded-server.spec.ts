import { cp, mkdtemp, readFile, rm, stat, utimes, mkdir, writeFile, chmod } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  type EmbeddedDatabase,
  EmbeddedDatabaseError,
  type EmbeddedDatabaseOptions,
  openEmbeddedDatabase,
} from '../../src/database/embedded/embedded-server.js';

let template: string;
let home: string;
let dataDir: string;
let opened: EmbeddedDatabase[];

beforeAll(async () => {
  template = await temporaryFolder();
  const { leave } = await openEmbeddedDatabase({ dataDir: join(template, 'data'), role: 'guest' });
  await leave();
});

beforeEach(async () => {
  home = await temporaryFolder();
  dataDir = join(home, 'data');
  opened = [];
});

afterEach(async () => {
  for (const database of opened) await database.leave();
  await remove(home);
});

afterAll(() => remove(template));

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'embedded-server-'));
  // As root without user namespaces PostgreSQL runs as another user, who has to pass through.
  await chmod(path, 0o711);
  return path;
}

/** Removes a test's folder, and what root may have had to put outside of it. */
async function remove(folder: string): Promise<void> {
  const credentials = await readFile(join(folder, 'data', 'credentials.json'), 'utf8').catch(() => '{}');
  const [, id] = /"id": "(\w+)"/.exec(credentials) ?? [];
  if (id) await rm(join('/var/lib/support-desk', id), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Takes the data folder that all tests share which leave it as it was; making one takes a second. */
function useSharedFolder(): void {
  dataDir = join(template, 'data');
}

/** A data folder to spoil. */
async function copySharedFolder(): Promise<void> {
  await cp(join(template, 'data'), dataDir, { recursive: true });
}

async function open(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ dataDir, role: 'guest', ...options });
  opened.push(database);
  return database;
}

async function failure(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabaseError> {
  const error: unknown = await open(options).catch((reason: unknown) => reason);
  if (error instanceof EmbeddedDatabaseError) return error;
  throw new Error('The database was opened.', { cause: error });
}

async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, application_name: 'support-desk test' });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function serverProcess(): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  // The parent may have to collect the process yet.
  for (let tries = 0; tries < 40 && lives(pid); tries += 1) await sleep(25);
  return !lives(pid);
}

describe('the embedded database', () => {
  it('is created by the first, shared with the second, stopped by the last one out, and keeps its data', async () => {
    const first = await open({ role: 'service' });
    await ask(first.ownerUrl, "create table note (text text); insert into note values ('kept')");
    const second = await open();
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await ask(second.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
    const pid = await serverProcess();

    await first.leave();
    expect(await ask(second.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
    await second.leave();
    expect(await gone(pid)).toBe(true);

    const third = await open();
    expect(await ask(third.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
    expect(await serverProcess()).not.toBe(pid);
  });

  it('has two ordinary roles, UTF-8, the same sort order everywhere, and passwords for our eyes only', async () => {
    const { adminUrl, ownerUrl, serviceUrl } = await open();
    for (const url of [ownerUrl, serviceUrl]) {
      const roles = await ask(
        url,
        `select rolsuper or rolbypassrls or rolcreatedb or rolcreaterole as mighty, current_database() as database
         from pg_roles where rolname = current_user`,
      );
      expect(roles).toEqual([{ mighty: false, database: 'support_desk' }]);
    }
    const databases = await ask(
      adminUrl,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale, rolname as owner
       from pg_database join pg_roles on pg_roles.oid = datdba where datname = 'support_desk'`,
    );
    expect(databases).toEqual([
      { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', owner: 'support_desk_owner' },
    ]);
    expect((await stat(join(dataDir, 'credentials.json'))).mode & 0o777).toBe(0o600);
    const withoutPassword = serviceUrl.replace(/:[^:@]+@/, ':wrong@');
    await expect(ask(withoutPassword, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('listens on the loopback address only', async () => {
    useSharedFolder();
    const { adminUrl } = await open();
    const settings = await ask(
      adminUrl,
      `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets`,
    );
    expect(settings).toEqual([{ addresses: '127.0.0.1', sockets: '' }]);
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal);
    for (const address of others) {
      const socket = connect(Number(new URL(adminUrl).port), address?.address);
      const code = await new Promise((resolve) => {
        socket.on('connect', () => {
          resolve('connected');
        });
        socket.on('error', (error: NodeJS.ErrnoException) => {
          resolve(error.code);
        });
      });
      socket.destroy();
      expect(code).toBe('ECONNREFUSED');
    }
  });

  it('passes further settings to the server that it starts', async () => {
    useSharedFolder();
    const { adminUrl } = await open({ postgresFlags: { fsync: 'off', max_connections: '33' } });
    expect(await ask(adminUrl, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'off' }]);
    expect(await ask(adminUrl, 'show max_connections')).toEqual([{ max_connections: '33' }]);
  });

  it('has one service at a time, and guests beside it', async () => {
    useSharedFolder();
    const service = await open({ role: 'service' });
    const { message } = await failure({ role: 'service' });
    expect(message).toBe(
      `The database in ${dataDir} is already served by another start of Support Desk (process ${process.pid}); stop that one first.`,
    );
    await open({ role: 'guest' });
    await service.leave();
    await open({ role: 'service' });
  });

  it('is one for two first starts at the same moment', async () => {
    const [one, two] = await Promise.all([open(), open({ role: 'service' })]);
    expect(one.ownerUrl).toBe(two.ownerUrl);
    await ask(one.ownerUrl, 'create table note (text text)');
    expect(await ask(two.ownerUrl, 'select * from note')).toEqual([]);
  });

  it('survives openers and leavers that cross', async () => {
    useSharedFolder();
    const visit = async (index: number) => {
      await sleep(index * 37);
      const database = await open({ role: 'guest' });
      expect(await ask(database.serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      await database.leave();
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => visit(index)));
    await expect(serverProcess()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('stops although connections were closed only a moment before', async () => {
    useSharedFolder();
    const database = await open();
    const client = new Client({ connectionString: database.serviceUrl, application_name: 'support-desk' });
    await client.connect();
    const pid = await serverProcess();
    void client.end();
    await database.leave();
    expect(await gone(pid)).toBe(true);
  });

  it('does not fall when its connection is cut, and is there again soon after', async () => {
    useSharedFolder();
    const service = await open({ role: 'service' });
    await ask(
      service.adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'support-desk service %'`,
    );
    await sleep(1_500);
    expect((await failure({ role: 'service' })).message).toContain('already served');
    const pid = await serverProcess();
    await service.leave();
    expect(await gone(pid)).toBe(true);
  });

  it('starts after its server was killed, also when the process id belongs to somebody else by now', async () => {
    useSharedFolder();
    const database = await open();
    await ask(database.ownerUrl, 'create table note (text text)');
    process.kill(await serverProcess(), 'SIGKILL');
    const lock = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, String(process.ppid)));
    const again = await open();
    expect(await ask(again.ownerUrl, 'select * from note')).toEqual([]);
  });

  it('ignores and clears what a killed initialisation has left', async () => {
    const leftover = join(dataDir, 'postgres.init-0123456789ab');
    await mkdir(join(leftover, 'cluster'), { recursive: true });
    await utimes(leftover, new Date(0), new Date(0));
    await open();
    await expect(stat(leftover)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the embedded database says in one sentence', () => {
  it('that a file is in the way of the data folder', async () => {
    await writeFile(dataDir, '');
    expect((await failure()).message).toBe(
      `The data folder ${dataDir} cannot be used because a file is in the way at ${dataDir}; set DATA_DIR to another folder.`,
    );
    const { message } = await failure({ dataDir: join(dataDir, 'below') });
    expect(message).toContain('cannot be used because a file is in the way');
  });

  // Root may read and write everything, so as root there is nothing to refuse.
  const itAsUser = process.getuid?.() === 0 ? it.skip : it;
  itAsUser('that it has no permission', async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o000);
    expect((await failure()).message).toContain(`no permission at ${dataDir}`);
    await chmod(dataDir, 0o700);
  });

  it('that the cluster was made by another version', async () => {
    await copySharedFolder();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    expect((await failure()).message).toMatch(/was made by PostgreSQL 15, installed is PostgreSQL \d+;/);
  });

  it('that the credentials are missing, damaged or of another cluster', async () => {
    await copySharedFolder();
    const first = await open();
    const file = join(dataDir, 'credentials.json');
    const credentials = await readFile(file, 'utf8');
    await writeFile(file, credentials.replace(/"admin": "..../, '"admin": "0000'));
    expect((await failure()).message).toContain('does not accept the password in credentials.json');
    await first.leave();
    expect((await failure()).message).toContain('does not accept the password in credentials.json');
    await expect(serverProcess()).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(file, '{');
    expect((await failure()).message).toContain('is damaged');
    await rm(file);
    expect((await failure()).message).toContain('holds a database but not its credentials.json');
  });

  it('why the server does not come up, and leaves none behind', async () => {
    useSharedFolder();
    const { message } = await failure({ postgresFlags: { work_mem: 'plenty' } });
    expect(message).toContain('does not come up: invalid value for parameter "work_mem": "plenty"');
    await expect(serverProcess()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that something else is where the cluster belongs', async () => {
    await mkdir(join(dataDir, 'postgres', 'photos'), { recursive: true });
    expect((await failure()).message).toContain('holds something that is not a database');
  });
});
