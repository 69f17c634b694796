import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { TeamMemberId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../tenancy/workspace.entity.js';
import type { TeamMemberRole } from '../team-member.rules.js';

/** A person who handles tickets. A removed one stays, so that old tickets can say who had them (decisions, section 8). */
@Entity('team_members')
export class TeamMember {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: TeamMemberId;

  @Column('text')
  email!: string;

  /** The address as it is compared: see `foldCase`. */
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

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removedAt!: Date | null;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'team_members_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
