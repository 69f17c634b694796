import { existsSync } from 'node:fs';

/** Reads the environment of the process and the `.env` file of the working folder. Variables that are set already keep their values. */
export function processEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
