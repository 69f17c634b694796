import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { askHost } from '../host/client.js';
import type { DeskCall } from '../host/desk.js';
import { PROJECT, type Finished } from './processes.js';
import { freshDatabase, testEngine, type TestDatabase } from '../test-database.js';

export interface DeskOptions {
  /** The standard input of the command; empty by default. */
  readonly input?: string;
  readonly cwd?: string;
}

/** The `desk` command, run in the host of this worker with an environment of its own. */
export class Desk {
  constructor(protected readonly env: Readonly<Record<string, string>>) {}

  /** The command on a test database, with the service's role. */
  static on(database: TestDatabase, more: Readonly<Record<string, string>> = {}): Desk {
    return new Desk({ DATABASE_URL: database.serviceUrl, DATABASE_ENGINE: testEngine(), ...more });
  }

  run(args: readonly string[], options: DeskOptions & Partial<DeskCall> = {}): Promise<Finished> {
    const call: DeskCall = { args, env: this.env, cwd: PROJECT, input: '', isTerminal: false, ...options };
    return askHost('/desk', call);
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

/** The same as a process of its own, with nothing of our environment but what finds programs. */
export class DeskProcess extends Desk {
  override run(
    args: readonly string[],
    { input = '', cwd = PROJECT, output }: DeskOptions & { readonly output?: number } = {},
  ): Promise<Finished> {
    const child = spawn(process.execPath, [join(PROJECT, 'dist', 'cli.js'), ...args], {
      cwd,
      stdio: ['pipe', output ?? 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...this.env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    // A command that fails early does not read its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status, signal) => {
        resolve({ status, signal, stdout, stderr });
      });
    });
  }
}

/** The command on a database for one test, with the example's workspace. */
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
