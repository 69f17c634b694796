import { Injectable } from '@nestjs/common';
import { DeskClock } from '../../kernel/time/desk-clock.js';
import type { Problems } from '../../kernel/errors.js';
import { MomentsService } from '../../moments/moments.service.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import type { TicketNames } from '../rules/ticket-names.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import { checkFollowUp, movedMoments, type DatedChange } from './ticket-moments.rules.js';

/** Tells the room of moments which dates of tickets are to pass [rule 31]. */
@Injectable()
export class TicketMomentsService {
  constructor(
    private readonly moments: MomentsService,
    private readonly clock: DeskClock,
  ) {}

  /** Adds a problem when a client sends a follow-up that is not in the future. `time` is what the database's clock says. */
  check(
    changes: TicketChanges,
    current: Pick<StoredTicket, 'followUpAt'> | null,
    time: Date,
    problems: Problems,
  ): void {
    checkFollowUp(changes, current, this.clock.at(time), problems);
  }

  /** Keeps in the unit of work of changes which moments they move. A change that moves none sends no statement. */
  async keep(
    inner: InnerScope,
    names: Pick<TicketNames, 'statuses'>,
    ...changes: readonly DatedChange[]
  ): Promise<void> {
    const now = this.clock.now();
    const moved = changes.flatMap((change) => movedMoments(change, names, now));
    if (moved.length > 0) await this.moments.keep(inner, moved);
  }
}
