import './features.js';
import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import { ApiKeysModule } from '../auth/auth.module.js';
import { EventsModule } from '../events/events.module.js';
import { MailReaderModule } from '../mail/mail-reader.module.js';
import type { EventReader } from '../events/readers/event-reader.js';
import { classesOf } from '../platform/features/feature.js';
import { ConfigurationModule } from '../platform/config/configuration.js';
import type { Config } from '../platform/config/env.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ReportsReaderModule } from '../reports/reports-reader.module.js';
import { SearchReaderModule } from '../search/search-reader.module.js';
import { WebhookReaderModule } from '../webhooks/webhook-reader.module.js';
import { entities } from './entities.js';
import { migrations } from './schema/migrations.js';

/** A command may wait for another one, so a statement may take longer than the statement of a request. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** The readers of events. They run in the service, and at the end of a command that has written events. */
const READERS = [WebhookReaderModule, MailReaderModule, SearchReaderModule, ReportsReaderModule];

export const EVENT_READERS = READERS.flatMap(
  (module) => classesOf(module).jobs,
) as readonly Type<EventReader>[];

/** The application without HTTP: the services that every command uses. */
@Module({ imports: [ApiKeysModule, EventsModule, PlatformModule, ...READERS] })
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
