import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT, type Finished } from './processes.js';
import { freshDatabase, type TestDatabase } from './test-database.js';

export interface DeskOptions {
  /** What the command reads from standard input; nothing by default. */
  readonly input?: string;
  readonly cwd?: string;
  /** A descriptor for its standard output, which is not gathered then. */
  readonly output?: number;
}

/** The `desk` command as a process of its own, with nothing of our environment but what finds programs. */
export class Desk {
  constructor(private readonly env: Readonly<Record<string, string>>) {}

  /** On a database of the tests, as its service. */
  static on(database: TestDatabase): Desk {
    return new Desk({ DATABASE_URL: database.serviceUrl });
  }

  run(args: readonly string[], { input = '', cwd = PROJECT, output }: DeskOptions = {}): Promise<Finished> {
    const child = spawn(process.execPath, [join(PROJECT, 'dist', 'cli.js'), ...args], {
      cwd,
      stdio: ['pipe', output ?? 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...this.env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    // A command that fails early leaves its input unread.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status, signal) => {
        resolve({ status, signal, stdout, stderr });
      });
    });
  }

  /**
   * Standard output of a command that must succeed.
   * @throws when it does not, with what it said
   */
  async output(args: readonly string[], options?: DeskOptions): Promise<string> {
    const { status, stdout, stderr } = await this.run(args, options);
    if (status !== 0) throw new Error(`desk ${args.join(' ')} ended with ${status}:\n${stderr}`);
    return stdout;
  }

  /** What a command prints as JSON. */
  async json<T>(args: readonly string[]): Promise<T> {
    return JSON.parse(await this.output(args)) as T;
  }
}

/** The command on a database of a test's own, which has the workspace of the example. */
export interface ExampleDesk {
  readonly desk: Desk;
  readonly database: TestDatabase;
  close(): Promise<void>;
}

export async function openExampleDesk(): Promise<ExampleDesk> {
  const database = await freshDatabase();
  const desk = Desk.on(database);
  await desk.output(['workspace', 'apply', 'examples/acme.workspace.yaml']);
  return { desk, database, close: () => database.drop() };
}
