import { parseArgs } from 'node:util';

/** What the command line of the service asks for. */
export interface StartArguments {
  /** Serve from a temporary folder that is gone afterwards. */
  readonly isEphemeral: boolean;
  /** Print one line of JSON when the service is ready. */
  readonly json: boolean;
}

const USAGE =
  'The service takes --ephemeral, and --json beside it. Environment variables set everything else.';

/** Reads the arguments. When they are wrong, it writes what is right, and the process ends with status 2. */
export function argumentsOrEnd(args: readonly string[]): StartArguments {
  const { ephemeral = false, json = false } = parsed(args) ?? { json: true };
  if (!json || ephemeral) return { isEphemeral: ephemeral, json };
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

function parsed(args: readonly string[]): { ephemeral?: boolean; json?: boolean } | undefined {
  try {
    return parseArgs({
      args: [...args],
      options: { ephemeral: { type: 'boolean' }, json: { type: 'boolean' } },
    }).values;
  } catch {
    return undefined;
  }
}
