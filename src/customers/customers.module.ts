import { Feature } from '../platform/features/feature.js';
import { CUSTOMERS } from './customers.feature.js';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { deprecatedRoutes } from '../platform/routes/deprecated-routes.js';
import { CustomerCounts } from './customer-counts.js';
import { CustomerRepository } from './customer.repository.js';
import { CustomersController, LegacyCustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Feature(CUSTOMERS, {
  jobs: [CustomerCounts],
  imports: [EventsModule, PlatformModule],
  controllers: [CustomersController, LegacyCustomersController],
  providers: [CustomerRepository, CustomersService],
  exports: [CustomersService],
})
export class CustomersModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(deprecatedRoutes('/api/v1/public', '/api/external/v2'))
      .forRoutes(LegacyCustomersController);
  }
}
