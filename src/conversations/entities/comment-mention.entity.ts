import { Entity, PrimaryColumn } from 'typeorm';
import type { CommentId, TeamMemberId } from '../../kernel/ids.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { TeamMember } from '../../team-members/entities/team-member.entity.js';
import { Comment } from './comment.entity.js';

/** A member whom a note names. */
@Entity('comment_mentions')
@OfWorkspace('comment_mentions_workspace_fkey')
@LinkInWorkspace(() => Comment, 'commentId', 'comment_mentions_comment_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => TeamMember, 'teamMemberId', 'comment_mentions_team_member_fkey')
export class CommentMention extends TenantEntity {
  @PrimaryColumn('uuid')
  commentId!: CommentId;

  @PrimaryColumn('uuid')
  teamMemberId!: TeamMemberId;
}
