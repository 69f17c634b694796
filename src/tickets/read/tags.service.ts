import { Injectable } from '@nestjs/common';
import { refuseIfAny } from '../../kernel/errors.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import { Problems, type Draft } from '../../kernel/problems.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TagCountsRepository, type CountedTag } from '../counts/tag-counts.repository.js';
import { TicketCounts } from '../counts/ticket-counts.service.js';

/** The tags that tickets have (extensions, section 12). */
@Injectable()
export class TagsService {
  constructor(
    private readonly tags: TagCountsRepository,
    private readonly counts: TicketCounts,
  ) {}

  /**
   * A page of the tags, in the order of their names without regard to case, by code point.
   * @throws invalid_request with the problems of the query
   */
  async page(scope: TenantScope, query: Draft<unknown>, request: PageRequest): Promise<Page<CountedTag>> {
    refuseIfAny(new Problems(query.problems));
    const page = await this.tags.page(scope, request);
    this.counts.noteWaiting(scope, page.waitingChanges);
    return page;
  }
}
