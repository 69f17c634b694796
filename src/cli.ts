#!/usr/bin/env node
import './app/features.js';
import { keepMemoryFlat } from './app/start/garbage-collection.js';
import { keepCompiledCode } from './platform/config/compiled-code.js';

keepMemoryFlat();
keepCompiledCode();
// What is loaded from here on is compiled once for all commands.
const { processIo } = await import('./cli/io.js');
const { run } = await import('./cli/run.js');
process.exitCode = await run(process.argv.slice(2), processIo);
