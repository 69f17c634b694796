import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { AccessVersion } from './access-version.js';
import { TenantDatabase } from './tenant-database.js';
import { UnitOfWork } from './unit-of-work.js';
import { WorkspaceDirectory } from './workspaces/workspace-directory.js';
import { WorkspaceUrls } from './workspaces/workspace-urls.js';
import { WorkspaceMiddleware } from './workspaces/workspace.middleware.js';

const SERVICES = [AccessVersion, TenantDatabase, UnitOfWork, WorkspaceDirectory, WorkspaceUrls];

/** Separates workspaces from each other. Every feature uses it. */
@Module({ imports: [DatabaseModule], providers: SERVICES, exports: SERVICES })
export class TenancyModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(WorkspaceMiddleware).forRoutes('api/*path');
  }
}
