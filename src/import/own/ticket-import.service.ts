import { Injectable } from '@nestjs/common';
import type { ImportedComment, JudgedComments } from '../../conversations/import/comment-batch.rules.js';
import {
  CommentImportService,
  NO_TICKET,
  type CommentOfTicket,
} from '../../conversations/import/comment-import.service.js';
import type { TicketId } from '../../kernel/ids.js';
import type { Checked, FieldProblem } from '../../kernel/errors.js';
import { definedOnly } from '../../kernel/objects.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../../tickets/counts/ticket-counts.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import { withCleanDescription } from '../../tickets/write/ticket-content.rules.js';
import { slotKey } from '../../tickets/write/ticket-batch.rules.js';
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
import type { ExternalKey, TicketEntry } from '../../tickets/rules/ticket.changes.js';

export interface ImportCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Is absent when no record has named comments. */
  readonly comments?: CommentCounts;
}

export interface OnlyTicket {
  readonly id: TicketId;
  readonly number: number;
}

/** Holds a record that was left out and all its problems. A problem of the whole record has the path `line`. */
export interface RejectedLine extends Pick<SourceRecord, 'line' | 'text' | 'continues'> {
  readonly problems: readonly FieldProblem[];
}

export interface ImportOptions {
  /** Gets the refused records in the order of the file, after the rest of their batch is kept. */
  readonly onReject: (rejected: RejectedLine) => Promise<void> | void;
  readonly onProgress?: (counts: ImportCounts) => void;
  /** Gets the ticket at the end, when all records were about one ticket. */
  readonly onOnlyTicket?: (ticket: OnlyTicket) => void;
  /** The number of records in one transaction. Tests choose a small one. */
  readonly batchSize?: number;
}

interface CommentImportOptions extends Pick<ImportOptions, 'onReject'> {
  readonly onProgress?: (counts: CommentCounts) => void;
}

/** A transaction of this size costs little for each record, and clients do not wait long for its end. */
const BATCH_SIZE = 1_000;

/**
 * Imports tickets under the rules of the API, with two differences [rule 10]: original dates are kept, and a closed ticket
 * does not need the fields that are required for closing. A record with the `external_id` and `source` of a stored ticket updates that
 * ticket. A record without `external_id` is a new ticket every time.
 */
@Injectable()
export class TicketImportService {
  constructor(
    private readonly writer: TicketWriterService,
    private readonly reader: TicketReaderService,
    private readonly counts: TicketCounts,
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
    const counts = await this.judgeRecords(mapped(records, cleaned), options, (batch) => writer.write(batch));
    await this.counts.foldAll(scope);
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
    await this.counts.foldAll(scope);
  }

  /** Finds out what `importRecords` would do. A second record about a new ticket counts as an update. */
  async planRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const planner = new ImportBatchPlanner(await this.writer.openPlan(scope), this.comments, scope);
    return this.judgeRecords(mapped(records, withCleanComments), options, (batch) => planner.plan(batch));
  }

  /** Imports comments of the tickets of another system, `source`. A batch is kept whole or not at all, without the rejected comments. */
  importComments(
    scope: TenantScope,
    source: string,
    records: AsyncIterable<CommentRecord>,
    options: CommentImportOptions,
  ): Promise<CommentCounts> {
    return this.judgeComments(records, source, options, (wanted) => this.comments.importAll(scope, wanted));
  }

  /** Finds out what `importComments` would do. Its tickets may come only with an import. */
  planComments(
    scope: TenantScope,
    source: string,
    records: AsyncIterable<CommentRecord>,
    options: CommentImportOptions & { readonly willBeThere: (ticketId: string) => boolean },
  ): Promise<CommentCounts> {
    return this.judgeComments(records, source, options, async (wanted) => {
      const lists = wanted.map(({ key, comment }) => ({ key, comments: [comment] }));
      const judgments = await this.comments.plan(scope, lists);
      const keys = wanted.map(({ key }) => key);
      const known = await this.comments.known(scope, keys);
      return judgments.map((judgment, index) => {
        const key = keys[index] as ExternalKey;
        return known.has(slotKey(key)) || options.willBeThere(key.externalId) ? judgment : NO_TICKET;
      });
    });
  }

  private async judgeComments(
    records: AsyncIterable<CommentRecord>,
    source: string,
    { onReject, onProgress }: CommentImportOptions,
    judge: (wanted: readonly CommentOfTicket[]) => Promise<readonly JudgedComments[]>,
  ): Promise<CommentCounts> {
    const counts = { added: 0, unchanged: 0, rejected: 0 };
    await inTurn(inBatches(mapped(records, withCleanComment), BATCH_SIZE), async (batch) => {
      const wanted = batch.filter(isSound);
      const comments = wanted.map(({ ticketId: externalId, input: { value: comment } }) => {
        return { key: { externalId, source }, comment };
      });
      const judged = comments.length === 0 ? [] : await judge(comments);
      const judgments = new Map<CommentRecord, JudgedComments | undefined>(
        wanted.map((record, index) => [record, judged[index]]),
      );
      for (const record of batch) {
        const judgment = judgments.get(record) ?? record.input;
        if ('problems' in judgment) {
          counts.rejected += 1;
          await onReject({ line: record.line, text: record.text, problems: judgment.problems });
        } else {
          counts.added += judgment.added;
          counts.unchanged += judgment.known;
        }
      }
      onProgress?.({ ...counts });
    });
    return counts;
  }

  private async judgeRecords(
    records: AsyncIterable<SourceRecord>,
    { onReject, onProgress, batchSize = BATCH_SIZE }: ImportOptions,
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
        const { line, text, continues } = batch[index] as SourceRecord;
        await onReject({ line, text, problems: outcome.problems, ...definedOnly({ continues }) });
      }
      onProgress?.({ ...counts });
    });
    return counts;
  }
}

/** Counts the records that were not blank and did not continue another one. */
export function recordsIn({ imported, updated, unchanged, rejected }: ImportCounts): number {
  return imported + updated + unchanged + rejected;
}

type CountsSoFar = { -readonly [Key in keyof ImportCounts]: ImportCounts[Key] };

export function sumOfComments(counts: CommentCounts | undefined, more: CommentCounts): CommentCounts {
  return {
    added: (counts?.added ?? 0) + more.added,
    unchanged: (counts?.unchanged ?? 0) + more.unchanged,
    rejected: (counts?.rejected ?? 0) + more.rejected,
  };
}

type SoundComment = CommentRecord & { readonly ticketId: string; readonly input: Checked<ImportedComment> };

function isSound(record: CommentRecord): record is SoundComment {
  const { ticketId, input } = record;
  return ticketId !== null && input.value !== null && input.problems.length === 0;
}

async function* mapped<Item>(items: AsyncIterable<Item>, change: (item: Item) => Item): AsyncGenerator<Item> {
  for await (const item of items) yield change(item);
}

function withCleanComment(record: CommentRecord): CommentRecord {
  const { value, problems: already } = record.input;
  const { comments, problems } = withCleanContents({
    comments: value === null ? [] : [value],
    problems: already,
  });
  return { ...record, input: { value: comments[0] ?? null, problems } };
}

/** Cleans the texts of a record while the batch before is being written. */
function cleaned(record: SourceRecord): SourceRecord {
  const clean = withCleanComments(record);
  return { ...clean, input: withCleanDescription(clean.input) };
}

function withCleanComments(record: SourceRecord): SourceRecord {
  if (record.comments === undefined) return record;
  const { value, problems: already } = record.input;
  const { comments, problems } = withCleanContents({ comments: record.comments, problems: already });
  return { ...record, input: { value, problems }, comments };
}
