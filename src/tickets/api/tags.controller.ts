import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Draft } from '../../kernel/problems.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.dto.js';
import type { Wire } from '../../platform/http/answers/wire.js';
import { DraftQuery } from '../../platform/http/requests/draft.js';
import { PageQuery, toPageRequest } from '../../platform/http/requests/page.query.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TagsService } from '../read/tags.service.js';
import { TagListResponse } from './dto/tag.dto.js';

/** The tags that tickets have (extensions, section 12). */
@ApiTags('Choices')
@Controller('api/external/v2/tags')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  @Get()
  @Operation({
    id: 'listTags',
    summary: 'List the tags that tickets have',
    scope: 'tickets:read',
    description:
      'Lists the tags of tickets with the number of tickets that have each. Tags that differ only in case are one tag. They are ' +
      'sorted by name without regard to case, by code point.',
    response: TagListResponse,
    refusals: [422],
  })
  async list(
    @Tenant() scope: TenantScope,
    @DraftQuery(PageQuery) query: Draft<PageQuery>,
  ): Promise<Wire<TagListResponse>> {
    const page = await this.tags.page(scope, query, toPageRequest(query.value));
    const tags = page.items.map(({ name, ticketCount }) => ({ name, ticket_count: ticketCount }));
    return { tags, pagination: toPaginationDto(page) };
  }
}
