import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../events/audit-log.service.js';
import type { CategoryId, CompanyId, GroupId, StatusId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import {
  vocabularyExtended,
  missingCategories,
  missingNamed,
  missingStatuses,
  type Vocabulary,
  type WantedVocabulary,
} from './vocabulary.rules.js';
import { VocabularyRepository } from './vocabulary.repository.js';

/** Names the kinds of names, with the word for one of each. */
const KINDS = { statuses: 'status', categories: 'category', groups: 'group', companies: 'company' } as const;

@Injectable()
export class VocabularyService {
  constructor(
    private readonly vocabulary: VocabularyRepository,
    private readonly audit: AuditLogService,
  ) {}

  async get(scope: TenantScope | InnerScope): Promise<Vocabulary> {
    return {
      statuses: await this.list(scope, 'statuses'),
      categories: await this.list(scope, 'categories'),
      groups: await this.list(scope, 'groups'),
      companies: await this.list(scope, 'companies'),
    };
  }

  list<Kind extends keyof Vocabulary>(
    scope: TenantScope | InnerScope,
    kind: Kind,
  ): Promise<Vocabulary[Kind]> {
    return this.vocabulary.list(scope, kind);
  }

  /**
   * Adds the missing names of the defaults and of a manifest. No other request may do this for the workspace meanwhile.
   * @returns a sentence for each change
   */
  async ensure(inner: InnerScope, wanted: WantedVocabulary): Promise<string[]> {
    const existing = await this.get(inner);
    const { statuses, groups, companies } = wanted;
    const categories = missingCategories(existing.categories, wanted.categories, () => uuid() as CategoryId);
    const rows: Vocabulary = {
      statuses: missingStatuses(existing.statuses, statuses).map((one) => ({
        ...one,
        id: uuid() as StatusId,
      })),
      categories: categories.map(({ path: _path, ...category }) => category),
      groups: missingNamed(existing.groups, groups).map((one) => ({ id: uuid() as GroupId, ...one })),
      companies: missingNamed(existing.companies, companies).map((one) => ({
        id: uuid() as CompanyId,
        ...one,
      })),
    };
    const kinds = Object.keys(KINDS) as (keyof Vocabulary)[];
    for (const kind of kinds) await this.vocabulary.add(inner, kind, rows[kind]);
    const added = {
      statuses: namesOf(rows.statuses),
      categories: categories.map(({ path }) => path),
      groups: namesOf(rows.groups),
      companies: namesOf(rows.companies),
    };
    await this.audit.record(inner, ...vocabularyExtended(inner.workspaceId, added));
    return kinds.flatMap((kind) => added[kind].map((name) => `created ${KINDS[kind]} "${name}"`));
  }
}

function namesOf(rows: readonly { readonly name: string }[]): string[] {
  return rows.map(({ name }) => name);
}
