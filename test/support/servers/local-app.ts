import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { AppModule } from '../../../src/app/app.module.js';
import { APP_SETTINGS, configureApp } from '../../../src/app/configure-app.js';
import { NestLog } from '../../../src/platform/http/requests/request-log.js';
import { ServiceAdapter } from '../../../src/platform/http/server/service-adapter.js';
import type { RateLimitOptions } from '../../../src/platform/rate-limits/rate-limits.options.js';
import { Operator } from '../host/operator.js';
import { BASE_DOMAIN, TEST_SECRETS_KEY, type TestApp, type TestAppOptions } from '../test-app.js';
import { testDatabase, testEngine } from '../test-database.js';

/** So high that no test reaches them. */
const NO_FORM_LIMITS = {
  formPostsPerClient: 1_000_000,
  formPostsPerEmail: 1_000_000,
  formPosts: 1_000_000,
  formPostsWithoutProof: 1_000_000,
};
const NO_LIMITS: RateLimitOptions = {
  requestsPerMinute: 1_000_000_000,
  failedAuthenticationsPerMinute: 1_000_000_000,
  store: 'memory',
  redisUrl: undefined,
};

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

/** The whole application as it is shipped, on a free port of loopback. */
export async function startLocalApp(options: LocalAppOptions = {}): Promise<LocalApp> {
  const { database = testDatabase(), trustProxy, bodyLimit = 1024 * 1024, poolSize = 8 } = options;
  const log: string[] = [];
  const logger = pino({ level: 'info', base: null }, { write: (line: string) => void log.push(line) });
  const files = options.attachmentsDir === undefined ? ownFolder() : undefined;
  const module = AppModule.forRoot({
    engine: testEngine(),
    ...options.routes,
    databaseUrl: database.serviceUrl,
    poolSize,
    bodyLimit,
    responseBufferBytes: (options.responseBufferMb ?? 64) * 1024 * 1024,
    requestsInFlight: options.requestsInFlight ?? 1_000,
    baseDomain: BASE_DOMAIN,
    defaultWorkspace: options.defaultWorkspace,
    publicUrl: options.publicUrl,
    ticketUrlTemplate: options.ticketUrlTemplate,
    idempotencyQuotaBytes: options.idempotencyQuotaBytes ?? 256 * 1024 * 1024,
    eventRetentionDays: options.eventRetentionDays ?? 30,
    attachmentsDir: options.attachmentsDir ?? files?.folder ?? '',
    s3: options.s3,
    clamd: options.clamd,
    uploadLimitMb: options.uploadLimitMb ?? 50,
    attachmentLimitMb: options.attachmentLimitMb ?? 10,
    transfersAtOnce: options.transfersAtOnce ?? 64,
    transferBytesPerSecond: options.transferBytesPerSecond ?? 16_384,
    secretsKeys: (options.secretsKeys ?? [TEST_SECRETS_KEY]).map((key) => Buffer.from(key, 'base64')),
    webhooks: { allowsHttp: true, allowedNetworks: ['127.0.0.0/8'], ...options.webhooks },
    smtp: options.smtp,
    smtpConnections: 3,
    smtpTimeoutMs: options.smtpTimeoutMs ?? 60_000,
    ...{ ...NO_FORM_LIMITS, ...options.forms },
    vocabularyCacheBytes: options.vocabularyCacheBytes ?? 64 * 1024 * 1024,
    rateLimits: { ...NO_LIMITS, ...options.rateLimits },
  });
  const controllers = [...(module.controllers ?? []), ...(options.controllers ?? [])];
  const app = await NestFactory.create<NestExpressApplication>(
    { ...module, controllers },
    new ServiceAdapter(),
    { ...APP_SETTINGS, logger: false },
  );
  const { corsOrigins = [], headersTimeoutMs = 10_000, requestTimeoutMs = 30_000 } = options;
  configureApp(app, { trustProxy, corsOrigins, headersTimeoutMs, requestTimeoutMs }, logger);
  await app.listen(0, '127.0.0.1');
  app.useLogger(new NestLog(pino({ base: null }, { write: (line: string) => void said.push(line) })));
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await app.close();
    files?.remove();
  };
  return { app, url, database, log, operator: new Operator(app, log, said), stop };
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
