import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Checked } from '../../kernel/errors.js';
import type { Wire } from '../../platform/http/answers/answer.dto.js';
import { toPaginationDto } from '../../platform/http/answers/pagination.presenter.js';
import { CheckedQuery } from '../../platform/http/requests/checked-input.js';
import { PageQuery, toPageRequest } from '../../platform/http/requests/page.query.js';
import { Operation } from '../../platform/routes/operation.js';
import { Tenant } from '../../platform/tenancy/tenant.decorator.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TicketCounts } from '../counts/ticket-counts.js';
import { TagListResponse } from './dto/ticket.dto.js';

/** Lists the tags that tickets have [rule 12]. */
@ApiTags('Choices')
@Controller('api/external/v2/tags')
export class TagsController {
  constructor(private readonly counts: TicketCounts) {}

  @Get()
  @Operation({
    id: 'listTags',
    summary: 'List the tags that tickets have',
    needs: 'tickets:read',
    description:
      'Lists the tags of tickets with the number of tickets that have each. Tags that differ only in case are one tag. They are ' +
      'sorted by name without regard to case, by code point.',
    response: TagListResponse,
  })
  async list(
    @Tenant() scope: TenantScope,
    @CheckedQuery(PageQuery) query: Checked<PageQuery>,
  ): Promise<Wire<TagListResponse>> {
    const page = await this.counts.pageOfTags(scope, query, toPageRequest(query.value));
    const tags = page.items.map(({ name, ticketCount }) => ({ name, ticket_count: ticketCount }));
    return { tags, pagination: toPaginationDto(page) };
  }
}
