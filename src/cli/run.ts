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
    if (output.failure) throw output.failure;
    return EXIT.done;
  } catch (error) {
    // Commander has said what there is to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const { describeFailure } = await import('./failure.js');
    for (const line of describeFailure(error)) say(line);
    return EXIT.failed;
  }
}

/**
 * Whoever reads our output may stop reading, as `head` does: then it goes nowhere, and the command ends as usual. Anything
 * else that keeps it from being written, such as a full disk, is a failure of the command.
 */
function watchOutput(): { readonly failure: Error | undefined } {
  const output: { failure: Error | undefined } = { failure: undefined };
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') output.failure ??= error;
    });
  }
  return output;
}
