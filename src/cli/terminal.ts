import { resolve } from 'node:path';
import type { Io } from './io.js';

/** One run of `desk`: its inputs and outputs, and its name. Every command gets it as the first argument. */
export class Terminal {
  /** The command without its arguments, such as `desk keys create`. The audit trail names it. */
  command = 'desk';

  constructor(readonly io: Io) {}

  /** Prints one line of data to standard output. */
  print(line: string): void {
    this.io.stdout.write(`${line}\n`);
  }

  /** Prints a value to standard output as indented JSON. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** Prints a message to standard error. */
  say(line: string): void {
    this.io.stderr.write(`${line}\n`);
  }

  /** The absolute path of a file that the command line names. */
  pathOf(file: string): string {
    return resolve(this.io.cwd, file);
  }
}
