import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ordinaryLauncher, type Launcher } from '../../../src/platform/embedded-postgres/launcher.js';
import { CHILD_OPTIONS, run } from '../../../src/platform/embedded-postgres/programs.js';
import { migrate } from '../../../src/app/schema/migrator.js';
import type { TestDatabase } from '../test-database.js';
import { until } from '../until.js';
import { freePort } from './free-port.js';

export const OWNER = 'desk_owner';
export const SERVICE = 'desk_service';
const DATABASE = 'support_desk';
/** The databases are deleted after the test, so they need no durability. */
const THROWAWAY = ['fsync=off', 'full_page_writes=off', 'unix_socket_directories='];

/** A server program on a port of loopback. It runs as a user that PostgreSQL and PgBouncer accept. */
class Server {
  private child: ChildProcess | undefined;
  private output = '';

  constructor(
    private readonly launcher: Launcher,
    private readonly file: string,
    private readonly args: readonly string[],
    readonly port: number,
  ) {}

  async start(): Promise<void> {
    const { file, args, ...identity } = this.launcher.command(this.file, this.args);
    const child = spawn(file, args, { ...CHILD_OPTIONS, ...identity, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    const gather = (chunk: Buffer) => (this.output += chunk.toString());
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    try {
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`${this.file} ended:\n${this.output}`);
        return isListening(this.port);
      });
    } catch (error) {
      await this.stop('SIGKILL');
      throw new Error(`${this.file} does not serve:\n${this.output}`, { cause: error });
    }
  }

  /** Ends the program by its id. SIGINT lets PostgreSQL end its connections first. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
  }
}

/** A PostgreSQL server for one test. */
export class PostgresServer {
  constructor(
    private readonly server: Server,
    readonly folder: string,
  ) {}

  get port(): number {
    return this.server.port;
  }

  urlOf(role: string, database = DATABASE): string {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /** Sets what the server's configuration file says, and has it read again. */
  async configure(settings: Readonly<Record<string, string | number>>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      await this.ask(`ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(String(value))}`);
    }
    await this.ask('SELECT pg_reload_conf()');
  }

  /** Runs a statement as the superuser. */
  async ask<Row extends object>(text: string, database = DATABASE): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.urlOf('postgres', database) });
    // The server may end meanwhile. Then the statement fails, too.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Starts the server and waits until it accepts connections. */
  async start(): Promise<void> {
    await this.server.start();
    await until(() =>
      this.ask('SELECT 1', 'postgres').then(
        () => true,
        () => false,
      ),
    );
  }

  stop(signal?: NodeJS.Signals): Promise<void> {
    return this.server.stop(signal);
  }
}

/** Real servers from the distribution's packages, in a temporary folder. */
export class Servers {
  private readonly running: { stop(): Promise<void> }[] = [];

  private constructor(
    private readonly programs: string,
    private readonly launcher: Launcher,
    readonly folder: string,
  ) {}

  /** @param programs the folder of PostgreSQL's programs */
  static async open(programs: string): Promise<Servers> {
    const launcher = await ordinaryLauncher();
    const folder = await mkdtemp(join(tmpdir(), 'support-desk-servers-'));
    await chmod(folder, 0o755);
    if (launcher.owner) await chown(folder, launcher.owner.uid, launcher.owner.gid);
    return new Servers(programs, launcher, folder);
  }

  /** Starts a server with the two roles and a migrated database. */
  async primary(name = 'primary'): Promise<PostgresServer> {
    const server = await this.empty(name);
    await migrate(server.urlOf(OWNER), server.urlOf(SERVICE));
    return server;
  }

  /** Starts a server with the two roles and an empty database. */
  async empty(name: string, settings: readonly string[] = []): Promise<PostgresServer> {
    const folder = join(this.folder, name);
    const options = [
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ];
    await this.do('initdb', [`--pgdata=${folder}`, ...options]);
    const server = await this.serve(folder, settings);
    for (const role of [OWNER, SERVICE])
      await server.ask(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS`, 'postgres');
    await server.ask(`GRANT pg_read_all_stats TO ${SERVICE}`, 'postgres');
    await server.ask(`CREATE DATABASE ${DATABASE} OWNER ${OWNER} TEMPLATE template0`, 'postgres');
    return server;
  }

  /** Starts a hot standby that streams from the server under the given name. */
  async standbyOf({ port }: PostgresServer, name: string): Promise<PostgresServer> {
    const folder = join(this.folder, `standby-${this.running.length}-of-${port}`);
    const from = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres'];
    await this.do('pg_basebackup', [
      ...from,
      `--pgdata=${folder}`,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ]);
    return this.serve(folder, [`cluster_name=${name}`]);
  }

  /** Starts PgBouncer in transaction mode in front of the server, with the additional `lines` in its configuration. */
  async pgbouncer(
    program: string,
    { port: target }: PostgresServer,
    lines: string[] = [],
  ): Promise<PostgresServer> {
    const port = await freePort();
    const folder = await mkdtemp(join(this.folder, 'pgbouncer-'));
    await chmod(folder, 0o755);
    const config = join(folder, 'pgbouncer.ini');
    await writeFile(
      join(folder, 'users.txt'),
      [OWNER, SERVICE, 'postgres'].map((name) => `"${name}" ""\n`).join(''),
    );
    await writeFile(
      config,
      [
        '[databases]',
        `* = host=127.0.0.1 port=${target}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = trust',
        `auth_file = ${join(folder, 'users.txt')}`,
        'pool_mode = transaction',
        'default_pool_size = 3',
        'max_client_conn = 200',
        ...lines,
        '',
      ].join('\n'),
    );
    const server = new PostgresServer(new Server(this.launcher, program, [config], port), folder);
    await server.start();
    this.running.push(server);
    return server;
  }

  /** Ends all servers and removes the folder. */
  async close(): Promise<void> {
    for (const server of this.running.toReversed()) await server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async serve(folder: string, more: readonly string[] = []): Promise<PostgresServer> {
    const port = await freePort();
    const settings = [...THROWAWAY, 'listen_addresses=127.0.0.1', `port=${port}`, ...more];
    const args = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])];
    const server = new PostgresServer(
      new Server(this.launcher, join(this.programs, 'postgres'), args, port),
      folder,
    );
    await server.start();
    this.running.push(server);
    return server;
  }

  private async do(program: string, args: readonly string[]): Promise<void> {
    const { ok, output } = await run(this.launcher.command(join(this.programs, program), args));
    if (!ok) throw new Error(`${program} failed: ${output}`);
  }
}

/** The addresses of a server, in the form of a test database. */
export function databaseOn(server: PostgresServer): TestDatabase {
  return {
    serviceUrl: server.urlOf(SERVICE),
    ownerUrl: server.urlOf(OWNER),
    adminUrl: server.urlOf('postgres'),
  };
}

export async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    return await Promise.race([
      new Promise<boolean>((resolve) => {
        socket.on('connect', () => {
          resolve(true);
        });
        socket.on('error', () => {
          resolve(false);
        });
      }),
      sleep(1_000, false),
    ]);
  } finally {
    socket.destroy();
  }
}
