import { Injectable } from '@nestjs/common';
import type { ApiKeyId } from '../kernel/ids.js';
import { personName } from '../kernel/text.js';
import { tenantStatement } from '../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { KeyMember } from './api-key.rules.js';

interface MemberRow extends Omit<KeyMember, 'name'> {
  readonly apiKeyId: ApiKeyId;
  readonly firstName: string;
  readonly lastName: string;
}

const COLUMNS = `m.id, m.email, m.first_name AS "firstName", m.last_name AS "lastName", m.removed_at IS NULL AS "isActive"`;

/** Lists the member of key $2, or of every key when $2 is null. */
const LIST = tenantStatement(
  'api_key_members.list',
  `SELECT k.api_key_id AS "apiKeyId", ${COLUMNS}
   FROM api_key_members k JOIN team_members m ON m.workspace_id = $1 AND m.id = k.team_member_id
   WHERE k.workspace_id = $1 AND ($2::uuid IS NULL OR k.api_key_id = $2)`,
);

/** Lets key $2 speak for the active member with the folded address $3. */
const ADD = tenantStatement(
  'api_key_members.add',
  `INSERT INTO api_key_members (workspace_id, api_key_id, team_member_id)
   SELECT workspace_id, $2, id FROM team_members WHERE workspace_id = $1 AND email_key = $3 AND removed_at IS NULL`,
);

/** Lets key $3, which takes the place of key $2, speak for the same member. */
const PASS_ON = tenantStatement(
  'api_key_members.pass_on',
  `INSERT INTO api_key_members (workspace_id, api_key_id, team_member_id)
   SELECT workspace_id, $3, team_member_id FROM api_key_members WHERE workspace_id = $1 AND api_key_id = $2`,
);

@Injectable()
export class KeyMemberRepository extends TenantRepository {
  async find(scope: TenantScope, id: ApiKeyId): Promise<KeyMember | null> {
    return (await this.list(scope, id)).get(id) ?? null;
  }

  /** @returns the member, if an active one has the address */
  async add(inner: InnerScope, id: ApiKeyId, emailKey: string): Promise<KeyMember | null> {
    await this.query(inner, ADD, [id, emailKey]);
    return this.find(inner, id);
  }

  /** Lets the new key speak for the member of the old one. @returns the member, if there is one */
  async passOn(inner: InnerScope, id: ApiKeyId, replacedBy: ApiKeyId): Promise<KeyMember | null> {
    await this.query(inner, PASS_ON, [id, replacedBy]);
    return this.find(inner, replacedBy);
  }

  async list(scope: TenantScope, id: ApiKeyId | null = null): Promise<ReadonlyMap<ApiKeyId, KeyMember>> {
    const rows = await this.query<MemberRow>(scope, LIST, [id]);
    return new Map(
      rows.map(({ apiKeyId, firstName, lastName, ...member }) => [
        apiKeyId,
        { ...member, name: personName(firstName, lastName) ?? member.email },
      ]),
    );
  }
}
