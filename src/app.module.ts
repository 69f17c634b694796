import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './auth/api-key.guard.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { RequestLimits } from './auth/request-limits.js';
import { CustomersModule } from './customers/customers.module.js';
import type { DatabaseRoutes } from './database/connection-options.js';
import { DatabaseModule } from './database/database.module.js';
import { entities } from './entities.js';
import { FieldsModule } from './fields/fields.module.js';
import { FormsModule } from './forms/forms.module.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { ErrorFilter } from './http/error.filter.js';
import { HttpModule, type HttpOptions } from './http/http.module.js';
import { IdempotencySweeperModule } from './idempotency/idempotency-sweeper.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { ImportModule } from './import/import.module.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import type { RateLimitOptions } from './rate-limits/rate-limits.options.js';
import { TenancyModule } from './tenancy/tenancy.module.js';
import type { TenancyOptions } from './tenancy/tenancy.options.js';
import { TenantGuard } from './tenancy/tenant.guard.js';
import { TeamMembersModule } from './team-members/team-members.module.js';
import { DeletedValuesModule } from './tickets/deleted-values.module.js';
import { TicketCountsModule } from './tickets/ticket-counts.module.js';
import { TicketsModule } from './tickets/tickets.module.js';
import { WorkspacesModule } from './workspaces/workspaces.module.js';

export interface AppOptions extends TenancyOptions, HttpOptions, DatabaseRoutes {
  /** Address of the database for the service's own role. */
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly rateLimits: RateLimitOptions;
}

/**
 * The composition root. In the order of a request: guards (key with its limits, then scope), and one filter for whatever is
 * thrown. The guards that read a body and its idempotency key come with `Operation`; pipes are named where they are used:
 * `DraftBody` and `DraftQuery`. There is no interceptor for all routes: every request would pay for it (docs/performance.md).
 */
@Module({})
export class AppModule {
  static forRoot(options: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot({ ...options, url: options.databaseUrl, entities }),
        HttpModule.forRoot(options),
        TenancyModule.forRoot(options),
        AuditModule,
        RateLimitsModule.forRoot(options.rateLimits),
        AuthModule,
        CustomersModule,
        TicketsModule,
        FieldsModule,
        FormsModule,
        TeamMembersModule,
        DeletedValuesModule,
        TicketCountsModule,
        WorkspacesModule,
        ImportModule,
        IdempotencyModule,
        IdempotencySweeperModule,
      ],
      controllers: [HealthController],
      providers: [
        Readiness,
        RequestLimits,
        { provide: APP_GUARD, useClass: ApiKeyGuard },
        { provide: APP_GUARD, useClass: TenantGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
