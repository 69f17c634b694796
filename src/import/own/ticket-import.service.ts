import { Injectable } from '@nestjs/common';
import type { ListVerdict } from '../../conversations/comment-batch.rules.js';
import {
  CommentImportService,
  NO_TICKET,
  type CommentOfTicket,
} from '../../conversations/comment-import.service.js';
import type { TicketId } from '../../kernel/ids.js';
import type { FieldProblem } from '../../kernel/problems.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../../tickets/counts/ticket-counts.service.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import type { TicketNames } from '../../tickets/rules/ticket-names.rules.js';
import { withCleanDescription, type TicketEntry } from '../../tickets/write/ticket-content.rules.js';
import { TicketPlanService } from '../../tickets/write/ticket-plan.service.js';
import { TicketWriterService } from '../../tickets/write/ticket-writer.service.js';
import { withCleanContents } from './comment-line.rules.js';
import type { CommentRecord } from './comment-record.js';
import {
  ImportBatchPlanner,
  ImportBatchWriter,
  type CommentCounts,
  type JudgedBatch,
} from './import-batch.js';
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
  /** Absent when no record has named comments. */
  readonly comments?: CommentCounts;
}

/** The ticket of an import that has only one. */
export interface OnlyTicket {
  readonly id: TicketId;
  readonly number: number;
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
  /** Called at the end with the ticket that all records were about, when they were about one only. */
  readonly onOnlyTicket?: (ticket: OnlyTicket) => void;
  /** Records in one unit of work. */
  readonly batchSize?: number;
}

