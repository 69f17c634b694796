import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { foldCase } from '../kernel/text.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { TeamMemberGroup } from './entities/team-member-group.entity.js';
import { TeamMember } from './entities/team-member.entity.js';
import type { KnownMember, TeamMemberRow, TeamMemberSettings } from './team-member.rules.js';

const LIST = tenantStatement(
  'team_members.list',
  `SELECT member.id, member.email, member.first_name AS "firstName", member.last_name AS "lastName", member.role,
     member.removed_at AS "removedAt", coalesce(belonging.groups, '[]') AS groups
   FROM team_members AS member
   LEFT JOIN (
     SELECT link.team_member_id, json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name) AS groups
     FROM team_member_groups AS link
     JOIN groups AS g ON g.workspace_id = link.workspace_id AND g.id = link.group_id
     WHERE link.workspace_id = $1 GROUP BY link.team_member_id
   ) AS belonging ON belonging.team_member_id = member.id
   WHERE member.workspace_id = $1
   ORDER BY member.created_at, member.id`,
);

/** $2 folded addresses. Waits for whoever is about to give one of them a ticket; always in the same order. */
const LOCK_BY_EMAILS = tenantStatement(
  'team_members.lock_by_emails',
  `SELECT id, email, email_key AS "emailKey", removed_at AS "removedAt" FROM team_members
   WHERE workspace_id = $1 AND email_key = ANY ($2::text[]) ORDER BY id FOR UPDATE`,
);

/** All SQL of team members. */
@Injectable()
export class TeamMemberRepository extends TenantRepository {
  /** Every member, removed ones too, oldest first. */
  listAll(scope: TenantScope | InnerScope): Promise<TeamMemberRow[]> {
    return this.query<TeamMemberRow>(scope, LIST);
  }

  async add(inner: InnerScope, member: TeamMemberSettings & { readonly id: TeamMemberId }): Promise<void> {
    await this.insert(inner, TeamMember, [{ ...member, emailKey: foldCase(member.email) }]);
  }

  async change(inner: InnerScope, id: TeamMemberId, changes: Partial<TeamMemberSettings>): Promise<void> {
    const emailKey = changes.email === undefined ? {} : { emailKey: foldCase(changes.email) };
    await this.update(inner, TeamMember, { id }, { ...changes, ...emailKey });
  }

  /** Locks those who are or were members under one of the folded addresses. */
  async lockByEmails(inner: InnerScope, emailKeys: readonly string[]): Promise<KnownMember[]> {
    return this.query<KnownMember>(inner, LOCK_BY_EMAILS, [emailKeys]);
  }

  async deactivate(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<void> {
    await this.update(inner, TeamMember, { id: In(ids), removedAt: IsNull() }, { removedAt: new Date() });
  }

  /** Puts a member into groups; those that the member belongs to already do not matter. */
  async addToGroups(
    inner: InnerScope,
    teamMemberId: TeamMemberId,
    groupIds: readonly GroupId[],
  ): Promise<void> {
    for (const groupId of groupIds)
      await this.insertIfFree(inner, TeamMemberGroup, { teamMemberId, groupId });
  }
}
