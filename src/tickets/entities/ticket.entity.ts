import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type {
  CategoryId,
  CustomerId,
  FieldId,
  GroupId,
  StatusId,
  TeamMemberId,
  TicketId,
  WorkspaceId,
} from '../../kernel/ids.js';
import { LinkInWorkspace, OfWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import type { StoredFieldValues } from '../../fields/field-values.rules.js';
import { Group } from '../../vocabulary/entities/group.entity.js';
import { TicketCategory } from '../../vocabulary/entities/ticket-category.entity.js';
import { TicketStatus } from '../../vocabulary/entities/ticket-status.entity.js';
import type { Participant } from '../rules/participants.rules.js';
import type { TicketPriority } from '../rules/ticket.changes.js';

/** A ticket (specification 2.3). `TeamMember` is named by a text, because `team-members` imports `tickets`. */
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
@Unique('tickets_number_key', ['workspaceId', 'number'])
@Index('tickets_assignee_idx', ['workspaceId', 'assigneeId', 'createdAt', 'number'])
@Index('tickets_category_idx', ['workspaceId', 'categoryId', 'createdAt', 'number'])
@Index('tickets_channel_idx', ['workspaceId', 'channel', 'createdAt', 'number'])
@Index('tickets_customer_idx', ['workspaceId', 'customerId', 'createdAt', 'number'])
@Index('tickets_external_key', { synchronize: false })
@Index('tickets_filters_idx', { synchronize: false })
@Index('tickets_group_idx', ['workspaceId', 'groupId', 'createdAt', 'number'])
@Index('tickets_priority_idx', ['workspaceId', 'priority', 'createdAt', 'number'])
@Index('tickets_source_idx', ['workspaceId', 'source', 'createdAt', 'number'], {
  where: 'source IS NOT NULL',
})
@Index('tickets_status_idx', ['workspaceId', 'statusId', 'createdAt', 'number'])
@Index('tickets_updated_idx', ['workspaceId', 'updatedAt', 'number'])
@Check(
  'tickets_category_levels_check',
  '(sub_category_one_id IS NULL OR category_id IS NOT NULL) AND (sub_category_two_id IS NULL OR sub_category_one_id IS NOT NULL)',
)
@Check('tickets_number_check', 'number > 0')
@Check('tickets_priority_check', "priority IN ('low', 'medium', 'high', 'urgent')")
export class Ticket {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: TicketId;

  @Column('integer')
  number!: number;

  @Column('text')
  subject!: string;

  /** Cleaned HTML. */
  @Column('text')
  description!: string;

  @Column({ type: 'text', nullable: true })
  priority!: TicketPriority | null;

  @Column('uuid')
  statusId!: StatusId;

  /** Null is the category `None`. */
  @Column({ type: 'uuid', nullable: true })
  categoryId!: CategoryId | null;

  @Column({ type: 'uuid', nullable: true })
  subCategoryOneId!: CategoryId | null;

  @Column({ type: 'uuid', nullable: true })
  subCategoryTwoId!: CategoryId | null;

  @Column({ type: 'uuid', nullable: true })
  groupId!: GroupId | null;

  @Column({ type: 'uuid', nullable: true })
  assigneeId!: TeamMemberId | null;

  @Column('uuid')
  customerId!: CustomerId;

  @Column({ type: 'text', default: () => "'{}'", array: true })
  tags!: string[];

  /** By the id of the field; an option by its id. */
  @Column({ type: 'jsonb', default: () => "'{}'" })
  fieldValues!: StoredFieldValues;

  @Column({ type: 'text', nullable: true })
  externalId!: string | null;

  @Column({ type: 'text', nullable: true })
  source!: string | null;

  /** Where it came from. */
  @Column('text')
  channel!: string;

  /** Null when there is nobody but the customer. */
  @Column({ type: 'jsonb', nullable: true })
  participants!: readonly Participant[] | null;

  /** The number of comments, and so the place of the last one. Who adds one counts it under the lock of this row. */
  @Column({ type: 'integer', default: 0 })
  commentCount!: number;

  /** When the first reply of an agent was made. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  firstRespondedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  closedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  resolutionDueAt!: Date | null;
}

/** The last ticket number given in a workspace; its row lock makes numbers sequential without gaps. */
@Entity('ticket_counters')
@OfWorkspace('ticket_counters_workspace_fkey')
export class TicketCounter {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column({ type: 'integer', default: 0 })
  lastNumber!: number;
}

/** A tag of a ticket. Triggers keep these rows, and filters read them. The class is for the contract test of the schema. */
@Entity('ticket_tag_index')
@LinkInWorkspace(() => Ticket, 'ticketId', 'ticket_tag_index_ticket_fkey', { onDelete: 'CASCADE' })
@Index('ticket_tag_index_ticket_idx', ['workspaceId', 'ticketId'])
export class TicketTagIndex {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('text')
  tagKey!: string;

  @PrimaryColumn('uuid')
  ticketId!: TicketId;
}

/** A field value of a ticket. As `TicketTagIndex`. */
@Entity('ticket_value_index')
@LinkInWorkspace(() => Ticket, 'ticketId', 'ticket_value_index_ticket_fkey', { onDelete: 'CASCADE' })
@Index('ticket_value_index_ticket_idx', ['workspaceId', 'ticketId'])
export class TicketValueIndex {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  fieldId!: FieldId;

  @PrimaryColumn('text')
  valueKey!: string;

  @PrimaryColumn('uuid')
  ticketId!: TicketId;
}
