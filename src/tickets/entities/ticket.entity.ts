import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type {
  CategoryId,
  CustomerId,
  GroupId,
  StatusId,
  TeamMemberId,
  TicketId,
  WorkspaceId,
} from '../../kernel/ids.js';
import { JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import { Customer } from '../../customers/entities/customer.entity.js';
import type { StoredFieldValues } from '../../fields/field-values.rules.js';
import { Group } from '../../vocabulary/entities/group.entity.js';
import { TicketCategory } from '../../vocabulary/entities/ticket-category.entity.js';
import { TicketStatus } from '../../vocabulary/entities/ticket-status.entity.js';
import type { Participant } from '../rules/participants.rules.js';
import type { TicketPriority } from '../rules/ticket.changes.js';

/** Joins a sub-category by workspace, the category above it, and id. */
const JoinSubCategory = (
  column: string,
  above: string,
  foreignKeyConstraintName: string,
): PropertyDecorator =>
  JoinColumn([
    { name: 'workspace_id', referencedColumnName: 'workspaceId', foreignKeyConstraintName },
    { name: above, referencedColumnName: 'parentId', foreignKeyConstraintName },
    { name: column, referencedColumnName: 'id', foreignKeyConstraintName },
  ]);

/** A ticket (specification 2.3). Tags and field values are columns, so that one row is the whole ticket. */
@Entity('tickets')
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

  /** Where it came from; null in a ticket of an earlier release, whose external key tells. */
  @Column({ type: 'text', nullable: true })
  channel!: string | null;

  /** Null when there is nobody but the customer. */
  @Column({ type: 'jsonb', nullable: true })
  participants!: readonly Participant[] | null;

  /** How many comments there are, which is also the place of the last one. Who adds one counts it under the lock of this row. */
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

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'tickets_workspace_fkey' })
  workspace?: Relation<Workspace>;

  @ManyToOne(() => TicketStatus)
  @JoinInWorkspace('status_id', 'tickets_status_fkey')
  status?: Relation<TicketStatus>;

  @ManyToOne(() => TicketCategory, { nullable: true })
  @JoinInWorkspace('category_id', 'tickets_category_fkey')
  category?: Relation<TicketCategory> | null;

  @ManyToOne(() => TicketCategory, { nullable: true })
  @JoinSubCategory('sub_category_one_id', 'category_id', 'tickets_sub_category_one_fkey')
  subCategoryOne?: Relation<TicketCategory> | null;

  @ManyToOne(() => TicketCategory, { nullable: true })
  @JoinSubCategory('sub_category_two_id', 'sub_category_one_id', 'tickets_sub_category_two_fkey')
  subCategoryTwo?: Relation<TicketCategory> | null;

  @ManyToOne(() => Group, { nullable: true })
  @JoinInWorkspace('group_id', 'tickets_group_fkey')
  group?: Relation<Group> | null;

  /** A `TeamMember`. The name stands for the class, because `team-members` imports `tickets` and not the other way round. */
  @ManyToOne('TeamMember', { nullable: true })
  @JoinInWorkspace('assignee_id', 'tickets_assignee_fkey')
  assignee?: object | null;

  @ManyToOne(() => Customer)
  @JoinInWorkspace('customer_id', 'tickets_customer_fkey')
  customer?: Relation<Customer>;
}
