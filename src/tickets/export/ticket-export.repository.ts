import { Injectable } from '@nestjs/common';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { CopiedBytes, InnerScope, SnapshotTransaction } from '../../platform/tenancy/tenant-scope.js';
import type { ExportBounds, ExportNames } from './ticket-export.rules.js';
import { EXPORT_BOUNDS, EXPORT_TOTALS, headerCopy, type Copy } from './ticket-export.sql.js';

export interface ExportTotals {
  readonly tickets: number;
  readonly comments: number;
}

/** Exports tickets. PostgreSQL writes the bytes of the file. */
@Injectable()
export class TicketExportRepository extends TenantRepository {
  async bounds(snapshot: InnerScope<SnapshotTransaction>): Promise<ExportBounds> {
    const [found] = await this.query<ExportBounds>(snapshot, EXPORT_BOUNDS);
    if (!found) throw new Error('The statement of the bounds returned no row.');
    return found;
  }

  async totals(
    snapshot: InnerScope<SnapshotTransaction>,
    lastNumber: number,
    since: Date | null,
  ): Promise<ExportTotals> {
    const [found] = await this.query<ExportTotals>(snapshot, EXPORT_TOTALS, [lastNumber, since]);
    if (!found) throw new Error('The statement of the totals returned no row.');
    return found;
  }

  header(snapshot: InnerScope<SnapshotTransaction>, { fields }: ExportNames): CopiedBytes {
    return this.begin(snapshot, headerCopy(fields));
  }

  /** Begins the copy of a range that `exportCopies` has made. */
  begin(snapshot: InnerScope<SnapshotTransaction>, copy: Copy): CopiedBytes {
    return snapshot.transaction.copyOut(...copy);
  }
}
