import { Injectable } from '@nestjs/common';
import { DeskClock } from '../../kernel/time/desk-clock.js';
import type { Problems } from '../../kernel/errors.js';
import { MomentsService } from '../../moments/moments.service.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import type { TicketNames } from '../rules/ticket-names.rules.js';
import type { TicketChanges } from '../rules/properties/sent-ticket.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import { checkFollowUp, movedMoments, type DatedChange } from './ticket-moments.rules.js';

/** A change at the time `now` of the database's clock, by which moments pass. The clock of this process may be another one. */
export type TimedChange = DatedChange & { readonly now: Date };

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
    ...changes: readonly TimedChange[]
  ): Promise<void> {
    const moved = changes.flatMap(({ now, ...change }) => movedMoments(change, names, this.clock.at(now)));
    const [first] = changes;
    if (first && moved.length > 0) await this.moments.keep(inner, moved, this.clock.at(first.now));
  }
}
