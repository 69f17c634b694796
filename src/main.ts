#!/usr/bin/env node
import { ConfigError, loadEnvFile, readConfig } from './config/env.js';
import { EmbeddedDatabaseError } from './database/embedded/embedded-error.js';
import { UnsuitableDatabaseError } from './database/role-check.js';
import { CertificateError } from './http/certificate.js';
import { StartError, startService } from './start-service.js';

try {
  loadEnvFile();
  await startService(readConfig());
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** What can go wrong with an installation is said in a sentence; anything else is a defect and shows where it came from. */
function sentenceOf(error: unknown): string {
  const expected = [
    ConfigError,
    EmbeddedDatabaseError,
    UnsuitableDatabaseError,
    CertificateError,
    StartError,
  ];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
