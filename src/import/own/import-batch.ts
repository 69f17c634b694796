import type { JudgedComments } from '../../conversations/import/comment-batch.rules.js';
import type {
  AddedComments,
  CommentImportService,
  CommentList,
} from '../../conversations/import/comment-import.service.js';
import type { TicketId } from '../../kernel/ids.js';
import type { FieldProblem } from '../../kernel/errors.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { CheckedEntries, EntryOutcome } from '../../tickets/write/ticket-batch.rules.js';
import type { ExternalKey, TicketEntry } from '../../tickets/rules/ticket.changes.js';
import type {
  JudgeBatch,
  TicketWriterService,
  WrittenBesides,
} from '../../tickets/write/ticket-writer.service.js';
import type { SourceRecord } from './source-record.js';

/** Counts comments. Only those of a file of comments are rejected alone. */
export interface CommentCounts {
  readonly added: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** A record is `continued` when it had more comments for the ticket of the record before. */
type RecordOutcome = EntryOutcome | { readonly result: 'continued' };

/** Holds an outcome for each record of a batch. `comments` is null when no record has any. */
export interface JudgedBatch {
  readonly outcomes: readonly RecordOutcome[];
  readonly comments: CommentCounts | null;
}

type Batch = readonly SourceRecord[];

const AFTER_REFUSED = 'has only comments, but the line before it with their ticket was refused or is missing';

/** Refuses records, by their places in the batch, because comments of them were refused. Their tickets are refused, too. */
class RefusedComments extends Error {
  constructor(readonly problems: ReadonlyMap<number, readonly FieldProblem[]>) {
    super('Comments were refused.');
  }
}

/** Writes the batches of one import. It writes the tickets and comments of a batch in one unit of work. */
export class ImportBatchWriter {
  /** Holds the ticket of the last record so far; null when that was refused. */
  ticket: TicketId | null = null;

  constructor(
    private readonly tickets: TicketWriterService,
    private readonly comments: CommentImportService,
    private readonly scope: TenantScope,
  ) {}

  /** Writes a batch. Only writing finds refused comments: then it writes the batch again without their records. */
  async write(batch: Batch): Promise<JudgedBatch> {
    let records = batch;
    for (;;) {
      try {
        return await this.tryToWrite(records);
      } catch (error) {
        if (!(error instanceof RefusedComments)) throw error;
        const { problems } = error;
        records = records.map((record, index) => withProblems(record, problems.get(index) ?? []));
      }
    }
  }

  private async tryToWrite(records: Batch): Promise<JudgedBatch> {
    let ids: Tickets<TicketId> = [];
    let judgments: JudgedRecords = new Map();
    const outcomes = await this.tickets.importAll(this.scope, inputsOf(records), async (bulk, written) => {
      ids = ticketsOf(records, written.ids, this.ticket);
      const places = placesWithComments(records, ids);
      const lists = places.map((place) => listOf(records[place], ids[place], written.outcomes[place]));
      const added = lists.length === 0 ? NONE_ADDED : await this.comments.add(bulk, lists);
      judgments = new Map(places.map((place, index) => [place, added.judgments[index] as JudgedComments]));
      refuseAny(judgments);
      return writtenBesides(judgments, added);
    });
    this.ticket = ids.at(-1) ?? null;
    return judged(records, outcomes, ids, judgments);
  }
}

/** Finds out what an import would do with its batches, without writing anything. */
export class ImportBatchPlanner {
  private last: ExternalKey | null = null;

  constructor(
    private readonly planTickets: JudgeBatch,
    private readonly comments: CommentImportService,
    private readonly scope: TenantScope,
  ) {}

