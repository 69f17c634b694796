import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { TicketWriterService } from '../tickets/ticket-writer.service.js';
import { seedPlan, syntheticTicket } from './synthetic-ticket.rules.js';

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

const BATCH_SIZE = 500;

/** Fills a workspace with believable made-up tickets, in the words that the workspace has. */
@Injectable()
export class SeedService {
  constructor(private readonly writer: TicketWriterService) {}

  /**
   * Adds the tickets, oldest first, in batches that are kept whole or not at all. What a seed makes depends on the number
   * of tickets, the reference date and the names of the workspace, and on nothing else.
   */
  async seed(scope: TenantScope, options: SeedOptions): Promise<void> {
    const { tickets, seed, referenceDate = startOfToday(), onProgress } = options;
    const plan = seedPlan(await this.writer.vocabulary(scope), seed, tickets, referenceDate);
    for (let from = 0; from < tickets; from += BATCH_SIZE) {
      const count = Math.min(BATCH_SIZE, tickets - from);
      const batch = Array.from({ length: count }, (_, index) => syntheticTicket(plan, from + index));
      await this.writer.addPrepared(scope, batch);
      onProgress?.(from + count);
    }
  }
}

function startOfToday(): Date {
  return new Date(new Date().setUTCHours(0, 0, 0, 0));
}
