import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import type { PreparedTicket } from '../tickets/ticket-batch.rules.js';
import { TicketCounts } from '../tickets/ticket-counts.service.js';
import { TicketWriterService } from '../tickets/ticket-writer.service.js';
import { inTurn } from './in-turn.js';
import { seedPlan, syntheticTicket, type SeedPlan } from './synthetic-ticket.rules.js';

export interface SeedOptions {
  /** How many tickets to add, from 0. */
  readonly tickets: number;
  /** A 32-bit number; the same one makes the same tickets. */
  readonly seed: number;
  /** When the three years of the tickets end; by default when today began in UTC. */
  readonly referenceDate?: Date;
  /** Told after every batch how many tickets there are so far. */
  readonly onProgress?: (added: number) => void;
}

const BATCH_SIZE = 1_000;
const TICKETS_IN_A_ROW = 50;

/** Fills a workspace with believable made-up tickets, in the words that the workspace has. */
@Injectable()
export class SeedService {
  constructor(
    private readonly writer: TicketWriterService,
    private readonly counts: TicketCounts,
  ) {}

  /**
   * Adds the tickets, oldest first, in batches that are kept whole or not at all. What a seed makes depends on the number
   * of tickets, the reference date and the names of the workspace, and on nothing else.
   */
  async seed(scope: TenantScope, options: SeedOptions): Promise<void> {
    const { tickets, seed, referenceDate = startOfToday(), onProgress } = options;
    const plan = seedPlan(await this.writer.vocabulary(scope), seed, tickets, referenceDate);
    let added = 0;
    await inTurn(batchesOf(plan), async (batch) => {
      await this.writer.addPrepared(scope, batch);
      added += batch.length;
      onProgress?.(added);
    });
    await this.counts.settle(scope);
  }
}

/** All tickets of the plan, in batches. Between a few of them other work has its turn: the batch before is being written. */
async function* batchesOf(plan: SeedPlan): AsyncGenerator<PreparedTicket[]> {
  for (let from = 0; from < plan.tickets; from += BATCH_SIZE) {
    const batch: PreparedTicket[] = [];
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
