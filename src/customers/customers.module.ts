import { Module } from '@nestjs/common';
import { CustomerRepository } from './customer.repository.js';
import { CustomersService } from './customers.service.js';

@Module({ providers: [CustomerRepository, CustomersService], exports: [CustomersService] })
export class CustomersModule {}
