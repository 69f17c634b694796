import { Injectable } from '@nestjs/common';
import type { TeamMemberId } from '../../kernel/ids.js';
import { DueWorkspaces } from '../../platform/queue/due-workspaces.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { InvitationRepository, type InvitationFacts } from './invitation.repository.js';
import type { NamedMember } from '../../team-members/team-member.rules.js';
import { Configuration } from '../../platform/config/configuration.js';
import { isReachable } from '../../kernel/checks.js';
import { foldEmail } from '../../kernel/text.js';

const INVITATIONS_A_DAY = 100;

/** Invites new members by mail [rule 14]. */
@Injectable()
export class InvitationsService {
  private readonly hasServer: boolean;
  /** These workspaces have invited somebody. */
  readonly due = new DueWorkspaces();

  constructor(
    private readonly invitations: InvitationRepository,
    private readonly unitOfWork: UnitOfWork,
    { smtp }: Configuration,
  ) {
    this.hasServer = smtp !== undefined;
  }

  /** Queues mails as `MemberInvitations` describes it. */
  async send(
    inner: InnerScope,
    named: readonly NamedMember[],
    idOf: ReadonlyMap<string, TeamMemberId>,
  ): Promise<ReadonlySet<string>> {
    if (!this.hasServer) return new Set();
    const keys = named.map(({ emailKey }) => emailKey);
    const invited = membersToInvite(named, await this.invitations.lockFacts(inner, keys));
    if (invited.length === 0) return new Set();
    const rows = invited.map(({ emailKey }) => ({ emailKey, memberId: idOf.get(emailKey) }));
    await this.invitations.add(inner, rows);
    this.unitOfWork.afterwards(inner, () => {
      this.due.tell(inner);
    });
    return new Set(invited.map(({ emailKey }) => emailKey));
  }
}

/** Chooses the members who are mailed, in their order: none in a workspace without mail, none twice a day, and never the desk itself. */
function membersToInvite(
  named: readonly NamedMember[],
  { mailFrom, replyTo, invited, recent }: InvitationFacts,
): NamedMember[] {
  if (mailFrom === null) return [];
  const refused = new Set([...recent, ...[mailFrom, replyTo ?? mailFrom].map(foldEmail)]);
  return named
    .filter(({ email, emailKey }) => !refused.has(emailKey) && isReachable(email))
    .slice(0, Math.max(0, INVITATIONS_A_DAY - invited));
}
