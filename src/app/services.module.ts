import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ApiKeysModule } from '../auth/api-keys.module.js';
import { EventsModule } from '../events/events.module.js';
import { MailOptionsModule } from '../mail/options/mail-options.module.js';
import type { Config } from '../platform/config/env.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import type { Origin } from '../platform/tenancy/origin.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { TenancyModule } from '../platform/tenancy/tenancy.module.js';
import { WebhookOptionsModule } from '../webhooks/options/webhook-options.module.js';
import { entities } from './entities.js';

/** Modules of features that a command uses, besides API keys and the audit trail. */
export type FeatureModules = readonly (Type | DynamicModule | ConfiguredModule)[];

/** A module that needs to know the configuration of the installation. */
export interface ConfiguredModule {
  readonly configured: (config: Config) => DynamicModule;
}

/** A command may wait for another one, so a statement may take longer than the statement of a request. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** The application without HTTP: the services that a command uses. */
@Module({})
export class ServicesModule {
  static forRoot(
    serviceUrl: string,
    config: Config,
    operator: Origin,
    features: FeatureModules,
  ): DynamicModule {
    return {
      module: ServicesModule,
      imports: [
        DatabaseModule.forRoot({
          ...config,
          // A command reads from the primary: it often ends before it is known whether the standby may be used.
          replicaUrl: undefined,
          url: serviceUrl,
          entities,
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        TenancyModule.forRoot({ ...config, operator }),
        EventsModule.forRoot(config),
        StorageModule.forRoot(config),
        ApiKeysModule,
        ...features.map((feature) => ('configured' in feature ? feature.configured(config) : feature)),
        WebhookOptionsModule.forRoot(config),
        MailOptionsModule.forRoot(config),
      ],
    };
  }
}
