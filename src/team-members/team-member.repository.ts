import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { foldCase } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { TeamMemberGroup } from './entities/team-member-group.entity.js';
import { TeamMember } from './entities/team-member.entity.js';
import type { KnownMember, TeamMemberRow, TeamMemberSettings } from './team-member.rules.js';

/** The rows of team members. */
@Injectable()
export class TeamMemberRepository extends TenantRepository {
  /** Every member, removed ones too, oldest first. */
  async listAll(scope: TenantScope | InnerScope): Promise<TeamMemberRow[]> {
    const columns = ['id', 'email', 'firstName', 'lastName', 'role', 'removedAt', 'memberships'] as const;
    const members = await this.select(scope, TeamMember, columns, {
      relations: { memberships: { group: true } },
      order: { createdAt: 'ASC', id: 'ASC', memberships: { group: { name: 'ASC' } } },
    });
    return members.map(({ memberships = [], ...member }) => ({
      ...member,
      groups: memberships.flatMap(({ group }) => (group ? [{ id: group.id, name: group.name }] : [])),
    }));
  }

  async add(inner: InnerScope, member: TeamMemberSettings & { readonly id: TeamMemberId }): Promise<void> {
    await this.insert(inner, TeamMember, [{ ...member, emailKey: foldCase(member.email) }]);
  }

  async change(inner: InnerScope, id: TeamMemberId, changes: Partial<TeamMemberSettings>): Promise<void> {
    const emailKey = changes.email === undefined ? {} : { emailKey: foldCase(changes.email) };
    await this.update(inner, TeamMember, { id }, { ...changes, ...emailKey });
  }

  /** Locks those who are or were members under one of the folded addresses, always in the same order. */
  lockByEmails(inner: InnerScope, emailKeys: readonly string[]): Promise<KnownMember[]> {
    return this.select(inner, TeamMember, ['id', 'email', 'emailKey', 'removedAt'], {
      where: { emailKey: Any(emailKeys) },
      order: { id: 'ASC' },
      lock: FOR_UPDATE,
    });
  }

  async deactivate(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<void> {
    await this.update(inner, TeamMember, { id: Any(ids), removedAt: IsNull() }, { removedAt: new Date() });
  }

  /** Puts a member into groups; those that the member belongs to already do not matter. */
  async addToGroups(
    inner: InnerScope,
    teamMemberId: TeamMemberId,
    groupIds: readonly GroupId[],
  ): Promise<void> {
    const rows = groupIds.map((groupId) => ({ teamMemberId, groupId }));
    await this.insertIfFree(inner, TeamMemberGroup, rows);
  }
}