  async plan(records: Batch): Promise<JudgedBatch> {
    const outcomes = await this.planTickets(inputsOf(records));
    const own = records.map(({ input: { value } }, index) =>
      outcomes[index]?.result === 'rejected' || value === null ? null : keyOf(value),
    );
    const keys = ticketsOf(records, own, this.last);
    const places = placesWithComments(records, keys);
    const wanted = places.map((place) => ({
      key: keys[place] as ExternalKey,
      comments: records[place]?.comments ?? [],
    }));
    const planned = wanted.length === 0 ? [] : await this.comments.plan(this.scope, wanted);
    const judgments = new Map(places.map((place, index) => [place, planned[index] as JudgedComments]));
    this.last = keys.at(-1) ?? null;
    return judged(
      records,
      outcomes.map((outcome, place) => withJudgment(outcome, judgments.get(place))),
      keys,
      judgments,
    );
  }
}

/** Holds the id or the key of each record's ticket; null when the record was refused. */
type Tickets<Ticket> = readonly (Ticket | null)[];

/** The judgments on the comments of records, by their places in the batch. */
type JudgedRecords = ReadonlyMap<number, JudgedComments>;

const NONE_ADDED: AddedComments = { judgments: [], customersCreated: 0, commentIds: null };

/** Makes the key of a ticket. A ticket without external id has a key that no stored ticket has. */
function keyOf({ externalId, source }: TicketEntry): ExternalKey {
  return { externalId: externalId ?? '', source };
}

function inputsOf(records: Batch): CheckedEntries {
  return records.map(({ input }) => input);
}

function ticketsOf<Ticket>(records: Batch, own: Tickets<Ticket>, last: Ticket | null): Tickets<Ticket> {
  let ticket = last;
  return records.map(({ isContinuation }, index) => {
    if (!isContinuation) ticket = own[index] ?? null;
    return ticket;
  });
}

/** Finds the places of the records with comments for a ticket that is kept. */
function placesWithComments(records: Batch, tickets: Tickets<unknown>): number[] {
  return records.flatMap(({ comments = [], input, isContinuation }, place) => {
    const isRefused = isContinuation && input.problems.length > 0;
    return comments.length === 0 || isRefused || tickets[place] === null ? [] : [place];
  });
}

function listOf(
  record: SourceRecord | undefined,
  ticketId: TicketId | null | undefined,
  outcome: EntryOutcome | undefined,
): CommentList {
  const isOfStored = outcome?.result === 'updated' || outcome?.result === 'unchanged';
  const isUpdatedNow = isOfStored && record?.input.value?.updatedAt === undefined;
  return { ticketId: ticketId as TicketId, comments: record?.comments ?? [], isUpdatedNow };
}

/** @throws RefusedComments when comments of some records were refused */
function refuseAny(judgments: JudgedRecords): void {
  const refused = [...judgments].flatMap(([place, judgment]) =>
    'problems' in judgment ? [[place, judgment.problems] as const] : [],
  );
  if (refused.length > 0) throw new RefusedComments(new Map(refused));
}

function writtenBesides(
  judgments: JudgedRecords,
  { customersCreated, commentIds }: AddedComments,
): WrittenBesides {
  const addedAt = (place: number): number => {
    const judgment = judgments.get(place);
    return judgment && 'added' in judgment ? judgment.added : 0;
  };
  const total = [...judgments.keys()].reduce((sum, place) => sum + addedAt(place), 0);
  return {
    isTouched: (place) => addedAt(place) > 0,
    customersCreated,
    commentIds,
    counts: judgments.size === 0 ? {} : { comments_added: total },
  };
}

function judged(
  records: Batch,
  outcomes: readonly EntryOutcome[],
  tickets: Tickets<unknown>,
  judgments: JudgedRecords,
): JudgedBatch {
  const accepted = [...judgments.values()].flatMap((judgment) => ('added' in judgment ? [judgment] : []));
  const comments = {
    added: accepted.reduce((sum, { added }) => sum + added, 0),
    unchanged: accepted.reduce((sum, { known }) => sum + known, 0),
    rejected: 0,
  };
  return {
    outcomes: records.map(({ isContinuation, input }, place) =>
      isContinuation
        ? outcomeOfContinuation(input.problems, tickets[place], judgments.get(place))
        : (outcomes[place] as EntryOutcome),
    ),
    comments: records.some((record) => record.comments !== undefined) ? comments : null,
  };
}

function outcomeOfContinuation(
  own: readonly FieldProblem[],
  ticket: unknown,
  judgment: JudgedComments | undefined,
): RecordOutcome {
  const problems = [...own, ...(judgment && 'problems' in judgment ? judgment.problems : [])];
  if (ticket === null || ticket === undefined) problems.push({ path: 'line', message: AFTER_REFUSED });
  return problems.length > 0 ? { result: 'rejected', problems } : { result: 'continued' };
}

/** Adds the judgment on the comments of a record to its outcome: they can be refused, or be all that is new. */
function withJudgment(outcome: EntryOutcome, judgment: JudgedComments | undefined): EntryOutcome {
  if (judgment === undefined || outcome.result === 'rejected') return outcome;
  if ('problems' in judgment) return { result: 'rejected', problems: judgment.problems };
  return outcome.result === 'unchanged' && judgment.added > 0 ? { result: 'updated' } : outcome;
}

function withProblems(record: SourceRecord, problems: readonly FieldProblem[]): SourceRecord {
  if (problems.length === 0) return record;
  const { value, problems: already } = record.input;
  return { ...record, input: { value, problems: [...already, ...problems] } };
}
