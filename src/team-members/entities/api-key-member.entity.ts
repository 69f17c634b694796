import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyId, TeamMemberId } from '../../kernel/ids.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { TeamMember } from './team-member.entity.js';

/** The member for whom a key speaks. It is written with its key and never changes. */
@Entity('api_key_members')
@OfWorkspace('api_key_members_workspace_fkey')
@LinkInWorkspace(() => TeamMember, 'teamMemberId', 'api_key_members_team_member_fkey')
export class ApiKeyMember extends TenantEntity {
  @PrimaryColumn('uuid')
  apiKeyId!: ApiKeyId;

  @Column('uuid')
  teamMemberId!: TeamMemberId;
}
