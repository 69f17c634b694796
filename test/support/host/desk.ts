import { Readable, Writable } from 'node:stream';
import { run } from '../../../src/cli/run.js';
import type { Finished } from '../servers/processes.js';

/** One command of `desk` with all that it takes from the process around it. */
export interface DeskCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input: string;
  /** Whether standard output and standard error are a terminal. */
  readonly isTerminal: boolean;
}

/** Runs a command in this process. */
export async function runDesk({ args, env, cwd, input, isTerminal }: DeskCall): Promise<Finished> {
  const screen = { isTTY: isTerminal, columns: 80 };
  const [stdout, stderr] = [Object.assign(new Written(), screen), Object.assign(new Written(), screen)];
  const status = await run(args, {
    ...{ cwd, stdout, stderr },
    environment: () => ({ ...env }),
    stdin: Readable.from([Buffer.from(input)]),
    signals: { on: () => undefined, off: () => undefined, raise: () => undefined },
  });
  return { status, signal: null, stdout: stdout.text, stderr: stderr.text };
}

class Written extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}
