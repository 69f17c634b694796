import { CommanderError } from 'commander';
import type { Io } from './io.js';
import { createProgram } from './program.js';
import { Terminal } from './output/terminal.js';

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Runs one command of `desk`. @returns the exit status: 0 done, 1 failed, 2 the command line is wrong */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const terminal = new Terminal(io);
  const failures = failuresOf(io);
  try {
    await createProgram(terminal).parseAsync([...args], { from: 'user' });
  } catch (error) {
    // Commander has already written the problem. It ends help by an error, too.
    if (!(error instanceof CommanderError)) {
      const { describeFailure } = await import('./failure.js');
      for (const line of describeFailure(error, io)) terminal.say(line);
      await allWritten(io);
      return EXIT.failed;
    }
    if (error.exitCode !== 0) return EXIT.usage;
  }
  await allWritten(io);
  const [failure] = failures;
  if (failure === undefined) return EXIT.done;
  const { unwritableOutput } = await import('./files.js');
  terminal.say(unwritableOutput(failure).message);
  return EXIT.failed;
}

/** Gathers failures of both outputs, such as a full disk. A reader that stops reading, as `head` does, causes none. */
function failuresOf({ stdout, stderr }: Io): readonly Error[] {
  const failures: Error[] = [];
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') failures.push(error);
    });
  }
  return failures;
}

async function allWritten({ stdout }: Io): Promise<void> {
  await new Promise((resolve) => stdout.write('', resolve));
}
