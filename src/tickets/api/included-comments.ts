import { Injectable } from '@nestjs/common';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';

/** The values of `include=comments`. */
export interface NewestComments {
  readonly comments: readonly object[];
  readonly comments_total: number;
}

/** Reads the newest 30 elements, oldest first (extensions, section 11). It throws ticket_not_found and page_too_large. */
type ReadNewest = (scope: TenantScope, reference: string) => Promise<NewestComments>;

/** The comments that a ticket shows with it. Conversations, which know tickets, say how they are read. */
@Injectable()
export class IncludedComments {
  newest: ReadNewest = () => Promise.reject(new Error('No conversations are loaded.'));
}
