import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import type { GroupId, TeamMemberId } from '../kernel/ids.js';
import { offsetOf, pageOf, type Page, type PageRequest, type RowOfPage } from '../kernel/page.js';
import { foldEmail } from '../kernel/text.js';
import {
  composedTenantStatement,
  LATER,
  tenantStatement,
  type Statement,
} from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { TeamMember, TeamMemberGroup } from './entities/team-member.entity.js';
import type {
  KnownMember,
  MemberQuery,
  MemberSort,
  NamedMember,
  TeamMemberRow,
  TeamMemberSettings,
} from './team-member.rules.js';

/** Addresses and names are sorted without regard to case. */
const SORT_KEYS: Readonly<Record<MemberSort, string>> = {
  created_at: 'member.created_at',
  updated_at: 'member.updated_at',
  email: 'member.email_key',
  first_name: 'lower(member.first_name)',
  last_name: 'lower(member.last_name)',
};

/** Columns of a member as it is shown, and its groups sorted by name. */
const SHOWN = `member.id, member.email, member.first_name AS "firstName", member.last_name AS "lastName", member.role,
         member.time_zone AS "timeZone", member.removed_at AS "removedAt", member.created_at AS "createdAt",
         member.updated_at AS "updatedAt",
         (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name), '[]')
          FROM team_member_groups membership JOIN groups g ON g.workspace_id = $1 AND g.id = membership.group_id
          WHERE membership.workspace_id = $1 AND membership.team_member_id = member.id) AS groups`;

/** A workspace may have thousands of members, which TypeORM would make in one long step. */
const LIST = tenantStatement(
  'team_members.list',
  `SELECT ${SHOWN} FROM team_members member WHERE member.workspace_id = $1 ORDER BY member.created_at, member.id`,
);

/** The ids are $2. */
const LIST_SOME = tenantStatement(
  'team_members.list_some',
  `SELECT ${SHOWN} FROM team_members member
   WHERE member.workspace_id = $1 AND member.id = ANY ($2::uuid[]) ORDER BY member.created_at, member.id`,
);

/** Makes the statement for a page: $2 with active members, $3 with removed ones, $4 a folded address or null, $5 size, $6 offset. */
function pageOfMembers({ sort, order }: Pick<MemberQuery, 'sort' | 'order'>): Statement {
  const sorted = `ORDER BY ${SORT_KEYS[sort]} ${order}, member.id ${order}`;
  return composedTenantStatement(
    'team_members.page',
    `WITH wanted AS MATERIALIZED (
       SELECT * FROM team_members
       WHERE workspace_id = $1 AND CASE WHEN removed_at IS NULL THEN $2::boolean ELSE $3::boolean END
         AND ($4::text IS NULL OR email_key = $4)
     )
     SELECT total.count AS "totalRecords", shown.*
     FROM (SELECT count(*)::int AS count FROM wanted) AS total
     LEFT JOIN LATERAL (
       SELECT ${SHOWN}
       FROM wanted member ${sorted} LIMIT $5 OFFSET $6
     ) AS shown ON true`,
  );
}

const KNOWN = ['id', 'email', 'emailKey', 'removedAt'] as const;

@Injectable()
export class TeamMemberRepository extends TenantRepository {
  /** Lists all members, also removed ones, oldest first. */
  listAll(scope: TenantScope | InnerScope): Promise<TeamMemberRow[]> {
    return this.query(scope, LIST, []);
  }

  /** Lists present and removed members in the order of the ids. */
  async listByIds(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<TeamMemberRow[]> {
    const members = new Map(
      (await this.query<TeamMemberRow>(inner, LIST_SOME, [ids])).map((member) => [member.id, member]),
    );
    return ids.flatMap((id) => members.get(id) ?? []);
  }

  async find(scope: TenantScope | InnerScope, id: TeamMemberId): Promise<TeamMemberRow | null> {
    const [member] = await this.query<TeamMemberRow>(scope, LIST_SOME, [[id]]);
    return member ?? null;
  }

  async page(scope: TenantScope, query: MemberQuery, request: PageRequest): Promise<Page<TeamMemberRow>> {
    const { states, emailKey } = query;
    const wanted = [states.includes('active'), states.includes('inactive'), emailKey];
    const values = [...wanted, request.size, offsetOf(request)];
    const rows = await this.query<RowOfPage<TeamMemberRow>>(scope, pageOfMembers(query), values);
    return pageOf<TeamMemberRow>(rows, request);
  }

  async add(
    inner: InnerScope,
    members: readonly (TeamMemberSettings & { readonly id: TeamMemberId })[],
  ): Promise<void> {
    const rows = members.map((member) => ({ ...member, emailKey: foldEmail(member.email) }));
    await this.insert(inner, TeamMember, rows);
  }

  /** Changes the named properties of these members, and moves `updatedAt`. */
  async change(
    inner: InnerScope,
    ids: readonly TeamMemberId[],
    changes: Partial<TeamMemberSettings>,
  ): Promise<void> {
    const emailKey = changes.email === undefined ? {} : { emailKey: foldEmail(changes.email) };
    const columns = { ...changes, ...emailKey, updatedAt: LATER };
    await this.update(inner, TeamMember, { id: Any(ids) }, columns);
  }

  /** Locks the present and removed members with one of the addresses, always in the same order. */
  lockNamed(inner: InnerScope, named: readonly NamedMember[]): Promise<KnownMember[]> {
    return this.select(inner, TeamMember, KNOWN, {
      where: { emailKey: Any(named.map(({ emailKey }) => emailKey)) },
      order: { id: 'ASC' },
      lock: FOR_UPDATE,
    });
  }

  lock(inner: InnerScope, id: TeamMemberId): Promise<KnownMember | null> {
    return this.selectOne(inner, TeamMember, KNOWN, { where: { id }, lock: FOR_UPDATE });
  }

  findByEmail(inner: InnerScope, emailKey: string): Promise<KnownMember | null> {
    return this.selectOne(inner, TeamMember, KNOWN, { where: { emailKey } });
  }

  async deactivate(inner: InnerScope, ids: readonly TeamMemberId[]): Promise<void> {
    const active = { id: Any(ids), removedAt: IsNull() };
    await this.update(inner, TeamMember, active, { removedAt: new Date(), updatedAt: LATER });
  }

  /** Puts members into groups, to some of which they may belong already. */
  async addToGroups(
    inner: InnerScope,
    ids: readonly TeamMemberId[],
    groupIds: readonly GroupId[],
  ): Promise<void> {
    const memberships = ids.flatMap((teamMemberId) => groupIds.map((groupId) => ({ teamMemberId, groupId })));
    await this.addMemberships(inner, memberships);
  }

  /** Adds memberships, some of which may be there already. */
  async addMemberships(
    inner: InnerScope,
    memberships: readonly Pick<TeamMemberGroup, 'teamMemberId' | 'groupId'>[],
  ): Promise<void> {
    await this.insertIfFree(inner, TeamMemberGroup, memberships);
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
}