export interface CommentImportOptions extends Pick<ImportOptions, 'onReject'> {
  readonly onProgress?: (counts: CommentCounts) => void;
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
    private readonly comments: CommentImportService,
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
    const writer = new ImportBatchWriter(this.writer, this.comments, scope);
    const counts = await this.passOn(cleaned(records), options, (batch) => writer.write(batch));
    await this.counts.settle(scope);
    if (writer.ticket !== null && recordsIn(counts) === 1)
      await this.nameOnly(scope, writer.ticket, options.onOnlyTicket);
    return counts;
  }

  /**
   * Adds made-up tickets. Each batch is kept whole or not at all.
   * @param onProgress is called after every batch with the number of tickets so far
   * @throws invalid_request when a name of the workspace goes away meanwhile
   */
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

  /** What `importRecords` would do, without writing anything. A second record about the same new ticket counts as an update. */
  async planRecords(
    scope: TenantScope,
    records: AsyncIterable<SourceRecord>,
    options: ImportOptions,
  ): Promise<ImportCounts> {
    const planner = new ImportBatchPlanner(await this.plans.open(scope), this.comments, scope);
    return this.passOn(withCleanComments(records), options, (batch) => planner.plan(batch));
  }

  /**
   * Imports a file of comments for tickets that are there. Each batch is kept whole or not at all, without the comments that are rejected.
   * @param source the name of the other system, whose tickets they belong to
   */
  importComments(
    scope: TenantScope,
    source: string,
    records: AsyncIterable<CommentRecord>,
    options: CommentImportOptions,
  ): Promise<CommentCounts> {
    return this.passOnComments(records, source, options, (wanted) => this.comments.importAll(scope, wanted));
  }

  /** What `importComments` would do, without writing anything. Its tickets may be there only after an import. */
  planComments(
    scope: TenantScope,
    source: string,
    records: AsyncIterable<CommentRecord>,
    options: CommentImportOptions & { readonly willBeThere: (ticketId: string) => boolean },
  ): Promise<CommentCounts> {
    return this.passOnComments(records, source, options, async (wanted) => {
      const verdicts = await this.comments.plan(
        scope,
        wanted.map(({ key, comment }) => ({ key, comments: [comment] })),
      );
      const known = await this.comments.known(
        scope,
        wanted.map(({ key }) => key),
      );
      return verdicts.map((verdict, index) => {
        const { externalId } = (wanted[index] as CommentOfTicket).key;
        return known.has(externalId) || options.willBeThere(externalId) ? verdict : NO_TICKET;
      });
    });
  }

  /** The addresses of the members of a workspace, also of removed ones, folded. */
  memberKeys(scope: TenantScope): Promise<ReadonlySet<string>> {
    return this.reader.memberKeys(scope);
  }

  private async nameOnly(
    scope: TenantScope,
    id: TicketId,
    name: ImportOptions['onOnlyTicket'],
  ): Promise<void> {
    const found = name && (await this.reader.find(scope, { id }));
    if (found) name({ id, number: found.row.number });
  }

  private async passOnComments(
    records: AsyncIterable<CommentRecord>,
    source: string,
    { onReject, onProgress }: CommentImportOptions,
    judge: (wanted: readonly CommentOfTicket[]) => Promise<readonly ListVerdict[]>,
  ): Promise<CommentCounts> {
    const counts = { added: 0, unchanged: 0, rejected: 0 };
    await inTurn(inBatches(withCleanComment(records), DEFAULT_BATCH_SIZE), async (batch) => {
      const wanted = batch.flatMap((record) => commentOfTicket(record, source));
      const verdicts = wanted.length === 0 ? [] : await judge(wanted);
      let next = 0;
      for (const record of batch) {
        const isWanted = commentOfTicket(record, source).length > 0;
        const verdict = isWanted ? (verdicts[next++] as ListVerdict) : { problems: record.draft.problems };
        const { line, text } = record;
        if ('problems' in verdict) {
          counts.rejected += 1;
          await onReject({ line, text, problems: verdict.problems });
        } else {
          counts.added += verdict.added;
          counts.unchanged += verdict.known;
        }
      }
      onProgress?.({ ...counts });
    });
    return counts;
  }

  /** The names that tickets of the workspace can use, to translate records of other formats. */
  names(scope: TenantScope): Promise<TicketNames> {
    return this.reader.names(scope);
  }

  private async passOn(
    records: AsyncIterable<SourceRecord>,
    { onReject, onProgress, batchSize = DEFAULT_BATCH_SIZE }: ImportOptions,
    judge: (batch: readonly SourceRecord[]) => Promise<JudgedBatch>,
  ): Promise<ImportCounts> {
    const counts: CountsSoFar = { imported: 0, updated: 0, unchanged: 0, rejected: 0 };
    await inTurn(inBatches(records, batchSize), async (batch) => {
      const { outcomes, comments } = await judge(batch);
      countComments(counts, comments);
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

function countComments(counts: CountsSoFar, comments: CommentCounts | null): void {
  if (comments === null) return;
  const { added = 0, unchanged = 0, rejected = 0 } = counts.comments ?? {};
  counts.comments = {
    added: added + comments.added,
    unchanged: unchanged + comments.unchanged,
    rejected: rejected + comments.rejected,
  };
}

/** A comment that has no problem of its own: one or none. */
function commentOfTicket({ ticketId, draft }: CommentRecord, source: string): CommentOfTicket[] {
  if (ticketId === null || draft.value === null || draft.problems.length > 0) return [];
  return [{ key: { externalId: ticketId, source }, comment: draft.value }];
}

async function* withCleanComment(records: AsyncIterable<CommentRecord>): AsyncGenerator<CommentRecord> {
  for await (const record of records) {
    const { value, problems: already } = record.draft;
    const { comments, problems } = withCleanContents({
      comments: value === null ? [] : [value],
      problems: already,
    });
    yield { ...record, draft: { value: comments[0] ?? null, problems } };
  }
}

/** Cleans what a batch says while the batch before is being written. */
async function* cleaned(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord> {
  for await (const record of withCleanComments(records))
    yield { ...record, draft: withCleanDescription(record.draft) };
}

async function* withCleanComments(records: AsyncIterable<SourceRecord>): AsyncGenerator<SourceRecord> {
  for await (const record of records) {
    if (record.comments === undefined) yield record;
    else {
      const { value, problems: already } = record.draft;
      const { comments, problems } = withCleanContents({ comments: record.comments, problems: already });
      yield { ...record, draft: { value, problems }, comments };
    }
  }
}
