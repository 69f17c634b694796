import { Injectable } from '@nestjs/common';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { FormSubmission } from './entities/form-submission.entity.js';
import { COUNT, USE, USED } from './form-uses.sql.js';

export interface Count {
  readonly id: string;
  readonly hits: number;
  readonly endsInSeconds: number;
}

export interface EarlierUse {
  readonly digest: Buffer;
  /** Null when the ticket has been removed. */
  readonly number: number | null;
}

/** Counts sendings of forms, and keeps the used tokens of their pages. */
@Injectable()
export class FormUsesRepository extends TenantRepository {
  count(inner: InnerScope, ids: readonly string[]): Promise<Count[]> {
    return this.query<Count>(inner, COUNT, [ids]);
  }

  /** @returns whether the token was free */
  async use(
    inner: InnerScope,
    { nonce, formId, ticketId, digest }: Omit<FormSubmission, 'workspaceId' | 'sentAt'>,
  ): Promise<boolean> {
    return (await this.query(inner, USE, [nonce, formId, ticketId, digest])).length > 0;
  }

  /** Finds the use of a token; null when it is free. */
  async used(inner: InnerScope, nonce: string): Promise<EarlierUse | null> {
    const [row] = await this.query<EarlierUse>(inner, USED, [nonce]);
    return row ?? null;
  }
}
