import type { ListVerdict } from '../../conversations/comment-batch.rules.js';
import type {
  AddedComments,
  CommentImportService,
  CommentList,
} from '../../conversations/comment-import.service.js';
import type { TicketId } from '../../kernel/ids.js';
import type { FieldProblem } from '../../kernel/problems.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { EntryDrafts, EntryOutcome } from '../../tickets/write/ticket-batch.rules.js';
import type { ExternalKey, TicketEntry } from '../../tickets/rules/ticket.changes.js';
import type { JudgeBatch } from '../../tickets/write/ticket-plan.service.js';
import type { TicketWriterService, WrittenBesides } from '../../tickets/write/ticket-writer.service.js';
import type { SourceRecord } from './source-record.js';

/** Counts comments. Only those of a file of comments are rejected alone. */
export interface CommentCounts {
  readonly added: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** The result of a record is `continued` when it had more comments for the ticket of the record before. */
export type RecordOutcome = EntryOutcome | { readonly result: 'continued' };

/** Has an outcome for each record of a batch; `comments` is null when none has any. */
export interface JudgedBatch {
  readonly outcomes: readonly RecordOutcome[];
  readonly comments: CommentCounts | null;
}

type Batch = readonly SourceRecord[];

const AFTER_REFUSED = 'has comments only, and the line of its ticket before it was refused or is missing';

/** Some records have comments that are refused, so their tickets are refused, too. By their places in the batch. */
class RefusedComments extends Error {
  constructor(readonly problems: ReadonlyMap<number, readonly FieldProblem[]>) {
    super('Comments were refused.');
  }
}

/** Writes the batches of one import, tickets and comments of a batch in one unit of work. */
export class ImportBatchWriter {
  /** The ticket of the last record so far; null when that was refused. */
  ticket: TicketId | null = null;

  constructor(
    private readonly tickets: TicketWriterService,
    private readonly comments: CommentImportService,
    private readonly scope: TenantScope,
  ) {}

  /** A record whose comments are refused is only found by writing. Then the batch is written again without it. */
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
    let verdicts: Verdicts = new Map();
    const outcomes = await this.tickets.importAll(this.scope, draftsOf(records), async (bulk, written) => {
      ids = ticketsOf(records, written.ids, this.ticket);
      const places = placesWithComments(records, ids);
      const lists = places.map((place) => listOf(records[place], ids[place], written.outcomes[place]));
      const added = lists.length === 0 ? NONE_ADDED : await this.comments.add(bulk, lists);
      verdicts = new Map(places.map((place, index) => [place, added.verdicts[index] as ListVerdict]));
      refuseAny(verdicts);
      return writtenBesides(verdicts, added.customersCreated);
    });
    this.ticket = ids.at(-1) ?? null;
    return judged(records, outcomes, ids, verdicts);
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
    const outcomes = await this.planTickets(draftsOf(records));
    const own = records.map(({ draft: { value } }, index) =>
      outcomes[index]?.result === 'rejected' || value === null ? null : keyOf(value),
    );
    const keys = ticketsOf(records, own, this.last);
    const places = placesWithComments(records, keys);
    const wanted = places.map((place) => ({
      key: keys[place] as ExternalKey,
      comments: records[place]?.comments ?? [],
    }));
    const planned = wanted.length === 0 ? [] : await this.comments.plan(this.scope, wanted);
    const verdicts = new Map(places.map((place, index) => [place, planned[index] as ListVerdict]));
    this.last = keys.at(-1) ?? null;
    return judged(
      records,
      outcomes.map((outcome, place) => withVerdict(outcome, verdicts.get(place))),
      keys,
      verdicts,
    );
  }
}

/** The id or the key of the ticket of each record; null when the record was refused. */
type Tickets<Ticket> = readonly (Ticket | null)[];

/** The verdicts on the comments of records, by their places in the batch. */
type Verdicts = ReadonlyMap<number, ListVerdict>;

const NONE_ADDED: AddedComments = { verdicts: [], customersCreated: 0 };

/** A ticket without external id is none that is there. */
function keyOf({ externalId, source }: TicketEntry): ExternalKey {
  return { externalId: externalId ?? '', source };
}

