import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedDatabaseError } from '../../../src/platform/embedded-postgres/embedded-error.js';
import {
  openEmbeddedDatabase,
  type EmbeddedDatabase,
  type EmbeddedDatabaseOptions,
} from '../../../src/platform/embedded-postgres/embedded-server.js';

/** The data folders of a test file: one for each test, and one with a finished database that tests share. */
export class DataFolders {
  /** The folder of the test's database. It does not exist yet, unless the test chooses the shared one or a copy of it. */
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
    await rm(this.home, { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await rm(this.template, { recursive: true, force: true });
  }

  /** Uses the shared folder, for a test that leaves it unchanged. To make a new database takes a second. */
  useShared(): void {
    this.dataDir = join(this.template, 'data');
  }

  /** Copies the shared database into the test's own folder, for a test that damages it. */
  async copyShared(): Promise<void> {
    await cp(join(this.template, 'data'), this.dataDir, { recursive: true });
  }

  /** Opens the database in the folder until the test ends. */
  async open(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabase> {
    const database = await openEmbeddedDatabase({ dataDir: this.dataDir, role: 'guest', ...options });
    this.opened.push(database);
    return database;
  }

  /** The error with which opening the database fails. */
  async failure(options: Partial<EmbeddedDatabaseOptions> = {}): Promise<EmbeddedDatabaseError> {
    const error: unknown = await this.open(options).catch((reason: unknown) => reason);
    if (error instanceof EmbeddedDatabaseError) return error;
    throw new Error('The database was opened.', { cause: error });
  }

  /** The process id of the server that runs on the folder. */
  async serverProcess(): Promise<number> {
    return serverProcess(this.dataDir);
  }
}

/** The process id in PostgreSQL's lock file. */
export async function serverProcess(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** Runs a statement on a new connection. */
export async function ask<Row>(url: string | undefined, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url ?? '', application_name: 'support-desk test' });
  // The server may end meanwhile. Then the statement fails, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Makes a folder for data folders. As root, PostgreSQL runs as another user, who can pass through this folder. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'embedded-server-'));
  await chmod(path, 0o711);
  return path;
}
