import { Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { GroupId, TeamMemberId } from '../../kernel/ids.js';
import { JoinInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { Group } from '../../vocabulary/entities/group.entity.js';
import { TeamMember } from './team-member.entity.js';

/** A group to which a team member belongs. */
@Entity('team_member_groups')
@Index('team_member_groups_group_idx', ['workspaceId', 'groupId'])
export class TeamMemberGroup extends TenantEntity {
  @PrimaryColumn('uuid')
  teamMemberId!: TeamMemberId;

  @PrimaryColumn('uuid')
  groupId!: GroupId;

  @ManyToOne(() => TeamMember, (member) => member.memberships, { onDelete: 'CASCADE' })
  @JoinInWorkspace('team_member_id', 'team_member_groups_team_member_fkey')
  teamMember?: Relation<TeamMember>;

  @ManyToOne(() => Group, { onDelete: 'CASCADE' })
  @JoinInWorkspace('group_id', 'team_member_groups_group_fkey')
  group?: Relation<Group>;
}
