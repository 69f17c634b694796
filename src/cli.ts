#!/usr/bin/env node
import './app/features.js';
import { keepMemoryFlat } from './app/start/garbage-collection.js';
import { keepCompiledCode } from './platform/config/compiled-code.js';

keepMemoryFlat();
keepCompiledCode();
// Node.js keeps the compiled code of the modules below for the next command.
const { processIo } = await import('./cli/io.js');
const { run } = await import('./cli/run.js');
process.exitCode = await run(process.argv.slice(2), processIo);
