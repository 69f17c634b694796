import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { prepareCluster, type Cluster } from '../../../src/platform/embedded-postgres/cluster.js';
import { keptCredentials, openDataFolder } from '../../../src/platform/embedded-postgres/data-folder.js';
import { openEmbeddedDatabase } from '../../../src/platform/embedded-postgres/embedded-server.js';
import { CHILD_OPTIONS } from '../../../src/platform/embedded-postgres/programs.js';
import { migrate } from '../../../src/app/schema/migrator.js';
import { freePort } from '../../support/servers/free-port.js';
import { until } from '../../support/until.js';

export interface PostgresOptions {
  /** An empty folder for this server only. */
  readonly dataDir: string;
  /** Additional settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Additional environment variables of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Addresses {
  readonly adminUrl: string;
  readonly serviceUrl: string;
}

const ENDED_WITHIN_S = 30;

/** A PostgreSQL server with which a test may do anything. Its durability settings are PostgreSQL's defaults. */
export class Postgres {
  private child: ChildProcess | undefined;
  private words = '';

  private constructor(
    private readonly cluster: Cluster,
    private readonly options: PostgresOptions,
    private readonly port: number,
    private readonly addresses: Addresses,
  ) {}

  /** Makes the server, with the project's roles and schema, and starts it. */
  static async start(options: PostgresOptions): Promise<Postgres> {
    const made = await openEmbeddedDatabase({ dataDir: options.dataDir, role: 'guest' });
    await migrate(made.ownerUrl, made.serviceUrl);
    await made.leave();
    const folder = await openDataFolder(options.dataDir);
    const cluster = await prepareCluster(folder, await keptCredentials(folder));
    const port = await freePort();
    const at = (address: string, database?: string): string => {
      const url = new URL(address);
      url.port = String(port);
      if (database !== undefined) url.pathname = `/${database}`;
      return url.href;
    };
    const database = new URL(made.serviceUrl).pathname.slice(1);
    const postgres = new Postgres(cluster, options, port, {
      adminUrl: at(made.adminUrl, database),
      serviceUrl: at(made.serviceUrl),
    });
    await postgres.startAgain();
    return postgres;
  }

  /** postgres:// address of the service's role. */
  get serviceUrl(): string {
    return this.addresses.serviceUrl;
  }

  /** postgres:// address of the superuser and the service's database. */
  get adminUrl(): string {
    return this.addresses.adminUrl;
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the server when it has ended. Returns when it answers. */
  async startAgain(): Promise<void> {
    if (!this.isRunning) this.launch();
    const words = (): string => `PostgreSQL is not up:\n${this.words}`;
    await until(async () => (await this.answers()) || !this.isRunning, 60, words);
    if (!this.isRunning) throw new Error(words());
  }

  /**
   * Kills the server and all its processes, as a power cut would. Returns when all of them are gone:
   * a server that starts beside one of them refuses to, because they share its memory.
   */
  async kill(): Promise<void> {
    const { child } = this;
    if (!this.isRunning || child?.pid === undefined) return;
    const ended = once(child, 'exit');
    // A server that stands still starts no further process between the list and the kill.
    child.kill('SIGSTOP');
    const children = childrenOf(child.pid);
    child.kill('SIGKILL');
    for (const pid of children) killIfAlive(pid);
    await ended;
    await until(() => !children.some(isAlive), ENDED_WITHIN_S);
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!this.isRunning || child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }

  /** Runs a statement as the superuser, so without row-level security. */
  async ask<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** A connection of the superuser. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.adminUrl, application_name: 'faults' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  private async answers(): Promise<boolean> {
    try {
      await this.ask('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }

  private launch(): void {
    const settings = {
      port: String(this.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      timezone: 'UTC',
      ...this.options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const { launcher, programs, path } = this.cluster;
    const { file, args, ...identity } = launcher.command(programs.postgres, ['-D', path, ...flags]);
    const env = { ...CHILD_OPTIONS.env, ...this.options.env };
    const child = spawn(file, args, {
      ...CHILD_OPTIONS,
      ...identity,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.words = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.words = (this.words + chunk.toString()).slice(-4_000)));
    this.child = child;
  }
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already, because its parent is gone.
  }
}

/** Whether a process runs. One that has ended and whose end nobody has read is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
