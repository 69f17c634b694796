#!/usr/bin/env node
import { openEphemeral } from './app/ephemeral.js';
import { collectYoungObjectsAlone, keepMemoryFlat } from './app/garbage-collection.js';
import { argumentsOrEnd } from './app/start-arguments.js';

keepMemoryFlat();
collectYoungObjectsAlone();

const { isEphemeral, json } = argumentsOrEnd(process.argv.slice(2));
// PostgreSQL makes its files while the code of the service loads.
const ephemeral = isEphemeral ? await openEphemeral(json) : undefined;
const { startProcess } = await import('./app/start-process.js');
await startProcess(ephemeral);
