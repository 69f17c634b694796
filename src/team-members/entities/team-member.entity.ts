import { Check, Column, Entity, OneToMany, PrimaryColumn, Unique, type Relation } from 'typeorm';
import type { TeamMemberId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import type { TeamMemberRole } from '../team-member.rules.js';
import type { TeamMemberGroup } from './team-member-group.entity.js';

/** A person who handles tickets. Removed members stay in the table, so that old tickets can name them (decisions, section 8). */
@Entity('team_members')
@OfWorkspace('team_members_workspace_fkey')
@Unique('team_members_email_key', ['workspaceId', 'emailKey'])
@Check('team_members_role_check', "role IN ('admin', 'agent', 'standard')")
export class TeamMember extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: TeamMemberId;

  @Column('text')
  email!: string;

  /** Folded by `foldEmail`, for comparison. */
  @Column('text')
  emailKey!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text')
  role!: TeamMemberRole;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'text', nullable: true })
  timeZone!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removedAt!: Date | null;

  @OneToMany('TeamMemberGroup', 'teamMember')
  memberships?: Relation<TeamMemberGroup[]>;
}
