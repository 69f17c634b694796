import { Global, Module, type DynamicModule, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { AccessChanges } from './access-changes.js';
import { OPERATOR, SERVICE } from './origin.js';
import { TENANCY_OPTIONS, type TenancyOptions } from './tenancy.options.js';
import { TenantDatabase } from './tenant-database.js';
import { UnitOfWork } from './unit-of-work.js';
import { WorkspaceDirectory } from './workspaces/workspace-directory.js';
import { WorkspaceUrls } from './workspaces/workspace-urls.js';
import { WorkspaceMiddleware } from './workspaces/workspace.middleware.js';

const SERVICES = [AccessChanges, TenantDatabase, UnitOfWork, WorkspaceDirectory, WorkspaceUrls];

/** Everything that knows what a workspace is; every feature stands on it. */
@Global()
@Module({})
export class TenancyModule implements NestModule {
  static forRoot(options: TenancyOptions): DynamicModule {
    return {
      module: TenancyModule,
      providers: [
        { provide: TENANCY_OPTIONS, useValue: options },
        { provide: OPERATOR, useValue: options.operator ?? SERVICE },
        ...SERVICES,
      ],
      exports: [OPERATOR, TENANCY_OPTIONS, ...SERVICES],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(WorkspaceMiddleware).forRoutes('api/*path');
  }
}
