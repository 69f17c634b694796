import { Injectable } from '@nestjs/common';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { Company } from './entities/company.entity.js';
import { Group } from './entities/group.entity.js';
import { TicketCategory } from './entities/ticket-category.entity.js';
import { TicketStatus } from './entities/ticket-status.entity.js';
import type { CategoryRow, CompanyRow, GroupRow, StatusRow } from './vocabulary.rules.js';

const STATUSES = tenantStatement(
  'workspaces.statuses',
  `SELECT id, name, position, is_default AS "isDefault" FROM ticket_statuses
   WHERE workspace_id = $1 ORDER BY position, id`,
);

const CATEGORIES = tenantStatement(
  'workspaces.categories',
  `SELECT id, parent_id AS "parentId", name, position, is_default AS "isDefault" FROM ticket_categories
   WHERE workspace_id = $1 ORDER BY position, id`,
);

const GROUPS = tenantStatement(
  'workspaces.groups',
  'SELECT id, name FROM groups WHERE workspace_id = $1 ORDER BY created_at, id',
);

const COMPANIES = tenantStatement(
  'workspaces.companies',
  'SELECT id, name FROM companies WHERE workspace_id = $1 ORDER BY created_at, id',
);

/** All SQL of statuses, categories, groups and companies. */
@Injectable()
export class VocabularyRepository extends TenantRepository {
  listStatuses(scope: TenantScope | InnerScope): Promise<StatusRow[]> {
    return this.query<StatusRow>(scope, STATUSES);
  }

  /** Those of all levels, in their order. */
  listCategories(scope: TenantScope | InnerScope): Promise<CategoryRow[]> {
    return this.query<CategoryRow>(scope, CATEGORIES);
  }

  listGroups(scope: TenantScope | InnerScope): Promise<GroupRow[]> {
    return this.query<GroupRow>(scope, GROUPS);
  }

  listCompanies(scope: TenantScope | InnerScope): Promise<CompanyRow[]> {
    return this.query<CompanyRow>(scope, COMPANIES);
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
