import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CustomersService } from '../customers/customers.service.js';
import type { CustomerId } from '../kernel/ids.js';
import type { Draft } from '../kernel/problems.js';
import { foldCase } from '../kernel/text.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import {
  externalKeysOf,
  IMPORT,
  planBatch,
  settleBatch,
  type EntryOutcome,
  type TicketEntry,
} from './ticket-batch.rules.js';
import { TicketPlanRepository } from './ticket-plan.repository.js';
import type { TicketHistory } from './ticket-history.rules.js';
import type { TicketVocabulary } from './ticket-vocabulary.js';
import { TicketWriterService } from './ticket-writer.service.js';

type EntryDrafts = readonly Draft<TicketEntry | null>[];

/** What an import would come to, found out without writing or locking anything. */
@Injectable()
export class TicketPlanService {
  constructor(
    private readonly tickets: TicketPlanRepository,
    private readonly customers: CustomersService,
    private readonly writer: TicketWriterService,
  ) {}

  /** A plan for the batches of one import, by what tickets of the workspace can say now. */
  async open(scope: TenantScope): Promise<TicketPlan> {
    const [vocabulary, history] = await Promise.all([
      this.writer.vocabulary(scope),
      this.writer.history(scope),
    ]);
    return new TicketPlan(scope, this.tickets, this.customers, vocabulary, history);
  }
}

/** The plan of one import, which remembers the external ids of the batches before. */
export class TicketPlan {
  private readonly planned = new Set<number>();

  constructor(
    private readonly scope: TenantScope,
    private readonly tickets: TicketPlanRepository,
    private readonly customers: CustomersService,
    private readonly vocabulary: TicketVocabulary,
    private readonly history: TicketHistory,
  ) {}

  /** What would become of each entry of the next batch, in their order. */
  async judge(drafts: EntryDrafts): Promise<readonly EntryOutcome[]> {
    const stored = await this.tickets.findByExternalKeys(this.scope, externalKeysOf(drafts));
    const now = new Date();
    const { vocabulary, history } = this;
    const verdicts = planBatch(drafts, stored, { vocabulary, history, now, rules: IMPORT });
    const keys = verdicts.flatMap((verdict) => ('step' in verdict ? [foldCase(verdict.step.email)] : []));
    const known = await this.customers.idsOf(this.scope, keys);
    // Somebody who is not known yet is nobody's customer so far: the address serves as an id.
    const customerOf = (email: string): CustomerId =>
      known.get(foldCase(email)) ?? (foldCase(email) as CustomerId);
    const { outcomes } = settleBatch(verdicts, customerOf, now);
    return outcomes.map((outcome, index) => this.remember(outcome, drafts[index]?.value ?? null));
  }

  private remember(outcome: EntryOutcome, entry: TicketEntry | null): EntryOutcome {
    if (outcome.result !== 'added' || entry === null || entry.externalId === null) return outcome;
    const digest = createHash('sha1')
      .update(JSON.stringify([entry.externalId, entry.source]))
      .digest();
    const key = digest.readUIntBE(0, 6);
    if (this.planned.has(key)) return { result: 'updated' };
    this.planned.add(key);
    return outcome;
  }
}
