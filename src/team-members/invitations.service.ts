import { Injectable } from '@nestjs/common';
import type { TeamMemberId, WorkspaceId } from '../kernel/ids.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { InvitationRepository } from './invitation.repository.js';
import { membersToInvite } from './invitation.rules.js';
import type { NamedMember } from './team-member.rules.js';
import { Configuration } from '../platform/config/configuration.js';

/** Invites new members by mail (extensions, section 14). */
@Injectable()
export class InvitationsService {
  private readonly hasServer: boolean;
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(
    private readonly invitations: InvitationRepository,
    private readonly unitOfWork: UnitOfWork,
    { smtp }: Configuration,
  ) {
    this.hasServer = smtp !== undefined;
  }

  /** Calls the listener with each workspace that has invited somebody. */
  onInvitation(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Queues mails, which are sent when the unit of work is kept.
   * @param idOf the members' ids by folded address
   * @returns the folded addresses that get one
   */
  async send(
    inner: InnerScope,
    named: readonly NamedMember[],
    idOf: ReadonlyMap<string, TeamMemberId>,
  ): Promise<ReadonlySet<string>> {
    if (!this.hasServer) return new Set();
    const keys = named.map(({ emailKey }) => emailKey);
    const invited = membersToInvite(named, await this.invitations.lockRoom(inner, keys));
    if (invited.length === 0) return new Set();
    const rows = invited.map(({ emailKey }) => ({ emailKey, memberId: idOf.get(emailKey) }));
    await this.invitations.add(inner, rows);
    this.unitOfWork.afterwards(inner, () => {
      for (const listener of this.listeners) listener(inner.workspaceId);
    });
    return new Set(invited.map(({ emailKey }) => emailKey));
  }
}
