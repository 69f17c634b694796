import { Injectable } from '@nestjs/common';
import { Any, IsNull, type FindOptionsWhere } from 'typeorm';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.js';
import { foldEmail } from '../kernel/text.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { TeamMemberGroup } from './entities/team-member-group.entity.js';
import { TeamMember } from './entities/team-member.entity.js';
import type { MemberQuery } from './team-member-query.rules.js';
import type { KnownMember, TeamMemberRow, TeamMemberSettings } from './team-member.rules.js';
import { pageOfMembers } from './team-member.sql.js';

const SHOWN = [
  'id',
  'email',
  'firstName',
  'lastName',
  'role',
  'timeZone',
  'removedAt',
  'createdAt',
  'updatedAt',
  'memberships',
] as const;

const KNOWN = ['id', 'email', 'emailKey', 'removedAt'] as const;

/** The rows of team members. */
@Injectable()
export class TeamMemberRepository extends TenantRepository {
  /** Every member, removed ones too, oldest first. */
  listAll(scope: TenantScope | InnerScope): Promise<TeamMemberRow[]> {
    return this.list(scope, {});
  }

  /** The members with these ids, removed ones too, oldest first. */
  listByIds(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<TeamMemberRow[]> {
    return this.list(inner, { id: Any(ids) });
  }

  async find(scope: TenantScope | InnerScope, id: TeamMemberId): Promise<TeamMemberRow | null> {
    const [member] = await this.list(scope, { id });
    return member ?? null;
  }

  /** A page of the members that a query asks for, with the exact total of the same moment. */
  async page(scope: TenantScope, query: MemberQuery, request: PageRequest): Promise<Page<TeamMemberRow>> {
    const { states, emailKey } = query;
    const rows = await this.query<(TeamMemberRow | { id: null }) & { readonly totalRecords: number }>(
      scope,
      pageOfMembers(query),
      [states.includes('active'), states.includes('inactive'), emailKey, request.size, offsetOf(request)],
    );
    const items = rows.filter(
      (row): row is TeamMemberRow & { readonly totalRecords: number } => row.id !== null,
    );
    return { items, totalRecords: rows[0]?.totalRecords ?? 0, request };
  }

  async add(
    inner: InnerScope,
    members: readonly (TeamMemberSettings & { readonly id: TeamMemberId })[],
  ): Promise<void> {
    const rows = members.map((member) => ({ ...member, emailKey: foldEmail(member.email) }));
    await this.insert(inner, TeamMember, rows);
  }

  /** Changes what is named of these members, and when they last changed. */
  async change(
    inner: InnerScope,
    ids: readonly TeamMemberId[],
    changes: Partial<TeamMemberSettings>,
  ): Promise<void> {
    const emailKey = changes.email === undefined ? {} : { emailKey: foldEmail(changes.email) };
    await this.update(
      inner,
      TeamMember,
      { id: Any(ids) },
      { ...changes, ...emailKey, updatedAt: new Date() },
    );
  }

  /** Locks those who are or were members under one of the folded addresses, always in the same order. */
  lockByEmails(inner: InnerScope, emailKeys: readonly string[]): Promise<KnownMember[]> {
    return this.select(inner, TeamMember, KNOWN, {
      where: { emailKey: Any(emailKeys) },
      order: { id: 'ASC' },
      lock: FOR_UPDATE,
    });
  }

  /** Locks one member, present or removed. */
  lock(inner: InnerScope, id: TeamMemberId): Promise<KnownMember | null> {
    return this.selectOne(inner, TeamMember, KNOWN, { where: { id }, lock: FOR_UPDATE });
  }

  /** The member of this folded address, present or removed. */
  findByEmail(inner: InnerScope, emailKey: string): Promise<KnownMember | null> {
    return this.selectOne(inner, TeamMember, KNOWN, { where: { emailKey } });
  }

  async deactivate(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<void> {
    const now = new Date();
    await this.update(
      inner,
      TeamMember,
      { id: Any(ids), removedAt: IsNull() },
      { removedAt: now, updatedAt: now },
    );
  }

  /** Puts members into groups; those that a member belongs to already do not matter. */
  async addToGroups(
    inner: InnerScope,
    ids: readonly TeamMemberId[],
    groupIds: readonly GroupId[],
  ): Promise<void> {
    const rows = ids.flatMap((teamMemberId) => groupIds.map((groupId) => ({ teamMemberId, groupId })));
    await this.insertIfFree(inner, TeamMemberGroup, rows);
  }

  /** Puts members into these groups and takes them out of all others. */
  async setGroups(
    inner: InnerScope,
    ids: readonly TeamMemberId[],
    groupIds: readonly GroupId[],
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.delete(inner, TeamMemberGroup, { teamMemberId: Any(ids) });
    await this.addToGroups(inner, ids, groupIds);
  }

  private async list(
    scope: TenantScope | InnerScope,
    where: FindOptionsWhere<TeamMember>,
  ): Promise<TeamMemberRow[]> {
    const members = await this.select(scope, TeamMember, SHOWN, {
      where,
      relations: { memberships: { group: true } },
      order: { createdAt: 'ASC', id: 'ASC', memberships: { group: { name: 'ASC' } } },
    });
    return members.map(({ memberships = [], ...member }) => ({
      ...member,
      groups: memberships.flatMap(({ group }) => (group ? [{ id: group.id, name: group.name }] : [])),
    }));
  }
}
