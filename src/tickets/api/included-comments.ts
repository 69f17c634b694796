import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';

export interface NewestComments {
  readonly comments: readonly object[];
  readonly comments_total: number;
}

/** Reads the comments that a ticket shows with it. The room of conversations, which knows tickets, sets the function. */
@Injectable()
export class IncludedComments {
  /** Reads the newest 30 elements, oldest first [rule 11]. @throws ticket_not_found, page_too_large */
  newest: (scope: TenantScope, reference: string) => Promise<NewestComments> = () =>
    Promise.reject(new Error('No conversations are loaded.'));
}
