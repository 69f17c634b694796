import {
  Check,
  Column,
  Entity,
  OneToMany,
  PrimaryColumn,
  Unique,
  Index,
  ManyToOne,
  type Relation,
} from 'typeorm';
import type { FieldId, OptionId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity, JoinInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import type { FieldKind, FieldState } from '../field.kinds.js';
import { MomentColumn, MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** Stores a custom field of tickets [spec 2.1]. */
@Entity('ticket_fields')
@OfWorkspace('ticket_fields_workspace_fkey')
@Unique('ticket_fields_name_key', ['workspaceId', 'nameKey'])
@Unique('ticket_fields_slug_key', ['workspaceId', 'placeholderSlug'])
@Check('ticket_fields_display_order_check', 'display_order >= 0')
@Check(
  'ticket_fields_kind_check',
  "kind IN ('text', 'textarea', 'integer', 'decimal', 'date', 'checkbox', 'single_option', 'multi_option')",
)
@Check('ticket_fields_state_check', "state IN ('active', 'inactive')")
export class TicketField extends TenantEntity {
  @PrimaryColumn('uuid') id!: FieldId;
  @Column('text') name!: string;

  /** `foldCase` folds the name, for comparison. */
  @Column('text') nameKey!: string;

  @Column('text') kind!: FieldKind;
  @Column('text') state!: FieldState;
  @Column('boolean') isRequired!: boolean;
  @Column('boolean') isRequiredForAgentWhenSubmittingForm!: boolean;
  @Column('boolean') isRequiredForAgentWhenClosingTicket!: boolean;
  @Column('integer') displayOrder!: number;
  @Column({ type: 'text', nullable: true }) placeholderSlug!: string | null;
  @MomentOfRow() createdAt!: Date;
  @MomentOfRow() updatedAt!: Date;
  @OneToMany('TicketFieldOption', 'field') options?: Relation<TicketFieldOption[]>;
}

/** Stores an option of a field. A removed option stays, because tickets keep showing its label [rule 4]. */
@Entity('ticket_field_options')
@Index('ticket_field_options_field_idx', ['workspaceId', 'fieldId', 'displayOrder'])
@Index('ticket_field_options_label_key', ['workspaceId', 'fieldId', 'labelKey'], {
  unique: true,
  where: 'removed_at IS NULL',
})
export class TicketFieldOption extends TenantEntity {
  @PrimaryColumn('uuid') id!: OptionId;
  @Column('uuid') fieldId!: FieldId;
  @Column('text') label!: string;

  /** `foldCase` folds the label, for comparison. */
  @Column('text') labelKey!: string;

  @Column('integer') displayOrder!: number;
  @MomentColumn({ nullable: true }) removedAt!: Date | null;

  @ManyToOne(() => TicketField, (field) => field.options, { onDelete: 'CASCADE' })
  @JoinInWorkspace('field_id', 'ticket_field_options_field_fkey')
  field?: Relation<TicketField>;
}

/** Remembers a deleted field, as long as tickets may hold values of it. No answer shows them. */
@Entity('deleted_ticket_fields')
@OfWorkspace('deleted_ticket_fields_workspace_fkey')
export class DeletedTicketField extends TenantEntity {
  @PrimaryColumn('uuid') id!: FieldId;
  @MomentOfRow() deletedAt!: Date;
}
