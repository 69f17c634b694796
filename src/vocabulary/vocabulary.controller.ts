import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Checked } from '../kernel/errors.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { CheckedQuery } from '../platform/http/requests/checked-input.js';
import { Operation } from '../platform/routes/operation.js';
import { Tenant } from '../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import {
  CategoryListResponse,
  CompanyListResponse,
  GroupListResponse,
  ListNamesQuery,
  StatusListResponse,
} from './dto/vocabulary.dto.js';
import { pageOfNames, toCategoryTree, toNameDto, toStatusDto } from './vocabulary.mapper.js';
import { VocabularyService } from './vocabulary.service.js';

const WHOLE =
  'Without `page_number` and `page_size`, all are returned, and `pagination` has only `total_records` and `page_size`.';

/** Lists the names from which clients choose [rule 12]. */
@ApiTags('Choices')
@Controller('api/external/v2')
export class VocabularyController {
  constructor(private readonly vocabulary: VocabularyService) {}

  @Get('statuses')
  @Operation({
    id: 'listStatuses',
    summary: 'List the statuses that tickets can have',
    needs: 'tickets:read',
    description: `Lists the default statuses and those of the workspace. ${WHOLE}`,
    response: StatusListResponse,
  })
  async statuses(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListNamesQuery) query: Checked<ListNamesQuery>,
  ): Promise<Wire<StatusListResponse>> {
    const { items, pagination } = pageOfNames(query, await this.vocabulary.list(scope, 'statuses'));
    return { statuses: items.map(toStatusDto), pagination };
  }

  @Get('categories')
  @Operation({
    id: 'listCategories',
    summary: 'List the categories that tickets can have',
    needs: 'tickets:read',
    description: `Lists the categories with their sub-categories, two levels deep. Pages count categories of the first level. ${WHOLE}`,
    response: CategoryListResponse,
  })
  async categories(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListNamesQuery) query: Checked<ListNamesQuery>,
  ): Promise<Wire<CategoryListResponse>> {
    const tree = toCategoryTree(await this.vocabulary.list(scope, 'categories'));
    const { items, pagination } = pageOfNames(query, tree);
    return { categories: [...items], pagination };
  }

  @Get('groups')
  @Operation({
    id: 'listGroups',
    summary: 'List the groups of team members',
    needs: 'tickets:read',
    description: `Lists the groups that tickets can be given to, the oldest first. ${WHOLE}`,
    response: GroupListResponse,
  })
  async groups(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListNamesQuery) query: Checked<ListNamesQuery>,
  ): Promise<Wire<GroupListResponse>> {
    const { items, pagination } = pageOfNames(query, await this.vocabulary.list(scope, 'groups'));
    return { groups: items.map(toNameDto), pagination };
  }

  @Get('companies')
  @Operation({
    id: 'listCompanies',
    summary: 'List the companies of customers',
    needs: 'tickets:read',
    description: `Lists the companies that customers can belong to, the oldest first. ${WHOLE}`,
    response: CompanyListResponse,
  })
  async companies(
    @Tenant() scope: TenantScope,
    @CheckedQuery(ListNamesQuery) query: Checked<ListNamesQuery>,
  ): Promise<Wire<CompanyListResponse>> {
    const { items, pagination } = pageOfNames(query, await this.vocabulary.list(scope, 'companies'));
    return { companies: items.map(toNameDto), pagination };
  }
}
