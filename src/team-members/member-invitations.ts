import { Injectable } from '@nestjs/common';
import type { TeamMemberId } from '../kernel/ids.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import type { NamedMember } from './team-member.rules.js';

/** Invites new members by mail. The room of mail, which knows members, sets the function. */
@Injectable()
export class MemberInvitations {
  /**
   * Queues mails, which are sent when the unit of work is kept.
   * @param idOf the members' ids by folded address
   * @returns the folded addresses that get one
   */
  send: (
    inner: InnerScope,
    named: readonly NamedMember[],
    idOf: ReadonlyMap<string, TeamMemberId>,
  ) => Promise<ReadonlySet<string>> = () => Promise.reject(new Error('No mail is loaded.'));
}
