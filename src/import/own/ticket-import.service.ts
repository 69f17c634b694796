import { Injectable } from '@nestjs/common';
import type { CommentEntry, ListVerdict } from '../../conversations/comment-batch.rules.js';
import {
  CommentImportService,
  NO_TICKET,
  type CommentOfTicket,
} from '../../conversations/comment-import.service.js';
import type { TicketId } from '../../kernel/ids.js';
import type { Draft, FieldProblem } from '../../kernel/problems.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../../tickets/counts/ticket-counts.service.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import { withCleanDescription } from '../../tickets/write/ticket-content.rules.js';
import { TicketPlanService } from '../../tickets/write/ticket-plan.service.js';
import { TicketWriterService } from '../../tickets/write/ticket-writer.service.js';
import { withCleanContents } from './comment-line.rules.js';
import {
  ImportBatchPlanner,
  ImportBatchWriter,
  type CommentCounts,
  type JudgedBatch,
} from './import-batch.js';
import { inBatches, inTurn } from './in-turn.js';
import type { CommentRecord, SourceRecord } from './source-record.js';
import type { TicketEntry } from '../../tickets/rules/ticket.changes.js';

/** Counts records by what an import did with them. */
export interface ImportCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Absent when no record has named comments. */
  readonly comments?: CommentCounts;
}

export interface OnlyTicket {
  readonly id: TicketId;
  readonly number: number;
}

/** A record that was left out, and everything that is wrong with it. A problem of the whole record has the path `line`. */
export interface RejectedLine extends Pick<SourceRecord, 'line' | 'text'> {
  readonly problems: readonly FieldProblem[];
}

export interface ImportOptions {
  /** Is called in the order of the file, after the rest of a batch is kept. */
  readonly onReject: (rejected: RejectedLine) => Promise<void> | void;
  readonly onProgress?: (counts: ImportCounts) => void;
  /** Is called at the end, when all records were about one ticket. */
  readonly onOnlyTicket?: (ticket: OnlyTicket) => void;
  readonly batchSize?: number;
}

export interface CommentImportOptions extends Pick<ImportOptions, 'onReject'> {
  readonly onProgress?: (counts: CommentCounts) => void;
}

/** A transaction of this size costs little by record, and clients do not wait long for its end. */
const DEFAULT_BATCH_SIZE = 1_000;

/**
 * Imports tickets under the rules of the API, with two differences (decisions, section 10): original dates are kept, and a closed ticket
 * does not need the fields that are required for closing. A record with the `external_id` and `source` of a stored ticket updates that
 * ticket. A record without `external_id` is a new ticket every time.
 */
@Injectable()
export class TicketImportService {
  constructor(
    private readonly writer: TicketWriterService,
    private readonly reader: TicketReaderService,
    private readonly counts: TicketCounts,
    private readonly plans: TicketPlanService,
    private readonly comments: CommentImportService,
  ) {}

