import type { Readable, Writable } from 'node:stream';
import { processEnvironment } from '../platform/config/env.js';

/** Everything that a command uses of its process. A test can pass its own. */
export interface Io {
  /** The environment, with the variables of a `.env` file. It is read when a command needs its configuration. */
  environment(): NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin: Readable;
  /** Both outputs belong to one run, which listens to their errors. */
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly signals: Signals;
}

/** A stream that may be a terminal. A terminal knows its width. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Signals {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  /** Ends the process by the signal. */
  raise(signal: NodeJS.Signals): unknown;
}

/** The real process. No other file in this folder uses it directly. */
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
