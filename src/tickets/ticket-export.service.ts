import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { TenantSnapshots, type CopiedBytes, type Snapshot } from '../tenancy/tenant-snapshots.js';
import { TicketExportRepository } from './ticket-export.repository.js';
import type { ExportFormat, ExportVocabulary } from './ticket-export.sql.js';

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Only tickets that were updated then or later. */
  readonly since?: Date;
  /** Told now and then how far it is, and at the end. */
  readonly onProgress?: (progress: ExportProgress) => void;
}

export interface ExportProgress {
  readonly exported: number;
  /** The number of a ticket up to which everything is out, of the last number. */
  readonly number: number;
  readonly lastNumber: number;
}

/** Tickets by their numbers in one COPY: so many that planning it counts little, so few that the next ones fit into memory. */
const NUMBERS_AT_ONCE = 4_000;
/** Copies that have begun while another one is read. */
const AHEAD = 2;

/**
 * All tickets of a workspace as of one moment, by number, in the format that an import reads. A key is there when there is
 * something to say; fields and labels are in the order of their names, which is the same in every workspace.
 */
@Injectable()
export class TicketExportService {
  constructor(
    private readonly tickets: TicketExportRepository,
    private readonly snapshots: TenantSnapshots,
  ) {}

  /**
   * The bytes of the file, UTF-8. Who reads slowly makes the database wait; nothing is gathered here.
   * @throws unavailable when the database is away
   */
  exportTickets(scope: TenantScope, options: ExportOptions): AsyncGenerator<Uint8Array> {
    return this.snapshots.read(scope, (snapshot) => this.bytes(snapshot, options));
  }

  private async *bytes(snapshot: Snapshot, options: ExportOptions): AsyncGenerator<Uint8Array> {
    const { format, onProgress } = options;
    const vocabulary = await this.tickets.vocabulary(snapshot);
    if (format === 'csv') yield* this.tickets.header(snapshot, vocabulary);
    let exported = 0;
    for (const { last, copied } of ahead(this.copies(snapshot, vocabulary, options), AHEAD)) {
      yield* copied;
      exported += copied.rowCount;
      onProgress?.({ exported, number: last, lastNumber: vocabulary.lastNumber });
    }
  }

  /** Tickets by number in several copies, each of which begins when it is taken. */
  private *copies(
    snapshot: Snapshot,
    vocabulary: ExportVocabulary,
    { format, since }: ExportOptions,
  ): Generator<{ readonly last: number; readonly copied: CopiedBytes }> {
    const { lastNumber } = vocabulary;
    for (let after = 0; after < lastNumber; after += NUMBERS_AT_ONCE) {
      const last = Math.min(after + NUMBERS_AT_ONCE, lastNumber);
      const range = { after, last, since: since ?? null };
      yield { last, copied: this.tickets.tickets(snapshot, format, vocabulary, range) };
    }
  }
}

/** The same items, each taken while so many before it still wait. */
function* ahead<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  const taken: Item[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length > count) yield taken.shift() as Item;
  }
  yield* taken;
}
