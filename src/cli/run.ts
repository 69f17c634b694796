import { CommanderError } from 'commander';
import { createProgram } from './program.js';
import { say } from './output.js';

/** How a command ends (decisions, section 10). */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/**
 * Runs one command of `desk`: data goes to standard output, talk to standard error.
 * @param args the command line behind the program's name
 * @returns the exit status: 0, 1 when the command failed, 2 when it was not understood
 */
export async function run(args: readonly string[]): Promise<number> {
  const output = watchOutput();
  try {
    await createProgram().parseAsync([...args], { from: 'user' });
    return await output.end();
  } catch (error) {
    // Commander has said what there is to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? output.end() : EXIT.usage;
    const { describeFailure } = await import('./failure.js');
    for (const line of describeFailure(error)) say(line);
    await output.written();
    return EXIT.failed;
  }
}

interface Output {
  /** Waits until everything is written or given up; of a command that failed nobody wants to hear a second reason. */
  written(): Promise<void>;
  /** Waits until everything is written, and says so when it is not; the exit status. */
  end(): Promise<number>;
}

/**
 * Whoever reads our output may stop reading, as `head` does: then it goes nowhere, and the command ends as usual. Anything
 * else that keeps it from being written, such as a full disk, is a failure of the command.
 */
function watchOutput(): Output {
  let failure: Error | undefined;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') failure ??= error;
    });
  }
  const written = async (): Promise<void> => {
    await new Promise((resolve) => process.stdout.write('', resolve));
  };
  return {
    written,
    end: async () => {
      await written();
      if (failure === undefined) return EXIT.done;
      const { unwritableOutput } = await import('./files.js');
      say(unwritableOutput(failure).message);
      return EXIT.failed;
    },
  };
}
