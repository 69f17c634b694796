import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { appWith } from '../../../src/app/app.module.js';
import { APP_SETTINGS, configureApp } from '../../../src/app/configure-app.js';
import { startAdmin } from '../../../src/app/start/start-admin.js';
import { NestLog } from '../../../src/platform/http/log/request-log.js';
import { ServiceAdapter } from '../../../src/platform/http/server/service-adapter.js';
import { JobRunner } from '../../../src/platform/queue/job-runner.js';
import { WorkspaceDirectory } from '../../../src/platform/tenancy/workspaces/workspace-directory.js';
import { readConfig } from '../../../src/platform/config/env.js';
import { Operator } from '../host/operator.js';
import { makeQuietable } from '../host/quiet.js';
import { BASE_DOMAIN, TEST_SECRETS_KEY, type TestApp, type TestAppOptions } from '../test-app.js';
import { testDatabase, testEngine, type TestDatabase } from '../test-database.js';

/** So high that no test reaches them. */
const NO_LIMITS = {
  requestsPerMinute: 1_000_000_000,
  failedAuthenticationsPerMinute: 1_000_000_000,
  requestsInFlight: 1_000,
  sessionRequestsPerMinute: 1_000_000_000,
  customerRequestsInFlight: 1_000,
  formPostsPerClient: 1_000_000,
  formPostsPerEmail: 1_000_000,
  formPosts: 1_000_000,
  formPostsWithoutProof: 1_000_000,
  inboundTicketsPerSender: 1_000_000,
  inboundMailsPerTicket: 1_000_000,
  inboundTicketsPerWorkspace: 1_000_000,
};

const NO_WORKSPACES = { listIds: () => Promise.resolve([]) };

/** What services log: Nest has one log for all applications of a process. */
const said: string[] = [];

/** An application in this process, for tests that look at what it sends to PostgreSQL or call a service directly. */
export interface LocalApp extends TestApp {
  readonly app: NestExpressApplication;
  /** A line for each request that the application has answered. */
  readonly log: readonly string[];
}

export interface LocalAppOptions extends TestAppOptions {
  /** Controllers beside those of the application. */
  readonly controllers?: Type[];
}

/** The whole application as it is shipped, on loopback, and on a free port unless one is named. */
export async function startLocalApp(options: LocalAppOptions = {}): Promise<LocalApp> {
  const { database = testDatabase(), controllers = [] } = options;
  const log: string[] = [];
  const logger = pino({ level: 'info', base: null }, { write: (line: string) => void log.push(line) });
  const files = options.attachmentsDir === undefined ? ownFolder() : undefined;
  const configuration = configurationOf(
    { ...(files && { attachmentsDir: files.folder }), ...options },
    database,
  );
  const app = await NestFactory.create<NestExpressApplication>(
    { ...appWith(configuration), controllers },
    new ServiceAdapter(),
    { ...APP_SETTINGS, logger: false },
  );
  const { hasRounds = options.database !== undefined } = options;
  if (!hasRounds) {
    const workspaces = Object.assign(Object.create(app.get(WorkspaceDirectory)) as object, NO_WORKSPACES);
    Object.assign(app.get(JobRunner), { workspaces });
  }
  makeQuietable(app.get(JobRunner));
  configureApp(app, configuration, logger);
  await app.listen(options.port ?? 0, '127.0.0.1');
  app.useLogger(new NestLog(pino({ base: null }, { write: (line: string) => void said.push(line) })));
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const admin = await startAdmin(app, logger);
  const stop = async (): Promise<void> => {
    await admin?.close();
    const server = app.getHttpServer();
    server.close();
    // A connection on which nothing was ever sent would keep it open for a minute.
    server.closeAllConnections();
    await app.close();
    files?.remove();
  };
  const adminUrl = admin && `http://127.0.0.1:${admin.listening.port}`;
  return {
    app,
    url,
    ...(adminUrl !== undefined && { adminUrl }),
    database,
    log,
    operator: new Operator(app, log, said),
    stop,
  };
}

function configurationOf(
  { secretsKeys = [TEST_SECRETS_KEY], webhooks, adminKeys, hasRounds: _, ...settings }: TestAppOptions,
  database: TestDatabase,
): Parameters<typeof appWith>[0] {
  return {
    ...readConfig(adminKeys === undefined ? {} : { ADMIN_PORT: '0', ADMIN_KEYS: adminKeys }),
    ...{ engine: testEngine(), poolSize: 8, baseDomain: BASE_DOMAIN },
    ...NO_LIMITS,
    ...settings,
    databaseUrl: database.serviceUrl,
    secretsKeys: secretsKeys.map((key) => Buffer.from(key, 'base64')),
    webhooks: { allowsHttp: true, allowedNetworks: ['127.0.0.0/8'], ...webhooks },
  };
}

/** A folder that ends with the application, or with the process when that is not stopped. */
function ownFolder(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'support-desk-files-'));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return {
    folder,
    remove: () => {
      process.off('exit', remove);
      remove();
    },
  };
}
