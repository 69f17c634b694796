import { Feature } from '../platform/features/feature.js';
import { EventsModule } from '../events/events.module.js';
import { ActingCustomers } from '../events/feed/acting-customers.js';
import { PlatformModule } from '../platform/platform.module.js';
import { CustomerCounts } from './customer-counts.js';
import { CustomerRepository } from './customer.repository.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Feature({
  jobs: [CustomerCounts],
  imports: [EventsModule, PlatformModule],
  controllers: [CustomersController],
  providers: [CustomerRepository, CustomersService],
  exports: [CustomersService],
})
export class CustomersModule {
  constructor(acting: ActingCustomers, customers: CustomersService) {
    acting.names = (scope, ids) => customers.namesOf(scope, ids);
  }
}
