import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CommentId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** A workspace has a row when its texts are indexed. */
@Entity('search_states')
@OfWorkspace('search_states_workspace_fkey')
export class SearchState extends TenantEntity {
  /** All texts are indexed by this version of the rules, or there is work that does it. */
  @Column('smallint') version!: number;
}

/** `text`: one text. `tickets`: all texts of tickets from one of them on. `comments`: the comments between two of an import. */
export type WorkKind = 'text' | 'tickets' | 'comments';

/** Texts that are to be indexed as they are now. The work shrinks while it is done, and its row goes at the end. */
@Entity('search_work')
@Check('search_work_kind_check', "kind IN ('text', 'tickets', 'comments')")
export class SearchWork extends TenantEntity {
  /** The event that made the work; 0 when no event did. */
  @PrimaryColumn('bigint') eventPosition!: string;

  @PrimaryColumn('text') kind!: WorkKind;

  /** With the position it names the text, or the first one of tickets. */
  @Column('integer', { nullable: true }) ticketNumber!: number | null;

  @Column('integer', { nullable: true }) position!: number | null;

  /** The last ticket, with all of its texts. */
  @Column('integer', { nullable: true }) lastNumber!: number | null;

  @Column('uuid', { nullable: true }) firstComment!: CommentId | null;
  @Column('uuid', { nullable: true }) lastComment!: CommentId | null;
  @MomentOfRow() createdAt!: Date;
}

/** The words of a text. The service writes rows by SQL, and cannot read the words. The class is for the contract test of the schema. */
@Entity('search_texts')
@Check('search_texts_wall_check', 'words @@ quote_literal(search_wall(workspace_id))::tsquery')
@Index('search_texts_words_idx', { synchronize: false })
export class SearchText extends TenantEntity {
  @PrimaryColumn('integer') ticketNumber!: number;

  /** 0 for subject and description, or the position of the comment. */
  @PrimaryColumn('integer') position!: number;

  /** The version of the rules that made the words. */
  @Column('smallint') version!: number;

  /** They have the word of the workspace among them. */
  @Column('tsvector') words!: string;
}
