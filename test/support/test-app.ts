import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { APP_SETTINGS, configureApp } from '../../src/configure-app.js';
import type { Config } from '../../src/config/env.js';
import type { DatabaseRoutes } from '../../src/database/connection-options.js';
import { ServiceAdapter } from '../../src/http/service-adapter.js';
import type { RateLimitOptions } from '../../src/rate-limits/rate-limits.options.js';
import { testDatabase, type TestDatabase } from './test-database.js';

/** The base domain of every test: workspaces are `<subdomain>.desk.test`. */
export const BASE_DOMAIN = 'desk.test';

const NO_LIMITS: RateLimitOptions = {
  requestsPerMinute: 1_000_000_000,
  failedAuthenticationsPerMinute: 1_000_000_000,
  store: 'memory',
  redisUrl: undefined,
};

export interface TestApp {
  readonly app: NestExpressApplication;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly database: TestDatabase;
  /** Every line that the application has logged. */
  readonly log: string[];
  stop(): Promise<void>;
}

export interface TestAppOptions {
  readonly database?: TestDatabase;
  readonly defaultWorkspace?: string;
  readonly trustProxy?: Config['trustProxy'];
  readonly bodyLimit?: number;
  readonly poolSize?: number;
  /** By default so much that no test meets a limit. */
  readonly rateLimits?: Partial<RateLimitOptions>;
  /** Controllers beside those of the application. */
  readonly controllers?: Type[];
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
  /** What stands beside the database, or in front of it. */
  readonly routes?: DatabaseRoutes;
}

/** The whole application as it is shipped, on a free port of loopback. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database = testDatabase(), trustProxy, bodyLimit = 1024 * 1024, poolSize = 5 } = options;
  const log: string[] = [];
  const logger = pino({ level: 'info', base: null }, { write: (line: string) => void log.push(line) });
  const module = AppModule.forRoot({
    ...options.routes,
    databaseUrl: database.serviceUrl,
    poolSize,
    bodyLimit,
    baseDomain: BASE_DOMAIN,
    defaultWorkspace: options.defaultWorkspace,
    rateLimits: { ...NO_LIMITS, ...options.rateLimits },
  });
  const controllers = [...(module.controllers ?? []), ...(options.controllers ?? [])];
  const app = await NestFactory.create<NestExpressApplication>(
    { ...module, controllers },
    new ServiceAdapter(),
    { ...APP_SETTINGS, logger: false },
  );
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 30_000 } = options;
  configureApp(app, { trustProxy, headersTimeoutMs, requestTimeoutMs }, logger);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, url: `http://127.0.0.1:${port}`, database, log, stop: () => app.close() };
}
