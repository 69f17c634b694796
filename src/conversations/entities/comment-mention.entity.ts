import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CommentId, TeamMemberId, WorkspaceId } from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Comment } from './comment.entity.js';

/** A member whom a note names. */
@Entity('comment_mentions')
export class CommentMention {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  commentId!: CommentId;

  @PrimaryColumn('uuid')
  teamMemberId!: TeamMemberId;

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'comment_mentions_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @ManyToOne(() => Comment, { onDelete: 'CASCADE' })
  @JoinInWorkspace('comment_id', 'comment_mentions_comment_fkey')
  comment?: Relation<Comment>;

  @ManyToOne(() => TeamMember)
  @JoinInWorkspace('team_member_id', 'comment_mentions_team_member_fkey')
  teamMember?: Relation<TeamMember>;
}