  /**
   * Imports records. Each batch is kept whole or not at all, without the records that are rejected. When this fails, the batches before
   * are kept. Importing the same records again then continues, if they have an `external_id`.
   * @throws unavailable when the database is away, and what `records` or `onReject` throw
   */
  async importRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const writer = new ImportBatchWriter(this.writer, this.comments, scope);
    const counts = await this.passOn(mapped(records, cleaned), options, (batch) => writer.write(batch));
    await this.counts.settle(scope);
    if (options.onOnlyTicket && writer.ticket !== null && recordsIn(counts) === 1) {
      const only = await this.reader.find(scope, { id: writer.ticket });
      if (only) options.onOnlyTicket({ id: writer.ticket, number: only.row.number });
    }
    return counts;
  }

  /** Adds made-up tickets. `onProgress` gets their number so far. @throws invalid_request when a name goes away meanwhile */
  async seed(
    scope: TenantScope,
    batches: AsyncIterable<readonly TicketEntry[]>,
    onProgress?: (added: number) => void,
  ): Promise<void> {
    let added = 0;
    await inTurn(batches, async (batch) => {
      await this.writer.seedAll(scope, batch);
      added += batch.length;
      onProgress?.(added);
    });
    await this.counts.settle(scope);
  }

  /** Finds out what `importRecords` would do. A second record about the same new ticket counts as an update. */
  async planRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const planner = new ImportBatchPlanner(await this.plans.open(scope), this.comments, scope);
    return this.passOn(mapped(records, withCleanComments), options, (batch) => planner.plan(batch));
  }

  /** Imports comments of the tickets of another system, `source`. A batch is kept whole or not at all, without the rejected ones. */
  importComments(
    scope: TenantScope,
    source: string,
    records: AsyncIterable<CommentRecord>,
    options: CommentImportOptions,
  ): Promise<CommentCounts> {
    return this.passOnComments(records, source, options, (wanted) => this.comments.importAll(scope, wanted));
  }

  /** Finds out what `importComments` would do. Its tickets may be there only after an import. */
  planComments(
    scope: TenantScope,
    source: string,
    records: AsyncIterable<CommentRecord>,
    options: CommentImportOptions & { readonly willBeThere: (ticketId: string) => boolean },
  ): Promise<CommentCounts> {
    return this.passOnComments(records, source, options, async (wanted) => {
      const lists = wanted.map(({ key, comment }) => ({ key, comments: [comment] }));
      const verdicts = await this.comments.plan(scope, lists);
      const keys = wanted.map(({ key }) => key);
      const known = await this.comments.known(scope, keys);
      return verdicts.map((verdict, index) => {
        const externalId = keys[index]?.externalId ?? '';
        return known.has(externalId) || options.willBeThere(externalId) ? verdict : NO_TICKET;
      });
    });
  }

  private async passOnComments(
    records: AsyncIterable<CommentRecord>,
    source: string,
    { onReject, onProgress }: CommentImportOptions,
    judge: (wanted: readonly CommentOfTicket[]) => Promise<readonly ListVerdict[]>,
  ): Promise<CommentCounts> {
    const counts = { added: 0, unchanged: 0, rejected: 0 };
    await inTurn(inBatches(mapped(records, withCleanComment), DEFAULT_BATCH_SIZE), async (batch) => {
      const wanted = batch.filter(isSound);
      const comments = wanted.map(({ ticketId: externalId, draft: { value: comment } }) => {
        return { key: { externalId, source }, comment };
      });
      const judged = comments.length === 0 ? [] : await judge(comments);
      const verdicts = new Map<CommentRecord, ListVerdict | undefined>(
        wanted.map((record, index) => [record, judged[index]]),
      );
      for (const record of batch) {
        const verdict = verdicts.get(record) ?? record.draft;
        if ('problems' in verdict) {
          counts.rejected += 1;
          await onReject({ line: record.line, text: record.text, problems: verdict.problems });
        } else {
          counts.added += verdict.added;
          counts.unchanged += verdict.known;
        }
      }
      onProgress?.({ ...counts });
    });
    return counts;
  }

  private async passOn(
    records: AsyncIterable<SourceRecord>,
    { onReject, onProgress, batchSize = DEFAULT_BATCH_SIZE }: ImportOptions,
    judge: (batch: readonly SourceRecord[]) => Promise<JudgedBatch>,
  ): Promise<ImportCounts> {
    const counts: CountsSoFar = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
    await inTurn(inBatches(records, batchSize), async (batch) => {
      const { outcomes, comments } = await judge(batch);
      if (comments !== null) counts.comments = sumOfComments(counts.comments, comments);
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.result === 'continued') continue;
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

/** Records that were not blank and did not continue another one. */
export function recordsIn({ imported, updated, unchanged, rejected }: ImportCounts): number {
  return imported + updated + unchanged + rejected;
}

type CountsSoFar = { -readonly [Key in keyof ImportCounts]: ImportCounts[Key] };

/** Adds up counts of comments. */
export function sumOfComments(counts: CommentCounts | undefined, more: CommentCounts): CommentCounts {
  return {
    added: (counts?.added ?? 0) + more.added,
    unchanged: (counts?.unchanged ?? 0) + more.unchanged,
    rejected: (counts?.rejected ?? 0) + more.rejected,
  };
}

type SoundComment = CommentRecord & { readonly ticketId: string; readonly draft: Draft<CommentEntry> };

/** Tells whether a comment has no problem of its own. */
function isSound(record: CommentRecord): record is SoundComment {
  const { ticketId, draft } = record;
  return ticketId !== null && draft.value !== null && draft.problems.length === 0;
}

async function* mapped<Item>(items: AsyncIterable<Item>, change: (item: Item) => Item): AsyncGenerator<Item> {
  for await (const item of items) yield change(item);
}

function withCleanComment(record: CommentRecord): CommentRecord {
  const { value, problems: already } = record.draft;
  const { comments, problems } = withCleanContents({
    comments: value === null ? [] : [value],
    problems: already,
  });
  return { ...record, draft: { value: comments[0] ?? null, problems } };
}

/** Cleans what a record says while the batch before is being written. */
function cleaned(record: SourceRecord): SourceRecord {
  const clean = withCleanComments(record);
  return { ...clean, draft: withCleanDescription(clean.draft) };
}

function withCleanComments(record: SourceRecord): SourceRecord {
  if (record.comments === undefined) return record;
  const { value, problems: already } = record.draft;
  const { comments, problems } = withCleanContents({ comments: record.comments, problems: already });
  return { ...record, draft: { value, problems }, comments };
}
