import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type {
  CategoryId,
  CustomerId,
  FieldId,
  GroupId,
  StatusId,
  TeamMemberId,
  TicketId,
} from '../../kernel/ids.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import type { StoredFieldValues } from '../../fields/field-values.rules.js';
import { Group, TicketCategory, TicketStatus } from '../../vocabulary/entities/vocabulary.entity.js';
import { MomentColumn } from '../../platform/tenancy/moment-column.js';

/** Keeps a ticket [spec 2.3]. A string names `TeamMember`, because `team-members` imports `tickets`. */
@Entity('tickets')
@OfWorkspace('tickets_workspace_fkey')
@LinkInWorkspace(() => TicketStatus, 'statusId', 'tickets_status_fkey')
@LinkInWorkspace(() => TicketCategory, 'categoryId', 'tickets_category_fkey')
@ForeignKey(
  () => TicketCategory,
  ['workspaceId', 'categoryId', 'subCategoryOneId'],
  ['workspaceId', 'parentId', 'id'],
  { name: 'tickets_sub_category_one_fkey' },
)
@ForeignKey(
  () => TicketCategory,
  ['workspaceId', 'subCategoryOneId', 'subCategoryTwoId'],
  ['workspaceId', 'parentId', 'id'],
  { name: 'tickets_sub_category_two_fkey' },
)
@LinkInWorkspace(() => Group, 'groupId', 'tickets_group_fkey')
@LinkInWorkspace('TeamMember', 'assigneeId', 'tickets_assignee_fkey')
@LinkInWorkspace(() => Customer, 'customerId', 'tickets_customer_fkey')
@LinkInWorkspace(() => Ticket, 'mergedIntoId', 'tickets_merged_into_fkey', { onDelete: 'CASCADE' })
@LinkInWorkspace(() => TicketStatus, 'statusBeforeMergeId', 'tickets_status_before_merge_fkey')
@Unique('tickets_number_key', ['workspaceId', 'number'])
@Index('tickets_assignee_idx', ['workspaceId', 'assigneeId', 'createdAt', 'number'])
@Index('tickets_category_idx', ['workspaceId', 'categoryId', 'createdAt', 'number'])
@Index('tickets_channel_idx', ['workspaceId', 'channel', 'createdAt', 'number'])
@Index('tickets_customer_idx', ['workspaceId', 'customerId', 'createdAt', 'number'])
@Index('tickets_external_key', { synchronize: false })
@Index('tickets_filters_idx', { synchronize: false })
@Index('tickets_follow_up_idx', ['workspaceId', 'followUpAt', 'number'], {
  where: 'follow_up_at IS NOT NULL',
})
@Index('tickets_group_idx', ['workspaceId', 'groupId', 'createdAt', 'number'])
@Index('tickets_merged_idx', ['workspaceId', 'mergedIntoId'], { where: 'merged_into_id IS NOT NULL' })
@Index('tickets_message_idx', ['workspaceId', 'messageId'], { where: 'message_id IS NOT NULL' })
@Index('tickets_priority_idx', ['workspaceId', 'priority', 'createdAt', 'number'])
@Index('tickets_resolution_due_idx', ['workspaceId', 'resolutionDueAt', 'number'], {
  where: 'resolution_due_at IS NOT NULL',
})
@Index('tickets_source_idx', ['workspaceId', 'source', 'createdAt', 'number'], {
  where: 'source IS NOT NULL',
})
@Index('tickets_status_idx', ['workspaceId', 'statusId', 'createdAt', 'number'])
@Index('tickets_updated_idx', ['workspaceId', 'updatedAt', 'number'])
@Check(
  'tickets_category_levels_check',
  '(sub_category_one_id IS NULL OR category_id IS NOT NULL) AND (sub_category_two_id IS NULL OR sub_category_one_id IS NOT NULL)',
)
@Check(
  'tickets_merged_check',
  '(merged_into_id IS NULL) = (status_before_merge_id IS NULL) AND merged_into_id <> id',
)
@Check('tickets_number_check', 'number > 0')
@Check('tickets_priority_check', "priority IN ('low', 'medium', 'high', 'urgent')")
export class Ticket extends TenantEntity {
  @PrimaryColumn('uuid') id!: TicketId;
  @Column('integer') number!: number;
  @Column('text') subject!: string;

  /** Cleaned HTML. */
  @Column('text') description!: string;

  @Column({ type: 'text', nullable: true }) priority!: 'low' | 'medium' | 'high' | 'urgent' | null;
  @Column('uuid') statusId!: StatusId;

