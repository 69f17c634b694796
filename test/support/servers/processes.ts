import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../until.js';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of the built project that a test started. The test always ends it, by its id. */
export class RunningProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Finished>;
  private isOver = false;

  private constructor(private readonly child: ChildProcess) {
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status, signal) => {
        this.isOver = true;
        resolve({ status, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** Runs `node dist/<script> ...args`. The process gets only PATH and HOME of our environment. */
  static start(script: string, args: readonly string[], env: Record<string, string> = {}): RunningProcess {
    return RunningProcess.of(process.execPath, [join(PROJECT, 'dist', script), ...args], {
      cwd: PROJECT,
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    });
  }

  /** Runs another program. */
  static of(program: string, args: readonly string[], options: SpawnOptions): RunningProcess {
    return new RunningProcess(spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Waits until the process has printed text that matches. */
  async printed(pattern: RegExp, seconds = 60): Promise<RegExpExecArray> {
    const words = (): string => `${String(pattern)} was not printed:\n${this.stdout}\n${this.stderr}`;
    await until(() => pattern.test(this.stdout) || this.isOver, seconds, words);
    const found = pattern.exec(this.stdout);
    if (!found) throw new Error(words());
    return found;
  }

  async stop(): Promise<Finished> {
    if (this.child.exitCode === null) this.signal('SIGTERM');
    return this.ended;
  }
}

/** Makes a folder for one test. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'support-desk-test-'));
  return {
    path,
    write: async (name, text) => {
      await writeFile(join(path, name), text);
      return join(path, name);
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file in it. @returns the path of the file */
  write(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

/** The lines of an output that are not empty. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
