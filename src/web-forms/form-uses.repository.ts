import { Injectable } from '@nestjs/common';
import type { FormId, TicketId } from '../kernel/ids.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { COUNT, USE, USED } from './form-uses.sql.js';

/** How often something was counted in its hour. */
export interface Count {
  readonly id: string;
  readonly hits: number;
  readonly endsInSeconds: number;
}

/** What a token was used for. */
export interface EarlierUse {
  readonly digest: Buffer;
  /** Null when the ticket has been removed. */
  readonly number: number | null;
}

/** A token that is used up. */
export interface NewUse {
  readonly nonce: string;
  readonly formId: FormId;
  readonly ticketId: TicketId;
  readonly digest: Buffer;
}

/** How often forms were sent, and which of their tokens were used. */
@Injectable()
export class FormUsesRepository extends TenantRepository {
  /** Counts a sending for each of the ids. */
  count(inner: InnerScope, ids: readonly string[]): Promise<Count[]> {
    return this.query<Count>(inner, COUNT, [ids]);
  }

  /** @returns whether the token was free */
  async use(inner: InnerScope, { nonce, formId, ticketId, digest }: NewUse): Promise<boolean> {
    return (await this.query(inner, USE, [nonce, formId, ticketId, digest])).length > 0;
  }

  /** What a token was used for; null when it is free. */
  async used(inner: InnerScope, nonce: string): Promise<EarlierUse | null> {
    const [row] = await this.query<EarlierUse>(inner, USED, [nonce]);
    return row ?? null;
  }
}
