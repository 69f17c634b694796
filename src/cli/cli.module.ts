import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import type { Config } from '../config/env.js';
import { DatabaseModule } from '../database/database.module.js';
import { entities } from '../entities.js';
import { HttpModule } from '../http/http.module.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { ImportModule } from '../import/import.module.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { operator } from './operator.js';

/** An operator waits longer than a client; one command may wait for another. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** What the commands stand on: the services of the application. Its routes come with them and are not served. */
@Module({})
export class CliModule {
  static forRoot(serviceUrl: string, config: Config): DynamicModule {
    return {
      module: CliModule,
      imports: [
        DatabaseModule.forRoot({
          ...config,
          url: serviceUrl,
          entities,
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        HttpModule.forRoot(config),
        TenancyModule.forRoot({ ...config, operator: operator() }),
        AuditModule,
        AuthModule,
        WorkspacesModule,
        ImportModule,
        IdempotencyModule,
      ],
    };
  }
}
