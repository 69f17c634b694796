import { Injectable } from '@nestjs/common';
import type { FieldProblem } from '../kernel/problems.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import type { EntryOutcome } from '../tickets/ticket-batch.rules.js';
import { TicketWriterService } from '../tickets/ticket-writer.service.js';
import { inBatches, type NumberedLine } from './line-batches.js';
import { readTicketLine, withoutByteOrderMark } from './ticket-line.rules.js';

/** How many lines have come to what. */
export interface ImportCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** A line that was left out, and everything that is wrong with it. A problem of the whole line has the path `line`. */
export interface RejectedLine {
  readonly line: number;
  readonly text: string;
  readonly problems: readonly FieldProblem[];
}

export interface ImportOptions {
  /** Told of each rejected line in the order of the file, once the rest of its batch is kept. */
  readonly onReject: (rejected: RejectedLine) => Promise<void> | void;
  /** Told after every batch what there is so far. */
  readonly onProgress?: (counts: ImportCounts) => void;
  /** Lines in one unit of work. */
  readonly batchSize?: number;
}

interface Judged extends NumberedLine {
  readonly outcome: EntryOutcome;
}

const DEFAULT_BATCH_SIZE = 500;
const COUNT_OF = {
  added: 'imported',
  updated: 'updated',
  unchanged: 'unchanged',
  rejected: 'rejected',
} as const;

/**
 * Takes over tickets from other systems (decisions, section 10): lines of NDJSON, one ticket each, under the rules of the
 * API, with two differences: original dates are kept, and a closed ticket needs no field that is required for closing,
 * because it was closed before this workspace had them.
 *
 * A line with the `external_id` and `source` of a ticket that is there updates it to what the line names, so that a file
 * can be imported again; a line without `external_id` is a new ticket every time.
 */
@Injectable()
export class TicketImportService {
  constructor(private readonly writer: TicketWriterService) {}

  /**
   * Imports batch by batch, each kept whole or not at all; a bad line is left out and stops nothing. When this fails, the
   * batches before are kept, and importing the same lines again goes on from there for those with an `external_id`.
   * @throws unavailable when the database is away, and whatever `source` or `onReject` throw
   */
  async importTickets(
    scope: TenantScope,
    source: AsyncIterable<string>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const { onReject, onProgress, batchSize = DEFAULT_BATCH_SIZE } = options;
    const counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
    for await (const batch of inBatches(source, batchSize)) {
      for (const { line, text, outcome } of await this.importBatch(scope, batch)) {
        counts[COUNT_OF[outcome.result]] += 1;
        if (outcome.result === 'rejected') await onReject({ line, text, problems: outcome.problems });
      }
      onProgress?.({ ...counts });
    }
    return counts;
  }

  private async importBatch(scope: TenantScope, batch: readonly NumberedLine[]): Promise<Judged[]> {
    const drafts = batch.map(({ line, text }) =>
      readTicketLine(line === 1 ? withoutByteOrderMark(text) : text),
    );
    const outcomes = await this.writer.importAll(scope, drafts);
    return outcomes.map((outcome, index) => ({ ...(batch[index] as NumberedLine), outcome }));
  }
}
