#!/usr/bin/env node
import './app/features.js';
import { parseArgs } from 'node:util';
import { openEphemeral } from './app/start/ephemeral.js';
import { collectYoungObjectsAlone, keepMemoryFlat } from './app/start/garbage-collection.js';

keepMemoryFlat();
collectYoungObjectsAlone();

const { isEphemeral, json } = argumentsOrEnd();
// PostgreSQL makes its files while the code of the service loads.
const ephemeral = isEphemeral ? await openEphemeral(json) : undefined;
const { startProcess } = await import('./app/start/start-process.js');
await startProcess(ephemeral);

/** Reads whether to serve from a temporary folder, and whether to say in JSON when the service is ready. Otherwise it ends the process. */
function argumentsOrEnd(): { readonly isEphemeral: boolean; readonly json: boolean } {
  try {
    const options = {
      ephemeral: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    } as const;
    const { ephemeral: isEphemeral, json } = parseArgs({ args: process.argv.slice(2), options }).values;
    if (isEphemeral || !json) return { isEphemeral, json };
  } catch {
    // An argument is not known.
  }
  process.stderr.write(
    'The service takes --ephemeral, and --json beside it. Environment variables set everything else.\n',
  );
  process.exit(2);
}
