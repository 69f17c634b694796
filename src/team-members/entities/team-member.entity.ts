import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { TeamMemberId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import type { TeamMemberRole } from '../team-member.rules.js';
import type { TeamMemberGroup } from './team-member-group.entity.js';

/** A person who handles tickets. Removed members stay in the table, so that old tickets can name them (decisions, section 8). */
@Entity('team_members')
export class TeamMember {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: TeamMemberId;

  @Column('text')
  email!: string;

  /** The address, folded for comparison: see `foldCase`. */
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

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'team_members_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @OneToMany('TeamMemberGroup', 'teamMember')
  memberships?: Relation<TeamMemberGroup[]>;
}
