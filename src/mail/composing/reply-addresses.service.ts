import { Injectable } from '@nestjs/common';
import { Configuration } from '../../platform/config/configuration.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { replyAddress, replyKeyOf, ticketIn, type ReplyKey } from './reply-address.rules.js';

/** Makes and reads addresses that name a ticket. The first key of `SECRETS_KEY` signs them, and all of them verify [rule 21]. */
@Injectable()
export class ReplyAddressesService {
  private readonly keys: readonly ReplyKey[];

  constructor({ secretsKeys }: Configuration) {
    this.keys = secretsKeys.map(replyKeyOf);
  }

  /** @returns null when there is no key */
  of({ workspaceId }: TenantScope | InnerScope, mailFrom: string, number: number): string | null {
    const [key] = this.keys;
    return key ? replyAddress(mailFrom, { workspaceId, number }, key) : null;
  }

  /** Finds the ticket of the first address that names one of this workspace. @returns its number, or null */
  ticketIn({ workspaceId }: TenantScope | InnerScope, addresses: readonly string[]): number | null {
    for (const address of addresses) {
      const number = ticketIn(address, workspaceId, this.keys);
      if (number !== null) return number;
    }
    return null;
  }
}
