import './features.js';
import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import { AuthModule } from '../auth/auth.module.js';
import { EventsModule } from '../events/events.module.js';
import { ConfigurationModule } from '../platform/config/configuration.js';
import type { Config } from '../platform/config/env.js';
import { PlatformModule } from '../platform/platform.module.js';
import { entities } from './entities.js';
import { ReadersModule } from './readers.js';
import { migrations } from './schema/migrations.js';

/** A command may wait for another one, so a statement may take longer than the statement of a request. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** The application without HTTP: the services that every command uses. */
@Module({ imports: [AuthModule, EventsModule, PlatformModule, ReadersModule] })
class ServicesModule {}

/** Opens the services of some features without HTTP, with the role of the service. The caller closes them. */
export function openServices(
  databaseUrl: string,
  config: Config,
  features: readonly Type[],
): Promise<INestApplicationContext> {
  const configured = ConfigurationModule.of({
    ...{ ...config, databaseUrl, entities, migrations },
    // A command reads from the primary: it often ends before it is known whether the standby may be used.
    replicaUrl: undefined,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  return NestFactory.createApplicationContext(
    { module: ServicesModule, imports: [configured, ...features] },
    { logger: false, abortOnError: false },
  );
}
