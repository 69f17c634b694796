import { Injectable } from '@nestjs/common';
import type { Draft, FieldProblem } from '../kernel/problems.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { prepared, type EntryOutcome, type TicketEntry } from '../tickets/ticket-batch.rules.js';
import { TicketCounts } from '../tickets/ticket-counts.service.js';
import { TicketPlanService } from '../tickets/ticket-plan.service.js';
import type { TicketVocabulary } from '../tickets/ticket-vocabulary.js';
import { TicketWriterService } from '../tickets/ticket-writer.service.js';
import type { SourceLine } from './lines.js';
import { ndjsonRecords } from './ndjson.js';
import { inTurn } from './in-turn.js';
import { inBatches } from './record-batches.js';
import type { SourceRecord } from './source-record.js';

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

type Judge = (drafts: readonly Draft<TicketEntry | null>[]) => Promise<readonly EntryOutcome[]>;

/** So many that what a transaction costs by itself counts little, so few that nobody waits long for its end. */
const DEFAULT_BATCH_SIZE = 1_000;
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
  constructor(
    private readonly writer: TicketWriterService,
    private readonly counts: TicketCounts,
    private readonly plans: TicketPlanService,
  ) {}

  /**
   * Imports lines of NDJSON, batch by batch, each kept whole or not at all; a bad line is left out and stops nothing. When
   * this fails, the batches before are kept, and importing the same lines again goes on from there for those with an
   * `external_id`.
   * @throws unavailable when the database is away, and whatever `source` or `onReject` throw
   */
  async importTickets(
    scope: TenantScope,
    source: AsyncIterable<SourceLine>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    return this.importRecords(scope, ndjsonRecords(source), options);
  }

  /** The same for tickets that were read from any other source. */
  async importRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const counts = await this.passOn(preparedAhead(records), options, (drafts) =>
      this.writer.importAll(scope, drafts),
    );
    await this.counts.settle(scope);
    return counts;
  }

  /**
   * What `importRecords` would do, without doing it: nothing is written. A ticket that two records are about counts as
   * updated by the second.
   */
  async planRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const plan = await this.plans.open(scope);
    return this.passOn(records, options, (drafts) => plan.judge(drafts));
  }

  /** What tickets of the workspace can say, for those who translate from other formats. */
  async vocabulary(scope: TenantScope): Promise<TicketVocabulary> {
    return this.writer.vocabulary(scope);
  }

  private async passOn(
    records: AsyncIterable<SourceRecord>,
    { onReject, onProgress, batchSize = DEFAULT_BATCH_SIZE }: ImportOptions,
    judge: Judge,
  ): Promise<ImportCounts> {
    const counts = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
    await inTurn(inBatches(records, batchSize), async (batch) => {
      const outcomes = await judge(batch.map(({ draft }) => draft));
      for (const [index, outcome] of outcomes.entries()) {
        counts[COUNT_OF[outcome.result]] += 1;
        if (outcome.result !== 'rejected') continue;
        const { line, text } = batch[index] as SourceRecord;
        await onReject({ line, text, problems: outcome.problems });
      }
      onProgress?.({ ...counts });
    });
    return counts;
  }
}

/** What can be done for a record before its batch has its turn. */
async function* preparedAhead(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord> {
  for await (const record of records) yield { ...record, draft: prepared(record.draft) };
}
