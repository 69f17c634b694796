import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../../tickets/counts/ticket-counts.service.js';
import { TicketReaderService } from '../../tickets/read/ticket-reader.service.js';
import type { TicketEntry } from '../../tickets/write/ticket-content.rules.js';
import { TicketWriterService } from '../../tickets/write/ticket-writer.service.js';
import { inTurn } from '../own/in-turn.js';
import { seedPlan, syntheticTicket, type SeedPlan } from './synthetic-ticket.rules.js';

export interface SeedOptions {
  /** How many tickets to add, from 0. */
  readonly tickets: number;
  /** A 32-bit number. The same number makes the same tickets. */
  readonly seed: number;
  /** The end of the three years of the tickets; by default the beginning of today in UTC. */
  readonly referenceDate?: Date;
  /** Called after every batch with the number of tickets so far. */
  readonly onProgress?: (added: number) => void;
}

const BATCH_SIZE = 1_000;
const TICKETS_IN_A_ROW = 50;

/** Fills a workspace with believable made-up tickets, which use the names of the workspace. */
@Injectable()
export class SeedService {
  constructor(
    private readonly writer: TicketWriterService,
    private readonly reader: TicketReaderService,
    private readonly counts: TicketCounts,
  ) {}

  /**
   * Adds the tickets, oldest first. Each batch is kept whole or not at all. The tickets depend on the seed, the number of
   * tickets, the reference date and the names of the workspace, and on nothing else.
   * @throws invalid_request when a name of the workspace goes away meanwhile
   */
  async seed(scope: TenantScope, options: SeedOptions): Promise<void> {
    const { tickets, seed, referenceDate = startOfToday(), onProgress } = options;
    const plan = seedPlan(await this.reader.names(scope), seed, tickets, referenceDate);
    let added = 0;
    await inTurn(batchesOf(plan), async (batch) => {
      await this.writer.seedAll(scope, batch);
      added += batch.length;
      onProgress?.(added);
    });
    await this.counts.settle(scope);
  }
}

/** All tickets of the plan, in batches. It pauses now and then, because the batch before is being written meanwhile. */
async function* batchesOf(plan: SeedPlan): AsyncGenerator<TicketEntry[]> {
  for (let from = 0; from < plan.tickets; from += BATCH_SIZE) {
    const batch: TicketEntry[] = [];
    for (let at = from; at < Math.min(from + BATCH_SIZE, plan.tickets); at++) {
      batch.push(syntheticTicket(plan, at));
      if (batch.length % TICKETS_IN_A_ROW === 0) await setImmediate();
    }
    yield batch;
  }
}

function startOfToday(): Date {
  return new Date(new Date().setUTCHours(0, 0, 0, 0));
}
