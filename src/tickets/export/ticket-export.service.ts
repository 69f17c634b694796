import { Injectable } from '@nestjs/common';
import { Turns } from '../../kernel/steps.js';
import type {
  CopiedBytes,
  InnerScope,
  SnapshotTransaction,
  TenantScope,
} from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import { TicketExportRepository } from './ticket-export.repository.js';
import { exportNames } from './ticket-export.rules.js';
import { exportUnderWay } from './ticket-export.errors.js';
import { exportCopies, isOfJson, type CommentsOfExport, type ExportFormat } from './ticket-export.sql.js';

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Leaves out tickets that were last updated before. */
  readonly since?: Date;
  /** Only JSON can have comments. */
  readonly withComments?: boolean;
  /** The export calls it now and then, and at the end. */
  readonly onProgress?: (progress: ExportProgress) => void;
}

export interface ExportProgress {
  readonly exported: number;
  readonly number: number;
  readonly lastNumber: number;
  /** Counts all comments; null when the file has none. */
  readonly comments: number | null;
}

/** A workspace has one copy under way. Its lock has this name. */
const COPYING = 'copy of the tickets';

/** One COPY takes this number of ticket numbers: enough that planning matters little, few enough that the next ones fit into memory. */
const NUMBERS_AT_ONCE = 4_000;
/** At most this number of copies begins while another one is being read. */
const AHEAD = 2;

/**
 * Exports all tickets of a workspace as they are at one moment, by number, in the format that an import reads. Fields and labels are
 * sorted by name, so that the same tickets give the same file in every workspace.
 */
@Injectable()
export class TicketExportService {
  /** Conversations, which know tickets, set it. */
  comments: CommentsOfExport | null = null;

  constructor(
    private readonly tickets: TicketExportRepository,
    private readonly vocabularies: KnownVocabulariesService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Writes the file in UTF-8. A slow reader makes the database wait, so memory stays flat. @throws unavailable */
  exportTickets(scope: TenantScope, options: ExportOptions): AsyncGenerator<Uint8Array> {
    return this.unitOfWork.readSnapshot(scope, (snapshot) => this.bytes(snapshot, options));
  }

  /**
   * Copies the tickets for a reader who goes on with the feed after `position`: lines of NDJSON, the first with the position and the last
   * with the number of tickets [rule 32]. A position that was read before the call is right. @throws export_under_way, unavailable
   */
  async *copyTickets(
    scope: TenantScope,
    { position, withComments }: { readonly position: number; readonly withComments: boolean },
  ): AsyncGenerator<Uint8Array> {
    let tickets = 0;
    const onProgress = ({ exported }: ExportProgress): void => void (tickets = exported);
    const options = { format: 'copy', withComments, onProgress } as const;
    yield* this.unitOfWork.readSnapshot(scope, (snapshot) => this.copy(snapshot, position, options));
    // The last line comes after the lock has ended, so that its reader can begin the next copy at once.
    yield lineOf({ tickets });
  }

  private async *copy(
    snapshot: InnerScope<SnapshotTransaction>,
    position: number,
    options: ExportOptions,
  ): AsyncGenerator<Uint8Array> {
    if (!(await snapshot.transaction.tryLock(COPYING))) throw exportUnderWay();
    yield lineOf({ position });
    yield* this.bytes(snapshot, options);
  }

  private async *bytes(
    snapshot: InnerScope<SnapshotTransaction>,
    options: ExportOptions,
  ): AsyncGenerator<Uint8Array> {
    const { format, onProgress, since = null, withComments = false } = options;
    const turns = new Turns();
    const vocabulary = await this.vocabularies.current(snapshot);
    const names = exportNames(vocabulary, await this.tickets.bounds(snapshot));
    await turns.giveWay();
    const copyOf = exportCopies(format, names, since, this.commentsFor(options));
    await turns.giveWay();
    if (!isOfJson(format)) yield* this.tickets.header(snapshot, names);
    const totals = withComments ? await this.tickets.totals(snapshot, names.lastNumber, since) : null;
    let exported = 0;
    for (const { last, copied } of ahead(this.copies(snapshot, names.lastNumber, copyOf), AHEAD)) {
      yield* copied;
      // A ticket with many comments has several rows.
      exported = Math.min(exported + copied.rowCount, totals?.tickets ?? Infinity);
      const comments = totals?.comments ?? null;
      onProgress?.({ exported, number: last, lastNumber: names.lastNumber, comments });
    }
  }

  private commentsFor({ withComments = false }: ExportOptions): CommentsOfExport | null {
    if (withComments && !this.comments) throw new Error('No conversations are loaded.');
    return withComments ? this.comments : null;
  }

  /** Begins the copies in the order of the numbers, each when it is taken. */
  private *copies(
    snapshot: InnerScope<SnapshotTransaction>,
    lastNumber: number,
    copyOf: ReturnType<typeof exportCopies>,
  ): Generator<{ readonly last: number; readonly copied: CopiedBytes }> {
    for (let after = 0; after < lastNumber; after += NUMBERS_AT_ONCE) {
      const last = Math.min(after + NUMBERS_AT_ONCE, lastNumber);
      yield { last, copied: this.tickets.begin(snapshot, copyOf({ after, last })) };
    }
  }
}

function lineOf(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Takes each item `count` items ahead of the one that is yielded. */
function* ahead<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  const taken: Item[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length > count) yield taken.shift() as Item;
  }
  yield* taken;
}
