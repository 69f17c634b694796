import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleManifest } from '../data/builders.js';
import { Desk } from './desk.js';
import { temporaryFolder, type Finished } from './processes.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { freshDatabase } from '../test-database.js';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;
type OwnDatabase = Awaited<ReturnType<typeof freshDatabase>>;

interface ExportedLine {
  readonly comments?: readonly Record<string, unknown>[];
  readonly [key: string]: unknown;
}

interface RefusedLine {
  readonly line: number;
  readonly continues?: number;
  readonly reasons: readonly { readonly field: string; readonly message: string }[];
  readonly text: string;
}

/** The commands that import and export, with their own files and database. */
export class BulkDesk {
  readonly desk: Desk;
  private files = 0;

  private constructor(
    private readonly app: TestApp,
    readonly database: OwnDatabase,
    private readonly folder: Folder,
  ) {
    this.desk = Desk.on(database);
  }

  static async open(): Promise<BulkDesk> {
    const [folder, database] = [await temporaryFolder(), await freshDatabase()];
    return new BulkDesk(await startTestApp({ database }), database, folder);
  }

  async close(): Promise<void> {
    await this.app.stop();
    await this.database.drop();
    await this.folder.remove();
  }

  pathOf(name: string): string {
    return join(this.folder.path, name);
  }

  async fileWith(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(this.pathOf(name), content);
    return this.pathOf(name);
  }

  /** Makes a workspace with the example's manifest, another subdomain and additional fields. */
  async workspace(subdomain: string, fields = ''): Promise<string> {
    const example = await exampleManifest(subdomain);
    await this.app.operator.apply(example.replace('\nforms:', () => `\n${fields}\nforms:`));
    return subdomain;
  }

  import(subdomain: string, file: string, ...options: string[]): Promise<Finished> {
    return this.desk.run(['import', 'tickets', subdomain, file, ...options]);
  }

  /** Imports a file of these lines. @returns how that ended, the last line that was said, and the file */
  async importLines(
    subdomain: string,
    lines: readonly object[],
    ...options: string[]
  ): Promise<{ status: number | null; said: string; stderr: string; file: string }> {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const file = await this.fileWith(`lines-${(this.files += 1)}.ndjson`, text);
    const { status, stderr } = await this.import(subdomain, file, ...options);
    return { status, said: stderr.trimEnd().split('\n').at(-1) ?? '', stderr, file };
  }

  export(subdomain: string, ...options: string[]): Promise<string> {
    return this.desk.output(['export', 'tickets', subdomain, ...options]);
  }

  /** The tickets of an export with their comments. */
  async exportedLines(subdomain: string): Promise<ExportedLine[]> {
    return (await this.export(subdomain, '--with-comments'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ExportedLine);
  }

  /** Why an import left lines of a file out: `<line>: <field> <message>` for each reason. */
  async rejectsOf(file: string): Promise<string[]> {
    return (await this.refusedIn(file)).flatMap(({ line, reasons }) =>
      reasons.map(({ field, message }) => `${line}: ${field} ${message}`),
    );
  }

  /** The lines that an import of a file refused. */
  async refusedIn(file: string): Promise<RefusedLine[]> {
    const lines = (await readFile(`${file}.rejects.ndjson`, 'utf8')).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as RefusedLine);
  }
}
