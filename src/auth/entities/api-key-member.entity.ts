import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyId, TeamMemberId } from '../../kernel/ids.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/**
 * Links a key to the member for whom it speaks. The row is written with the key and never changes. A string names `TeamMember`, because its
 * room is above this one.
 */
@Entity('api_key_members')
@OfWorkspace('api_key_members_workspace_fkey')
@LinkInWorkspace('TeamMember', 'teamMemberId', 'api_key_members_team_member_fkey')
export class ApiKeyMember extends TenantEntity {
  @PrimaryColumn('uuid')
  apiKeyId!: ApiKeyId;

  @Column('uuid')
  teamMemberId!: TeamMemberId;
}
