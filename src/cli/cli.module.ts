import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module.js';
import type { Config } from '../config/env.js';
import { serviceConnection } from '../database/connection-options.js';
import { entities } from '../entities.js';
import { ImportModule } from '../import/import.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';

/** An operator waits longer than a client; one command may wait for another. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** What the commands stand on: the services of the application without its HTTP side. */
@Module({})
export class CliModule {
  static forRoot(serviceUrl: string, config: Config): DynamicModule {
    const { poolSize } = config;
    return {
      module: CliModule,
      imports: [
        TypeOrmModule.forRoot({
          ...serviceConnection({
            url: serviceUrl,
            entities,
            poolSize,
            statementTimeoutMs: STATEMENT_TIMEOUT_MS,
          }),
          retryAttempts: 0,
        }),
        TenancyModule.forRoot(config),
        AuthModule,
        WorkspacesModule,
        ImportModule,
      ],
    };
  }
}
