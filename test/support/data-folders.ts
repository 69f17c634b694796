import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedDatabaseError } from '../../src/database/embedded/embedded-error.js';
import {
  openEmbeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
} from '../../src/database/embedded/embedded-server.js';

/** The data folders of a file of tests: one of each test's own, and one that is made already. */
export class DataFolders {
  /** Where the test makes or finds its database: a folder of its own that is not there yet, unless it says otherwise. */
  dataDir = '';
  private home = '';
  private opened: EmbeddedDatabase[] = [];

  private constructor(private readonly template: string) {}

  static async prepare(): Promise<DataFolders> {
    const template = await temporaryFolder();
    const { leave } = await openEmbeddedDatabase({ dataDir: join(template, 'data'), role: 'guest' });
    await leave();
    return new DataFolders(template);
  }

  async beginTest(): Promise<void> {
    this.home = await temporaryFolder();
    this.dataDir = join(this.home, 'data');
    this.opened = [];
  }

  async endTest(): Promise<void> {
    for (const database of this.opened) await database.leave();
    await remove(this.home);
  }

  async remove(): Promise<void> {
    await remove(this.template);
  }

  /** Takes the folder that all tests share which leave it as it was; making one takes a second. */
  useShared(): void {
    this.dataDir = join(this.template, 'data');
  }

  /** Fills the test's own folder, for it to spoil. */
  async copyShared(): Promise<void> {
    await cp(join(this.template, 'data'), this.dataDir, { recursive: true });
  }

  /** Opens the database in the folder, until the test ends. */
  async open(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
    const database = await openEmbeddedDatabase({ dataDir: this.dataDir, role: 'guest', ...options });
    this.opened.push(database);
    return database;
  }

  /** Why it cannot be opened. */
  async failure(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabaseError> {
    const error: unknown = await this.open(options).catch((reason: unknown) => reason);
    if (error instanceof EmbeddedDatabaseError) return error;
    throw new Error('The database was opened.', { cause: error });
  }

  /** The process of the server that runs on the folder. */
  async serverProcess(): Promise<number> {
    return serverProcess(this.dataDir);
  }
}

/** The process that PostgreSQL's lock file in a data folder names. */
export async function serverProcess(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** What a statement returns on a connection of its own. */
export async function ask<Row>(url: string | undefined, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url ?? '', application_name: 'support-desk test' });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** A folder for data folders, through which the user can pass whom PostgreSQL runs as when we are root. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'embedded-server-'));
  await chmod(path, 0o711);
  return path;
}

/** What root had to put outside of a data folder goes with it. */
export async function removeStateFolder(dataDir: string): Promise<void> {
  const credentials = await readFile(join(dataDir, 'credentials.json'), 'utf8').catch(() => '{}');
  const [, id] = /"id": "(\w+)"/.exec(credentials) ?? [];
  if (id) await rm(join('/var/lib/support-desk', id), { recursive: true, force: true });
}

async function remove(folder: string): Promise<void> {
  await removeStateFolder(join(folder, 'data'));
  await rm(folder, { recursive: true, force: true });
}
