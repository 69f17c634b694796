import {
  Check,
  Column,
  Entity,
  Index,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type { GroupId, TeamMemberId } from '../../kernel/ids.js';
import { JoinInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { Group } from '../../vocabulary/entities/vocabulary.entity.js';
import type { TeamMemberRole } from '../team-member.rules.js';
import { MomentColumn, MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** A person who handles tickets. Removed members stay in the table, so that old tickets can name them [rule 8]. */
@Entity('team_members')
@OfWorkspace('team_members_workspace_fkey')
@Unique('team_members_email_key', ['workspaceId', 'emailKey'])
@Check('team_members_role_check', "role IN ('admin', 'agent', 'standard')")
export class TeamMember extends TenantEntity {
  @PrimaryColumn('uuid') id!: TeamMemberId;
  @Column('text') email!: string;

  /** Folded by `foldEmail`, for comparison. */
  @Column('text') emailKey!: string;

  @Column('text') firstName!: string;
  @Column('text') lastName!: string;
  @Column('text') role!: TeamMemberRole;
  @MomentOfRow() createdAt!: Date;
  @Column({ type: 'text', nullable: true }) timeZone!: string | null;
  @MomentOfRow() updatedAt!: Date;
  @MomentColumn({ nullable: true }) removedAt!: Date | null;
  @OneToMany('TeamMemberGroup', 'teamMember') memberships?: Relation<TeamMemberGroup[]>;
}

@Entity('team_member_groups')
@Index('team_member_groups_group_idx', ['workspaceId', 'groupId'])
export class TeamMemberGroup extends TenantEntity {
  @PrimaryColumn('uuid') teamMemberId!: TeamMemberId;
  @PrimaryColumn('uuid') groupId!: GroupId;

  @ManyToOne(() => TeamMember, (member) => member.memberships, { onDelete: 'CASCADE' })
  @JoinInWorkspace('team_member_id', 'team_member_groups_team_member_fkey')
  teamMember?: Relation<TeamMember>;

  @ManyToOne(() => Group, { onDelete: 'CASCADE' })
  @JoinInWorkspace('group_id', 'team_member_groups_group_fkey')
  group?: Relation<Group>;
}
