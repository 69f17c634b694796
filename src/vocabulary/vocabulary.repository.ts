import { Injectable } from '@nestjs/common';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { Company } from './entities/company.entity.js';
import { Group } from './entities/group.entity.js';
import { TicketCategory } from './entities/ticket-category.entity.js';
import { TicketStatus } from './entities/ticket-status.entity.js';
import type { CategoryRow, CompanyRow, GroupRow, StatusRow } from './vocabulary.rules.js';

/** The rows of statuses, categories, groups and companies. */
@Injectable()
export class VocabularyRepository extends TenantRepository {
  listStatuses(scope: TenantScope | InnerScope): Promise<StatusRow[]> {
    return this.select(scope, TicketStatus, ['id', 'name', 'position', 'isDefault'], {
      order: { position: 'ASC', id: 'ASC' },
    });
  }

  /** Those of all levels, in their order. */
  listCategories(scope: TenantScope | InnerScope): Promise<CategoryRow[]> {
    return this.select(scope, TicketCategory, ['id', 'parentId', 'name', 'position', 'isDefault'], {
      order: { position: 'ASC', id: 'ASC' },
    });
  }

  listGroups(scope: TenantScope | InnerScope): Promise<GroupRow[]> {
    return this.select(scope, Group, ['id', 'name'], { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  listCompanies(scope: TenantScope | InnerScope): Promise<CompanyRow[]> {
    return this.select(scope, Company, ['id', 'name'], { order: { createdAt: 'ASC', id: 'ASC' } });
  }

  addStatuses(inner: InnerScope, rows: readonly StatusRow[]): Promise<void> {
    return this.insert(inner, TicketStatus, rows);
  }

  addCategories(inner: InnerScope, rows: readonly CategoryRow[]): Promise<void> {
    return this.insert(inner, TicketCategory, rows);
  }

  addGroups(inner: InnerScope, rows: readonly GroupRow[]): Promise<void> {
    return this.insert(inner, Group, rows);
  }

  addCompanies(inner: InnerScope, rows: readonly CompanyRow[]): Promise<void> {
    return this.insert(inner, Company, rows);
  }
}
