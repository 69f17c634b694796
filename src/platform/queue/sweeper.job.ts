import type { Configuration } from '../config/configuration.js';
import type { Sweep } from '../features/feature.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { TenantDatabase } from '../tenancy/tenant-database.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import type { WorkspaceJob } from './job.js';
import { SWEPT_AT_ONCE } from './sweeps.js';

/** Sweeps the rows that are too old, every hour, a batch in a transaction. A sweep that fails does not stop the others. */
export class Sweeper extends TenantRepository implements WorkspaceJob {
  readonly failureCode = 'old_rows_not_swept';
  readonly everyMs = 3_600_000;

  constructor(
    database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly sweeps: readonly Sweep[],
    private readonly configuration: Configuration,
  ) {
    super(database);
  }

  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (const sweep of this.sweeps)
      await this.sweep(scope, sweep, signal).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  private async sweep(scope: TenantScope, { statement, values }: Sweep, signal: AbortSignal): Promise<void> {
    const sent = values?.(this.configuration);
    let rows = SWEPT_AT_ONCE;
    while (!signal.aborted && rows >= SWEPT_AT_ONCE)
      rows = (await this.unitOfWork.run(scope, (inner) => this.query(inner, statement, sent))).length;
  }
}
