import { Column, Entity, Unique } from 'typeorm';
import type { TeamMemberId } from '../../kernel/ids.js';
import { HasWords, Words } from './comment.entity.js';

/** A comment that is not made yet (extensions, section 15): at most one of each type for a ticket. It keeps its id when it is sent. */
@Entity('comment_drafts')
@HasWords('comment_drafts')
@Unique('comment_drafts_type_key', ['workspaceId', 'ticketId', 'commentType'])
export class CommentDraft extends Words {
  /** Members whom the note will name. */
  @Column({ type: 'uuid', array: true, default: () => "'{}'" })
  mentionedIds!: TeamMemberId[];
}
