import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { deprecatedRoutes } from '../platform/routes/deprecated-routes.js';
import { CustomerListRepository } from './customer-list.repository.js';
import { CustomerListService } from './customer-list.service.js';
import { CustomerRepository } from './customer.repository.js';
import { CustomersController, LegacyCustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Module({
  imports: [EventsModule, PlatformModule],
  controllers: [CustomersController, LegacyCustomersController],
  providers: [CustomerListRepository, CustomerListService, CustomerRepository, CustomersService],
  exports: [CustomerListService, CustomersService],
})
export class CustomersModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(deprecatedRoutes('/api/v1/public', '/api/external/v2'))
      .forRoutes(LegacyCustomersController);
  }
}
