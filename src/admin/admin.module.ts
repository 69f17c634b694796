import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ApiKeyService } from '../auth/api-key.service.js';
import { NamedKeysService } from '../auth/named-keys.service.js';
import { RequestLimits } from '../auth/request-limits.js';
import { TestClockService } from '../moments/test-clock.service.js';
import { Configuration } from '../platform/config/configuration.js';
import { ErrorFilter } from '../platform/http/answers/error.filter.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { AdminKeyGuard } from './admin-key.guard.js';
import { AdminClockController } from './admin-clock.controller.js';
import { AdminKeysController } from './admin-keys.controller.js';
import { AdminWorkspacesController } from './admin-workspaces.controller.js';
import { AdminService } from './admin.service.js';

/** The listener takes these from the application beside it, so that both have one pool of connections. */
const BORROWED: readonly Type[] = [
  ...[ApiKeyService, NamedKeysService, RequestLimits],
  ...[TestClockService, WorkspacesService],
];

/**
 * The application of the listener for administration, with one guard (`AdminKeyGuard`) and one filter. Here, a host names no workspace, and
 * keys of workspaces are not accepted [rule 25].
 */
@Module({})
export class AdminModule {
  /** @param borrow finds a service of the application beside it; @param configuration its settings, with the limit of bodies here */
  static over(borrow: (service: Type) => object, configuration: Configuration): DynamicModule {
    return {
      module: AdminModule,
      controllers: [
        ...[AdminWorkspacesController, AdminKeysController],
        ...(configuration.hasTestClock ? [AdminClockController] : []),
      ],
      providers: [
        ...BORROWED.map((provide) => ({ provide, useValue: borrow(provide) })),
        { provide: Configuration, useValue: configuration },
        AdminService,
        { provide: APP_GUARD, useClass: AdminKeyGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