  /** Null is the category `None`. */
  @Column({ type: 'uuid', nullable: true }) categoryId!: CategoryId | null;

  @Column({ type: 'uuid', nullable: true }) subCategoryOneId!: CategoryId | null;
  @Column({ type: 'uuid', nullable: true }) subCategoryTwoId!: CategoryId | null;
  @Column({ type: 'uuid', nullable: true }) groupId!: GroupId | null;
  @Column({ type: 'uuid', nullable: true }) assigneeId!: TeamMemberId | null;
  @Column('uuid') customerId!: CustomerId;
  @Column({ type: 'text', default: () => "'{}'", array: true }) tags!: readonly string[];

  /** Keeps values by the id of their field, and options by their ids. */
  @Column({ type: 'jsonb', default: () => "'{}'" }) fieldValues!: StoredFieldValues;

  @Column({ type: 'text', nullable: true }) externalId!: string | null;
  @Column({ type: 'text', nullable: true }) source!: string | null;
  @Column('text') channel!: string;

  /** Null when there is nobody but the customer. */
  @Column({ type: 'jsonb', nullable: true })
  participants!: readonly { readonly role: 'to' | 'cc'; readonly email: string }[] | null;

  /** The Message-ID of the mail that raised it, by which later mails find it. */
  @Column('text', { nullable: true }) messageId!: string | null;

  /** The ticket into which this one was merged, which is merged into none. Only merging changes both columns, under its lock. */
  @Column({ type: 'uuid', nullable: true }) mergedIntoId!: TicketId | null;

  /** The status that unmerging gives back. */
  @Column({ type: 'uuid', nullable: true }) statusBeforeMergeId!: StatusId | null;

  /** Counts the comments, and so is the place of the last one. A writer of a comment counts it under the lock of this row. */
  @Column({ type: 'integer', default: 0 }) commentCount!: number;

  @MomentColumn({ nullable: true }) firstRespondedAt!: Date | null;

  /** When an agent first replied here. Replies that other systems had, and those of programs, do not count [rule 23]. */
  @MomentColumn({ nullable: true }) firstReplyAt!: Date | null;

  /** How often the ticket was closed and then had another status. */
  @Column({ type: 'integer', default: 0 }) reopenedCount!: number;

  @MomentColumn() createdAt!: Date;
  @MomentColumn() updatedAt!: Date;
  @MomentColumn({ nullable: true }) closedAt!: Date | null;
  @MomentColumn({ nullable: true }) resolutionDueAt!: Date | null;

  /** Somebody wants to look at it then. It has none any more when that has passed [rule 31]. */
  @MomentColumn({ nullable: true }) followUpAt!: Date | null;
}

/** Keeps the last ticket number of a workspace. The lock of its row makes numbers sequential without gaps. */
@Entity('ticket_counters')
@OfWorkspace('ticket_counters_workspace_fkey')
export class TicketCounter extends TenantEntity {
  @Column({ type: 'integer', default: 0 }) lastNumber!: number;
}

/** Triggers keep these rows of tags, and filters read them. Only the contract test of the schema uses the class. */
@Entity('ticket_tag_index')
@Index('ticket_tag_index_ticket_idx', ['workspaceId', 'ticketId', 'tagKey'])
export class TicketTagIndex extends TenantEntity {
  @PrimaryColumn('text') tagKey!: string;
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @PrimaryColumn('integer') number!: number;
  @Column('uuid') ticketId!: TicketId;
}

/** Triggers keep these rows of participants, and customers find their tickets by them. Only the contract test of the schema uses the class. */
@Entity('ticket_participant_index')
@LinkInWorkspace(() => Ticket, 'ticketId', 'ticket_participant_index_ticket_fkey', { onDelete: 'CASCADE' })
@Index('ticket_participant_index_ticket_idx', ['workspaceId', 'ticketId'])
export class TicketParticipantIndex extends TenantEntity {
  @PrimaryColumn('text') emailKey!: string;
  @PrimaryColumn('uuid') ticketId!: TicketId;
}

/** Triggers keep these rows of field values, and filters read them. Only the contract test of the schema uses the class. */
@Entity('ticket_value_index')
@Index('ticket_value_index_ticket_idx', ['workspaceId', 'ticketId'])
export class TicketValueIndex extends TenantEntity {
  @PrimaryColumn('uuid') fieldId!: FieldId;
  @PrimaryColumn('text') valueKey!: string;
  @PrimaryColumn('uuid') ticketId!: TicketId;
}
