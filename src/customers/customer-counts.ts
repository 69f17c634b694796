import { Injectable } from '@nestjs/common';
import { KeptTotals } from '../platform/counts/kept-totals.js';
import { TAKE_CUSTOMERS } from './customer-list.sql.js';

@Injectable()
export class CustomerCounts extends KeptTotals {
  readonly failureCode = 'customer_counts_not_settled';
  protected readonly list = 'customers';
  protected readonly taking = TAKE_CUSTOMERS;
}
