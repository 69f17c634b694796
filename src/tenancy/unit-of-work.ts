import { Injectable } from '@nestjs/common';
import { TenantDatabase } from './tenant-database.js';
import type { InnerScope, TenantScope } from './tenant-scope.js';

/** Several writes that are kept together or not at all (architecture, style rule 5). */
@Injectable()
export class UnitOfWork {
  constructor(private readonly database: TenantDatabase) {}

  /** Runs `work` in one transaction. It may run again after a deadlock, so it must act on the database only. */
  run<Result>(scope: TenantScope, work: (inner: InnerScope) => Promise<Result>): Promise<Result> {
    return this.database.transact(scope, work);
  }
}
