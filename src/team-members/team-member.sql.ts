import { composedTenantStatement, type Statement } from '../platform/tenancy/statement.js';
import type { MemberQuery, MemberSort } from './team-member-query.rules.js';

/** Addresses and names are sorted without regard to case. */
const SORT_KEYS: Readonly<Record<MemberSort, string>> = {
  created_at: 'member.created_at',
  updated_at: 'member.updated_at',
  email: 'member.email_key',
  first_name: 'lower(member.first_name)',
  last_name: 'lower(member.last_name)',
};

/**
 * $2 whether active ones are wanted, $3 whether removed ones are, $4 a folded address or null for all, $5 page size, $6 how many
 * members to skip. Every row has the total. When the page is empty, there is one row with a null id.
 */
export function pageOfMembers({ sort, order }: Pick<MemberQuery, 'sort' | 'order'>): Statement {
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
       SELECT member.id, member.email, member.first_name AS "firstName", member.last_name AS "lastName", member.role,
         member.time_zone AS "timeZone", member.removed_at AS "removedAt", member.created_at AS "createdAt",
         member.updated_at AS "updatedAt",
         (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name), '[]')
          FROM team_member_groups membership JOIN groups g ON g.workspace_id = $1 AND g.id = membership.group_id
          WHERE membership.workspace_id = $1 AND membership.team_member_id = member.id) AS groups
       FROM wanted member ${sorted} LIMIT $5 OFFSET $6
     ) AS shown ON true`,
  );
}
