import type { GroupId, StatusId, TeamMemberId } from '../kernel/ids.js';

/**
 * A move of a ticket as reports count it [rule 23]. The writer of a change notes it in the audit entry about the change, so that a report
 * only adds notes up.
 */
export interface CountedMove {
  /** Other systems did it at this time. By default it is done at the time of the entry. */
  readonly at?: Date;
  /** The ticket was created. */
  readonly opened?: true;
  readonly entered?: StatusId;
  readonly assigned?: TeamMemberId;
  readonly given?: GroupId;
  readonly closed?: true;
  /** An agent replied for the first time; the value is the seconds since the ticket was created. */
  readonly response?: number;
  /** The ticket was resolved; the value is the seconds since it was created. */
  readonly resolution?: number;
  /** The member and the group to whom closing, response and resolution are credited. */
  readonly member?: TeamMemberId;
  readonly group?: GroupId;
}
