import type { Configuration } from '../config/configuration.js';
import { isOfRow } from '../database/postgres-errors.js';
import type { Sweep } from '../features/feature.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { TenantDatabase } from '../tenancy/tenant-database.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { BatchSize } from './batch-size.js';
import type { FailedWork } from './failed-work.js';
import type { WorkspaceJob } from './job.js';
import { SWEPT_AT_ONCE } from './sweeps.js';

/** A sweep of a workspace leaves out at most this many rows. When more fail, the rows are not the cause. */
const MOST_LEFT_OUT = 100;

type SweepInParts = Required<Sweep>['ofPart'] & { readonly name: string };

/** Sweeps the rows that are too old, every hour, a batch in a transaction. A sweep that fails does not stop the others, and a row neither. */
export class Sweeper extends TenantRepository implements WorkspaceJob {
  readonly failureCode = 'old_rows_not_swept';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly sweeps: readonly Sweep[],
    database: TenantDatabase,
    private readonly unitOfWork: UnitOfWork,
    private readonly failedWork: FailedWork,
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

  private async sweep(scope: TenantScope, sweep: Sweep, signal: AbortSignal): Promise<void> {
    const { statement, ofPart } = sweep;
    const sent = sweep.values?.(this.configuration);
    try {
      let rows = SWEPT_AT_ONCE;
      while (!signal.aborted && rows >= SWEPT_AT_ONCE)
        rows = (await this.unitOfWork.run(scope, (inner) => this.query(inner, statement, sent))).length;
    } catch (error) {
      if (ofPart === undefined || !isOfRow(error)) throw error;
      await this.sweepAround(scope, { name: statement.name, ...ofPart }, signal);
    }
  }

  /** Sweeps in smaller batches, and leaves out the rows that fail alone. The next round tries them again. */
  private async sweepAround(scope: TenantScope, sweep: SweepInParts, signal: AbortSignal): Promise<void> {
    const size = new BatchSize(SWEPT_AT_ONCE);
    let leftOut = 0;
    while (!signal.aborted) {
      const found: { rows: readonly { readonly row: string }[] } = { rows: [] };
      try {
        await this.unitOfWork.run(scope, async (inner) => {
          const part = [size.next, leftOut];
          found.rows = await this.query<{ row: string }>(inner, sweep.find, part);
          if (found.rows.length > 0) await this.query(inner, sweep.change, part);
        });
        if (found.rows.length === 0) return;
        size.succeed();
      } catch (error) {
        if (found.rows.length === 0 || !isOfRow(error) || leftOut >= MOST_LEFT_OUT) throw error;
        if (!size.fail(found.rows.length)) continue;
        leftOut += 1;
        const about = { sweep: sweep.name, workspaceId: scope.workspaceId, row: found.rows[0]?.row };
        this.failedWork.note('row_not_swept', about, error);
      }
    }
  }
}
