import type { Readable, Writable } from 'node:stream';
import { processEnvironment } from '../platform/config/process-environment.js';

/** Gives a command everything that it uses of its process. A test can pass its own. */
export interface Io {
  /** Reads the environment and a `.env` file, when a command needs its configuration. */
  environment(): NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: Readable;
  /** One run owns both outputs and listens to their errors. */
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly signals: Signals;
}

/** Writes to a file, a pipe or a terminal. A terminal knows its width. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Signals {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  raise(signal: NodeJS.Signals): unknown;
}

/** Uses the real process. No other file in this folder uses it directly. */
export const processIo: Io = {
  environment: processEnvironment,
  get cwd() {
    return process.cwd();
  },
  // Reading this property opens the stream, and most commands do not need standard input.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  signals: {
    on: (signal, listener) => process.on(signal, listener),
    off: (signal, listener) => process.off(signal, listener),
    raise: (signal) => process.kill(process.pid, signal),
  },
};
