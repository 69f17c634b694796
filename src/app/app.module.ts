import './features.js';
import {
  Module,
  type DynamicModule,
  type MiddlewareConsumer,
  type NestModule,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import { FrontDoorController } from './front-door.controller.js';
import { entities } from './entities.js';
import { migrations } from './schema/migrations.js';
import { HealthController } from '../platform/health/health.controller.js';
import { Readiness } from '../platform/health/readiness.js';
import { ErrorFilter } from '../platform/http/answers/error.filter.js';
import { nameSuccessors } from '../platform/routes/other-address.js';
import { TenantInterceptor } from '../platform/tenancy/tenant.interceptor.js';
import { MODULES, JOBS, SWEEPS } from './modules.js';
import { Configuration, ConfigurationModule } from '../platform/config/configuration.js';
import { FailedWork } from '../platform/queue/failed-work.js';
import { JobRunner } from '../platform/queue/job-runner.js';
import type { Job } from '../platform/queue/job.js';
import { Sweeper } from '../platform/queue/sweeper.job.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { SearchService } from '../search/indexing/search.service.js';
import { TextMatchesService } from '../search/matches/text-matches.service.js';
import { TextSearch } from '../tickets/read/text-search.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';

type SweeperParts = [TenantDatabase, UnitOfWork, FailedWork, Configuration];

/** The runner of the jobs of all features. Commands have no runner, because they end before a round would. */
const jobProviders: Provider[] = [
  {
    provide: Sweeper,
    inject: [TenantDatabase, UnitOfWork, FailedWork, Configuration],
    useFactory: (...parts: SweeperParts) => new Sweeper(SWEEPS, ...parts),
  },
  {
    provide: JobRunner,
    inject: [WorkspaceDirectory, Sweeper, ...JOBS],
    useFactory: (workspaces: WorkspaceDirectory, ...jobs: Job[]) => new JobRunner(jobs, workspaces),
  },
];

/**
 * Composes the application. A request passes one guard (`ApiKeyGuard`: key, limits, scope), one interceptor (`TenantInterceptor`:
 * workspace and key become a scope), the handler with its pipes, and one filter for everything that is thrown. `Operation` adds
 * the interceptors of a write: `JsonBodyInterceptor`, then `IdempotencyInterceptor`.
 */
@Module({
  imports: [...MODULES],
  controllers: [FrontDoorController, HealthController],
  providers: [
    Readiness,
    ...jobProviders,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_INTERCEPTOR, useClass: TenantInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class AppModule implements NestModule {
  constructor(texts: TextSearch, index: SearchService, matches: TextMatchesService) {
    texts.prepare = (scope) => index.prepare(scope);
    texts.matches = (...asked) => matches.of(...asked);
  }

  configure(consumer: MiddlewareConsumer): void {
    nameSuccessors(consumer);
  }
}

export function appWith(configuration: Omit<Configuration, 'entities' | 'migrations'>): DynamicModule {
  return { module: AppModule, imports: [ConfigurationModule.of({ ...configuration, entities, migrations })] };
}
