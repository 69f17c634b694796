import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CustomersService } from '../../customers/customers.service.js';
import type { CustomerId } from '../../kernel/ids.js';
import { foldEmail } from '../../kernel/text.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { KnownVocabularies } from '../../fields/known/known-vocabularies.service.js';
import { TicketReaderRepository } from '../read/ticket-reader.repository.js';
import { ticketHistory } from '../rules/ticket-history.rules.js';
import { ticketNames } from '../rules/ticket-names.rules.js';
import {
  externalKeysOf,
  planBatch,
  settleBatch,
  slotKey,
  type EntryDrafts,
  type EntryOutcome,
} from './ticket-batch.rules.js';
import { IMPORT } from './ticket-content.rules.js';
import { TicketWriterRepository } from './ticket-writer.repository.js';

/** Tells the result that each entry of a batch would have. */
export type JudgeBatch = (drafts: EntryDrafts) => Promise<readonly EntryOutcome[]>;

/** Plans an import without writing or locking anything. */
@Injectable()
export class TicketPlanService {
  constructor(
    private readonly tickets: TicketWriterRepository,
    private readonly reader: TicketReaderRepository,
    private readonly vocabularies: KnownVocabularies,
    private readonly customers: CustomersService,
  ) {}

  /** Judges the batches of one import. It remembers the tickets that earlier batches would have added. */
  async open(scope: TenantScope): Promise<JudgeBatch> {
    const vocabulary = await this.vocabularies.current(scope);
    const { active, removed } = await this.reader.members(scope);
    const names = ticketNames(vocabulary, active, removed.values());
    const history = ticketHistory(vocabulary, removed);
    const added = new Set<number>();
    return async (drafts) => {
      const stored = await this.tickets.findByExternalKeys(scope, externalKeysOf(drafts));
      const now = new Date();
      const verdicts = planBatch(drafts, stored, { names, history, now, rules: IMPORT });
      const emailKeys = verdicts.flatMap((verdict) =>
        'step' in verdict ? [foldEmail(verdict.step.email)] : [],
      );
      const known = await this.customers.idsOf(scope, emailKeys);
      // A customer who would be created has no id yet: the address takes its place.
      const customerOf = (email: string): CustomerId =>
        known.get(foldEmail(email)) ?? (foldEmail(email) as CustomerId);
      const { outcomes } = settleBatch(verdicts, customerOf, now);
      return outcomes.map((outcome, index) => {
        const entry = drafts[index]?.value;
        if (outcome.result !== 'added' || !entry || entry.externalId === null) return outcome;
        const key = digestOf(slotKey(entry));
        if (added.has(key)) return { result: 'updated' };
        added.add(key);
        return outcome;
      });
    };
  }
}

/** Makes a number of a key, because a million keys would take too much memory. */
function digestOf(key: string): number {
  return createHash('sha1').update(key).digest().readUIntBE(0, 6);
}
