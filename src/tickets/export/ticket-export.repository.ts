import { Injectable } from '@nestjs/common';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { CopiedBytes, InnerScope, SnapshotTransaction } from '../../platform/tenancy/tenant-scope.js';
import type { ExportBounds, ExportNames } from './ticket-export.rules.js';
import {
  EXPORT_BOUNDS,
  EXPORT_TOTALS,
  exportStatement,
  headerStatement,
  type ExportFormat,
  type ExportRange,
} from './ticket-export.sql.js';

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
    const { statement, values, copyFormat } = headerStatement(fields);
    return snapshot.transaction.copyOut(statement, values, copyFormat);
  }

  /** The tickets of a range by number. Their comments come only as NDJSON. */
  tickets(
    snapshot: InnerScope<SnapshotTransaction>,
    format: ExportFormat,
    names: ExportNames,
    range: ExportRange,
    withComments: boolean,
  ): CopiedBytes {
    const { statement, values, copyFormat } = exportStatement(format, names, range, withComments);
    return snapshot.transaction.copyOut(statement, values, copyFormat);
  }
}
