import cluster from 'node:cluster';
import { ConfigError, readConfig, type Config } from '../../platform/config/env.js';
import { processEnvironment } from '../../platform/config/process-environment.js';
import { EmbeddedDatabaseError } from '../../platform/embedded-postgres/embedded-error.js';
import { UnsuitableDatabaseError } from '../../platform/database/role-check.js';
import { traceOf } from '../../kernel/errors.js';
import { ephemeralEnvironment, type Ephemeral } from './ephemeral.js';
import { startService } from './start-service.js';
import { EMBEDDED_MARK, StartError } from './start-steps.js';
import type { Tracing } from '../tracing.js';
import { WorkerError } from './supervisor.js';

/** Starts the service, or its workers. When that fails, it writes one sentence and ends the process with status 1. */
export async function startProcess(ephemeral?: Ephemeral): Promise<void> {
  // Words that cannot be written, as on a full disk, are lost. The process goes on.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  try {
    const environment = environmentOf(ephemeral);
    const config = readConfig(environment);
    if (config.workers > 1 && cluster.isPrimary)
      await (await import('./start-workers.js')).startWorkers(config);
    else {
      const { isWorker } = cluster;
      const isOnEmbedded = EMBEDDED_MARK in environment;
      await startService(config, { isWorker, isOnEmbedded, tracing: await tracingOf(config), ephemeral });
    }
  } catch (error) {
    // A worker that did not start has already written the reason.
    if (!(error instanceof WorkerError)) process.stderr.write(`${sentenceOf(error)}\n`);
    process.exit(1);
  }
}

function environmentOf(ephemeral: Ephemeral | undefined): NodeJS.ProcessEnv {
  const given = processEnvironment();
  return ephemeral ? ephemeralEnvironment(given, ephemeral) : given;
}

/** Starts tracing. Without a collector it does not even load the code. */
async function tracingOf({ isTraced }: Config): Promise<Tracing | undefined> {
  if (!isTraced) return undefined;
  const { startTracing } = await import('../tracing.js');
  return startTracing();
}

/** Describes a problem of the installation in one sentence. Any other error is a defect and is shown with its stack. */
function sentenceOf(error: unknown): string {
  const expected = [ConfigError, EmbeddedDatabaseError, UnsuitableDatabaseError, StartError];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  return traceOf(error);
}
