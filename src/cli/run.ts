import { CommanderError } from 'commander';
import type { Io } from './io.js';
import { createProgram } from './program.js';
import { Terminal } from './output/terminal.js';

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Runs one command of `desk`. @returns the exit status: 0 done, 1 failed, 2 the command line is wrong */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const terminal = new Terminal(io);
  const output = watchOutput(terminal);
  try {
    await createProgram(terminal).parseAsync([...args], { from: 'user' });
    return await output.end();
  } catch (error) {
    // Commander has already written what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? output.end() : EXIT.usage;
    const { describeFailure } = await import('./failure.js');
    for (const line of describeFailure(error, io)) terminal.say(line);
    await output.written();
    return EXIT.failed;
  }
}

interface Output {
  /** Waits until everything is written or has failed, and ignores failures: a failed command prints one reason only. */
  written(): Promise<void>;
  /** Waits until everything is written, prints a failure, and returns the exit status. */
  end(): Promise<number>;
}

/** Watches both outputs. A full disk fails the command; a reader that stops reading, as `head` does, is no failure. */
function watchOutput(terminal: Terminal): Output {
  const { stdout, stderr } = terminal.io;
  let failure: Error | undefined;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') failure ??= error;
    });
  }
  const written = async (): Promise<void> => {
    await new Promise((resolve) => stdout.write('', resolve));
  };
  return {
    written,
    end: async () => {
      await written();
      if (failure === undefined) return EXIT.done;
      const { unwritableOutput } = await import('./files.js');
      terminal.say(unwritableOutput(failure).message);
      return EXIT.failed;
    },
  };
}
