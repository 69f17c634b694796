import { Injectable } from '@nestjs/common';
import type { CustomerId } from '../../kernel/ids.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';

/** Names the customers whose sessions have acted. The room of customers sets the function, because that room is above events. */
@Injectable()
export class ActingCustomers {
  names: (scope: TenantScope, ids: readonly CustomerId[]) => Promise<ReadonlyMap<string, string>> = () =>
    Promise.resolve(new Map());
}
