import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ask, DataFolders } from '../../support/servers/data-folders.js';
import { until } from '../../support/until.js';

let folders: DataFolders;

beforeAll(async () => {
  folders = await DataFolders.prepare();
});
beforeEach(() => folders.beginTest());
afterEach(() => folders.endTest());
afterAll(() => folders.remove());

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for the end of a process, which its parent may have to collect yet. */
async function gone(pid: number): Promise<boolean> {
  await until(() => !lives(pid));
  return true;
}

describe('the embedded database', () => {
  it('is created by the first process, shared with the second, stopped by the last one that leaves, and keeps its data', async () => {
    const first = await folders.open({ role: 'service' });
    await ask(first.ownerUrl, "create table note (text text); insert into note values ('kept')");
    const second = await folders.open();
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await ask(second.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
    const pid = await folders.serverProcess();

    await first.leave();
    expect(await ask(second.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
    await second.leave();
    expect(await gone(pid)).toBe(true);

    const third = await folders.open();
    expect(await ask(third.ownerUrl, 'select text from note')).toEqual([{ text: 'kept' }]);
    expect(await folders.serverProcess()).not.toBe(pid);
  });

  it('has two ordinary roles, UTF-8, the same sort order everywhere, and passwords that only the owner of the folder can read', async () => {
    const { adminUrl, ownerUrl, serviceUrl } = await folders.open();
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
    expect((await stat(join(folders.dataDir, 'credentials.json'))).mode & 0o777).toBe(0o600);
    const withoutPassword = serviceUrl.replace(/:[^:@]+@/, ':wrong@');
    await expect(ask(withoutPassword, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('listens on the loopback address only', async () => {
    folders.useShared();
    const { adminUrl } = await folders.open();
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
    folders.useShared();
    const { adminUrl } = await folders.open({ postgresFlags: { fsync: 'off', max_connections: '33' } });
    expect(await ask(adminUrl, `select current_setting('fsync') as fsync`)).toEqual([{ fsync: 'off' }]);
    expect(await ask(adminUrl, 'show max_connections')).toEqual([{ max_connections: '33' }]);
  });

  it('has one service at a time, and guests beside it', async () => {
    folders.useShared();
    const service = await folders.open({ role: 'service' });
    const { message } = await folders.failure({ role: 'service' });
    expect(message).toBe(
      `The database in ${folders.dataDir} is already served by another start of Support Desk (process ${process.pid}); stop that one first.`,
    );
    await folders.open({ role: 'guest' });
    await service.leave();
    await folders.open({ role: 'service' });
  });

  it('is handed over, without a restart, by the command that started it to a service that starts later', async () => {
    folders.useShared();
    const command = await folders.open();
    const service = await folders.open({ role: 'service' });
    const pid = await folders.serverProcess();
    await command.leave();
    expect(await ask(service.serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await folders.serverProcess()).toBe(pid);
    await service.leave();
    expect(await gone(pid)).toBe(true);
  });

  it('is one for two first starts at the same moment', async () => {
    const [one, two] = await Promise.all([folders.open(), folders.open({ role: 'service' })]);
    expect(one.ownerUrl).toBe(two.ownerUrl);
    await ask(one.ownerUrl, 'create table note (text text)');
    expect(await ask(two.ownerUrl, 'select * from note')).toEqual([]);
  });

  it('survives processes that join while others leave', async () => {
    folders.useShared();
    const visit = async (index: number) => {
      // At whatever the others are doing then.
      await sleep(index * 37);
      const database = await folders.open({ role: 'guest' });
      expect(await ask(database.serviceUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      await database.leave();
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => visit(index)));
    await expect(folders.serverProcess()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('stops although connections were closed only a moment before', async () => {
    folders.useShared();
    const database = await folders.open();
    const client = new Client({ connectionString: database.serviceUrl, application_name: 'support-desk' });
    await client.connect();
    const pid = await folders.serverProcess();
    void client.end();
    await database.leave();
    expect(await gone(pid)).toBe(true);
  });

  it('survives a cut connection, and is in use again soon after', async () => {
    folders.useShared();
    const service = await folders.open({ role: 'service' });
    const own = `pg_stat_activity where application_name like 'support-desk service %'`;
    const cut = await ask(service.adminUrl, `select pg_terminate_backend(pid), pid from ${own}`);
    const pids = cut.map((row) => (row as { pid: number }).pid).join();
    await until(
      async () => (await ask(service.adminUrl, `select from ${own} and pid not in (${pids})`)).length > 0,
    );
    expect((await folders.failure({ role: 'service' })).message).toContain('already served');
    const pid = await folders.serverProcess();
    await service.leave();
    expect(await gone(pid)).toBe(true);
  });

  it('starts after its server was killed, also when the process id belongs to somebody else by now', async () => {
    folders.useShared();
    const database = await folders.open();
    await ask(database.ownerUrl, 'create table note (text text)');
    process.kill(await folders.serverProcess(), 'SIGKILL');
    const lock = join(folders.dataDir, 'postgres', 'postmaster.pid');
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(/^\d+/, String(process.ppid)));
    const again = await folders.open();
    expect(await ask(again.ownerUrl, 'select * from note')).toEqual([]);
  });

  it('ignores and clears what a killed initialisation has left', async () => {
    const leftover = join(folders.dataDir, 'postgres.init-0123456789ab');
    await mkdir(join(leftover, 'cluster'), { recursive: true });
    await utimes(leftover, new Date(0), new Date(0));
    await folders.open();
    await expect(stat(leftover)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
