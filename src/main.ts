#!/usr/bin/env node
import cluster from 'node:cluster';
import { ConfigError, loadEnvFile, readConfig, type Config } from './config/env.js';
import { EmbeddedDatabaseError } from './database/embedded/embedded-error.js';
import { UnsuitableDatabaseError } from './database/role-check.js';
import { collectYoungObjectsAlone, keepMemoryFlat } from './garbage-collection.js';
import { CertificateError } from './http/certificate.js';
import { traceOf } from './kernel/thrown.js';
import { startService } from './start-service.js';
import { StartError } from './start-steps.js';
import { startWorkers } from './start-workers.js';
import type { Tracing } from './tracing.js';
import { WorkerError } from './workers/supervisor.js';

keepMemoryFlat();
collectYoungObjectsAlone();

try {
  loadEnvFile();
  const config = readConfig();
  if (config.workers > 1 && cluster.isPrimary) await startWorkers(config);
  else await startService(config, { isWorker: cluster.isWorker, tracing: await tracingOf(config) });
} catch (error) {
  // A worker that did not start has said why.
  if (!(error instanceof WorkerError)) process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** Without somewhere to send traces to, nothing of it is even loaded. */
async function tracingOf({ isTraced }: Config): Promise<Tracing | undefined> {
  if (!isTraced) return undefined;
  const { startTracing } = await import('./tracing.js');
  return startTracing();
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
  return traceOf(error);
}
