import { existsSync } from 'node:fs';

/** The environment of the process, with the `.env` file of the working folder. Variables that are set already keep their values. */
export function processEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