function draftsOf(records: Batch): EntryDrafts {
  return records.map(({ draft }) => draft);
}

function ticketsOf<Ticket>(records: Batch, own: Tickets<Ticket>, last: Ticket | null): Tickets<Ticket> {
  let ticket = last;
  return records.map(({ isContinuation }, index) => {
    if (!isContinuation) ticket = own[index] ?? null;
    return ticket;
  });
}

/** The places of the records with comments for a ticket that is kept. */
function placesWithComments(records: Batch, tickets: Tickets<unknown>): number[] {
  return records.flatMap(({ comments = [], draft, isContinuation }, place) => {
    const isRefused = isContinuation && draft.problems.length > 0;
    return comments.length === 0 || isRefused || tickets[place] === null ? [] : [place];
  });
}

function listOf(
  record: SourceRecord | undefined,
  ticketId: TicketId | null | undefined,
  outcome: EntryOutcome | undefined,
): CommentList {
  const isOfStored = outcome?.result === 'updated' || outcome?.result === 'unchanged';
  const isUpdatedNow = isOfStored && record?.draft.value?.updatedAt === undefined;
  return { ticketId: ticketId as TicketId, comments: record?.comments ?? [], isUpdatedNow };
}

/** @throws RefusedComments when comments of some records were refused */
function refuseAny(verdicts: Verdicts): void {
  const refused = [...verdicts].flatMap(([place, verdict]) =>
    'problems' in verdict ? [[place, verdict.problems] as const] : [],
  );
  if (refused.length > 0) throw new RefusedComments(new Map(refused));
}

function writtenBesides(verdicts: Verdicts, customersCreated: number): WrittenBesides {
  const addedAt = (place: number): number => {
    const verdict = verdicts.get(place);
    return verdict && 'added' in verdict ? verdict.added : 0;
  };
  const total = [...verdicts.keys()].reduce((sum, place) => sum + addedAt(place), 0);
  return {
    isTouched: (place) => addedAt(place) > 0,
    customersCreated,
    counts: verdicts.size === 0 ? {} : { comments_added: total },
  };
}

function judged(
  records: Batch,
  outcomes: readonly EntryOutcome[],
  tickets: Tickets<unknown>,
  verdicts: Verdicts,
): JudgedBatch {
  const settled = [...verdicts.values()].flatMap((verdict) => ('added' in verdict ? [verdict] : []));
  const comments = {
    added: settled.reduce((sum, { added }) => sum + added, 0),
    unchanged: settled.reduce((sum, { known }) => sum + known, 0),
    rejected: 0,
  };
  return {
    outcomes: records.map(({ isContinuation, draft }, place) =>
      isContinuation
        ? outcomeOfContinuation(draft.problems, tickets[place], verdicts.get(place))
        : (outcomes[place] as EntryOutcome),
    ),
    comments: records.some((record) => record.comments !== undefined) ? comments : null,
  };
}

function outcomeOfContinuation(
  own: readonly FieldProblem[],
  ticket: unknown,
  verdict: ListVerdict | undefined,
): RecordOutcome {
  const problems = [...own, ...(verdict && 'problems' in verdict ? verdict.problems : [])];
  if (ticket === null || ticket === undefined) problems.push({ path: 'line', message: AFTER_REFUSED });
  return problems.length > 0 ? { result: 'rejected', problems } : { result: 'continued' };
}

/** Adds the verdict on the comments of a record to its outcome: they can be refused, or be all that is new. */
function withVerdict(outcome: EntryOutcome, verdict: ListVerdict | undefined): EntryOutcome {
  if (verdict === undefined || outcome.result === 'rejected') return outcome;
  if ('problems' in verdict) return { result: 'rejected', problems: verdict.problems };
  return outcome.result === 'unchanged' && verdict.added > 0 ? { result: 'updated' } : outcome;
}

function withProblems(record: SourceRecord, problems: readonly FieldProblem[]): SourceRecord {
  if (problems.length === 0) return record;
  const { value, problems: already } = record.draft;
  return { ...record, draft: { value, problems: [...already, ...problems] } };
}
