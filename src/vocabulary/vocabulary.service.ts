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
  type CategoryRow,
  type CompanyRow,
  type GroupRow,
  type StatusRow,
  type WantedVocabulary,
} from './vocabulary.rules.js';

/** The names that tickets and customers of a workspace can have. */
export interface Vocabulary {
  readonly statuses: readonly StatusRow[];
  /** All levels, in display order. */
  readonly categories: readonly CategoryRow[];
  readonly groups: readonly GroupRow[];
  readonly companies: readonly CompanyRow[];
}

/** Reads and extends the statuses, categories, groups and companies of a workspace. */
@Injectable()
export class VocabularyService {
  constructor(
    private readonly vocabulary: VocabularyRepository,
    private readonly audit: AuditLog,
  ) {}

  async get(scope: TenantScope | InnerScope): Promise<Vocabulary> {
    return {
      statuses: await this.vocabulary.listStatuses(scope),
      categories: await this.vocabulary.listCategories(scope),
      groups: await this.vocabulary.listGroups(scope),
      companies: await this.vocabulary.listCompanies(scope),
    };
  }

  /** In display order. */
  listStatuses(scope: TenantScope | InnerScope): Promise<readonly StatusRow[]> {
    return this.vocabulary.listStatuses(scope);
  }

  /** Those of all levels, in display order. */
  listCategories(scope: TenantScope | InnerScope): Promise<readonly CategoryRow[]> {
    return this.vocabulary.listCategories(scope);
  }

  /** The oldest first. */
  listGroups(scope: TenantScope | InnerScope): Promise<readonly GroupRow[]> {
    return this.vocabulary.listGroups(scope);
  }

  /** The oldest first. */
  listCompanies(scope: TenantScope | InnerScope): Promise<readonly CompanyRow[]> {
    return this.vocabulary.listCompanies(scope);
  }

  /**
   * Adds what is missing of the defaults and of a manifest; removes nothing. The caller must make sure that no other
   * request does this for the workspace at the same time.
   * @returns a sentence for each change
   */
  async ensure(inner: InnerScope, wanted: WantedVocabulary): Promise<string[]> {
    const existing = await this.get(inner);
    const statuses = missingStatuses(existing.statuses, wanted.statuses);
    const categories = missingCategories(existing.categories, wanted.categories, () => uuid() as CategoryId);
    const groups = missingNamed(existing.groups, wanted.groups);
    const companies = missingNamed(existing.companies, wanted.companies);
    await this.vocabulary.addStatuses(
      inner,
      statuses.map((status) => ({ ...status, id: uuid() as StatusId })),
    );
    await this.vocabulary.addCategories(
      inner,
      categories.map(({ path: _path, ...category }) => category),
    );
    await this.vocabulary.addGroups(
      inner,
      groups.map((group) => ({ id: uuid() as GroupId, ...group })),
    );
    await this.vocabulary.addCompanies(
      inner,
      companies.map((company) => ({ id: uuid() as CompanyId, ...company })),
    );
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
