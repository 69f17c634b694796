import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLog } from '../events/audit-log.service.js';
import type { CategoryId, CompanyId, GroupId, StatusId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { vocabularyExtended } from './vocabulary-audit.rules.js';
import { VocabularyRepository } from './vocabulary.repository.js';
import {
  missingCategories,
  missingNamed,
  missingStatuses,
  type Vocabulary,
  type WantedVocabulary,
} from './vocabulary.rules.js';

/** Reads and extends the statuses, categories, groups and companies of a workspace. */
@Injectable()
export class VocabularyService {
  constructor(
    private readonly vocabulary: VocabularyRepository,
    private readonly audit: AuditLog,
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
    const statuses = missingStatuses(existing.statuses, wanted.statuses);
    const categories = missingCategories(existing.categories, wanted.categories, () => uuid() as CategoryId);
    const groups = missingNamed(existing.groups, wanted.groups);
    const companies = missingNamed(existing.companies, wanted.companies);
    const rows: Vocabulary = {
      statuses: statuses.map((status) => ({ ...status, id: uuid() as StatusId })),
      categories: categories.map(({ path: _path, ...category }) => category),
      groups: groups.map((group) => ({ id: uuid() as GroupId, ...group })),
      companies: companies.map((company) => ({ id: uuid() as CompanyId, ...company })),
    };
    for (const kind of ['statuses', 'categories', 'groups', 'companies'] as const)
      await this.vocabulary.add(inner, kind, rows[kind]);
    const added = {
      statuses: statuses.map(({ name }) => name),
      categories: categories.map(({ path }) => path),
      groups: groups.map(({ name }) => name),
      companies: companies.map(({ name }) => name),
    };
    await this.audit.record(inner, ...vocabularyExtended(inner.workspaceId, added));
    return [
      ...statuses.map(({ name }) => `created status "${name}"`),
      ...categories.map(({ path }) => `created category "${path}"`),
      ...groups.map(({ name }) => `created group "${name}"`),
      ...companies.map(({ name }) => `created company "${name}"`),
    ];
  }
}
