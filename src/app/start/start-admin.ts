import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { AdminModule } from '../../admin/admin.module.js';
import { Configuration } from '../../platform/config/configuration.js';
import { MEBIBYTE } from '../../kernel/text.js';
import { drainOf } from '../../platform/http/server/drain.js';
import { ServiceAdapter } from '../../platform/http/server/service-adapter.js';
import { APP_SETTINGS, configureAdmin } from '../configure-app.js';

/** A manifest has at most 4 MiB, in whatever form it comes. */
const BODY_LIMIT = 4 * MEBIBYTE;

export interface AdminListener {
  readonly listening: Pick<AddressInfo, 'address' | 'port'>;
  /** Ends when the requests under way are answered. */
  close(): Promise<void>;
}

/** Makes the application for administration, which uses the services of the one beside it. */
export function createAdmin(app: INestApplicationContext): Promise<NestExpressApplication> {
  const configuration = app.get(Configuration);
  const own = Object.assign({}, configuration, { bodyLimit: Math.max(configuration.bodyLimit, BODY_LIMIT) });
  return NestFactory.create<NestExpressApplication>(
    AdminModule.over((service) => app.get<object>(service), own),
    new ServiceAdapter(),
    {
      ...APP_SETTINGS,
      logger: false,
    },
  );
}

/** Listens at `ADMIN_PORT`, when that is set. @throws the system's error when it cannot listen there */
export async function startAdmin(
  app: INestApplicationContext,
  log: Logger,
): Promise<AdminListener | undefined> {
  const configuration = app.get(Configuration);
  const { port, host } = configuration.admin;
  if (port === undefined) return undefined;
  const admin = await createAdmin(app);
  configureAdmin(admin, configuration, log);
  const server = admin.getHttpServer();
  const drain = drainOf(server);
  await admin.listen(port, host);
  return {
    listening: server.address() as AddressInfo,
    close: async () => {
      await drain();
      await admin.close();
    },
  };
}
