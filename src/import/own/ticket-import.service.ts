import { Injectable } from '@nestjs/common';
import type { FieldProblem } from '../../kernel/problems.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../../tickets/counts/ticket-counts.service.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import type { TicketNames } from '../../tickets/rules/ticket-names.rules.js';
import { withCleanDescription } from '../../tickets/write/ticket-content.rules.js';
import { TicketPlanService, type JudgeBatch } from '../../tickets/write/ticket-plan.service.js';
import { TicketWriterService } from '../../tickets/write/ticket-writer.service.js';
import { inTurn } from './in-turn.js';
import type { SourceLine } from './lines.reader.js';
import { ndjsonRecords } from './ndjson.reader.js';
import { inBatches } from './record-batches.js';
import type { SourceRecord } from './source-record.js';

/** How many records were imported, updated and so on. */
export interface ImportCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** A record that was left out, and everything that is wrong with it. A problem of the whole record has the path `line`. */
export interface RejectedLine {
  readonly line: number;
  readonly text: string;
  readonly problems: readonly FieldProblem[];
}

export interface ImportOptions {
  /** Called for each rejected record in the order of the file, after the rest of its batch is kept. */
  readonly onReject: (rejected: RejectedLine) => Promise<void> | void;
  /** Called after every batch with the counts so far. */
  readonly onProgress?: (counts: ImportCounts) => void;
  /** Records in one unit of work. */
  readonly batchSize?: number;
}

/** Large enough that the cost of a transaction matters little, and small enough that clients do not wait long for its end. */
const DEFAULT_BATCH_SIZE = 1_000;

/**
 * Imports tickets from other systems under the rules of the API, with two differences (decisions, section 10): original dates
 * are kept, and a closed ticket does not need the fields that are required for closing, because it was closed before this
 * workspace had them.
 *
 * A record with the `external_id` and `source` of a stored ticket updates that ticket, so a file can be imported again. A record
 * without `external_id` is a new ticket every time.
 */
@Injectable()
export class TicketImportService {
  constructor(
    private readonly writer: TicketWriterService,
    private readonly reader: TicketReaderService,
    private readonly counts: TicketCounts,
    private readonly plans: TicketPlanService,
  ) {}

  /**
   * Imports lines of NDJSON. Each batch is kept whole or not at all, without the lines that are rejected. When this fails, the
   * batches before are kept. Importing the same lines again then continues, if they have an `external_id`.
   * @throws unavailable when the database is away, and what `source` or `onReject` throw
   */
  async importTickets(
    scope: TenantScope,
    source: AsyncIterable<SourceLine>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    return this.importRecords(scope, ndjsonRecords(source), options);
  }

  /** The same for records of any format. */
  async importRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const counts = await this.passOn(withCleanDescriptions(records), options, (drafts) =>
      this.writer.importAll(scope, drafts),
    );
    await this.counts.settle(scope);
    return counts;
  }

  /** What `importRecords` would do, without writing anything. A second record about the same new ticket counts as an update. */
  async planRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    return this.passOn(records, options, await this.plans.open(scope));
  }

  /** The names that tickets of the workspace can use, to translate records of other formats. */
  names(scope: TenantScope): Promise<TicketNames> {
    return this.reader.names(scope);
  }

  private async passOn(
    records: AsyncIterable<SourceRecord>,
    { onReject, onProgress, batchSize = DEFAULT_BATCH_SIZE }: ImportOptions,
    judge: JudgeBatch,
  ): Promise<ImportCounts> {
    const counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
    await inTurn(inBatches(records, batchSize), async (batch) => {
      const outcomes = await judge(batch.map(({ draft }) => draft));
      for (const [index, outcome] of outcomes.entries()) {
        counts[outcome.result === 'added' ? 'imported' : outcome.result] += 1;
        if (outcome.result !== 'rejected') continue;
        const { line, text } = batch[index] as SourceRecord;
        await onReject({ line, text, problems: outcome.problems });
      }
      onProgress?.({ ...counts });
    });
    return counts;
  }
}

/** Cleans the descriptions of a batch while the batch before is being written. */
async function* withCleanDescriptions(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord> {
  for await (const record of records) yield { ...record, draft: withCleanDescription(record.draft) };
}
