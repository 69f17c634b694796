import { Injectable } from '@nestjs/common';
import type { TicketId } from '../kernel/ids.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import type { PassedMoment } from './moment.js';

/** Says what happens when moments pass. The room of tickets, which knows them, sets the function. */
@Injectable()
export class PassedMoments {
  /**
   * Locks the tickets with these ids, reads only then which of their moments have passed, takes these, and announces each in the order
   * of their dates.
   */
  happen: (
    inner: InnerScope,
    ids: readonly TicketId[],
    take: () => Promise<readonly PassedMoment[]>,
  ) => Promise<void> = () => Promise.reject(new Error('No tickets are loaded.'));
}
