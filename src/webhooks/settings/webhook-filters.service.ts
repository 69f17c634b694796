import { Injectable } from '@nestjs/common';
import { KnownVocabulariesService } from '../../fields/known/known-vocabularies.service.js';
import type { Problems } from '../../kernel/errors.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import type { StoredFilter } from '../entities/webhook.entity.js';
import {
  idsIn,
  readFilter,
  shownFilter,
  type SentFilter,
  type WebhookFilter,
} from './webhook-filter.rules.js';
import { WebhookRepository } from './webhook.repository.js';

/** A filter as the column keeps it, and as answers show it. */
export interface ReadFilter {
  readonly kept: StoredFilter;
  readonly shown: WebhookFilter;
}

/** Reads and shows the filters of webhooks, which keep ids: a new name of a group changes none of them [rule 33]. */
@Injectable()
export class WebhookFiltersService {
  constructor(
    private readonly vocabularies: KnownVocabulariesService,
    private readonly webhooks: WebhookRepository,
  ) {}

  /** Reads a filter. Every value that the workspace does not know is a problem at its own path. */
  async read(
    scope: TenantScope | InnerScope,
    sent: SentFilter,
    problems: Problems,
    path = 'filter',
  ): Promise<ReadFilter> {
    const vocabulary = await this.vocabularies.current(scope);
    const names = { vocabulary, ...(await this.webhooks.findNamed(scope, idsIn(sent))) };
    const kept = readFilter(sent, names, problems, path);
    return { kept, shown: shownFilter(kept, names) };
  }

  /** Puts the present names into the filters of webhooks. */
  async shown<Row extends { readonly filter: StoredFilter | null }>(
    scope: TenantScope | InnerScope,
    rows: readonly Row[],
  ): Promise<(Omit<Row, 'filter'> & { readonly filter: WebhookFilter | null })[]> {
    if (rows.every(({ filter }) => filter === null)) return rows.map((row) => ({ ...row, filter: null }));
    const vocabulary = await this.vocabularies.current(scope);
    return rows.map((row) => ({ ...row, filter: row.filter && shownFilter(row.filter, { vocabulary }) }));
  }
}
