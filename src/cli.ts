#!/usr/bin/env node
import './app/features.js';
import { keepMemoryFlat } from './app/start/garbage-collection.js';
import { processIo } from './cli/io.js';
import { run } from './cli/run.js';

keepMemoryFlat();
process.exitCode = await run(process.argv.slice(2), processIo);
