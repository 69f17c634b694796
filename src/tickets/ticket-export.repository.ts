import { Injectable } from '@nestjs/common';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import type { CopiedBytes, Snapshot } from '../tenancy/tenant-snapshots.js';
import {
  EXPORT_VOCABULARY,
  exportStatement,
  headerStatement,
  type ExportFormat,
  type ExportRange,
  type ExportVocabulary,
} from './ticket-export.sql.js';

/** All SQL of exports; PostgreSQL itself writes the bytes of the file. */
@Injectable()
export class TicketExportRepository extends TenantRepository {
  async vocabulary(snapshot: Snapshot): Promise<ExportVocabulary> {
    const [found] = await this.query<ExportVocabulary>(snapshot, EXPORT_VOCABULARY);
    if (!found) throw new Error('The export vocabulary statement returned no row.');
    return found;
  }

  /** The record of a CSV file that names its columns. */
  header(snapshot: Snapshot, { fields }: ExportVocabulary): CopiedBytes {
    const { statement, values, copyFormat } = headerStatement(fields);
    return snapshot.copyOut(statement, values, copyFormat);
  }

  /** Some tickets as bytes of the format, by number. */
  tickets(
    snapshot: Snapshot,
    format: ExportFormat,
    vocabulary: ExportVocabulary,
    range: ExportRange,
  ): CopiedBytes {
    const { statement, values, copyFormat } = exportStatement(format, vocabulary, range);
    return snapshot.copyOut(statement, values, copyFormat);
  }
}
