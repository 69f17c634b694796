import { Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FieldId, OptionId } from '../../kernel/ids.js';
import { JoinInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { TicketField } from './ticket-field.entity.js';

/** An option of a field. A removed one stays, because tickets keep showing its label (decisions, section 4). */
@Entity('ticket_field_options')
@Index('ticket_field_options_field_idx', ['workspaceId', 'fieldId', 'displayOrder'])
@Index('ticket_field_options_label_key', ['workspaceId', 'fieldId', 'labelKey'], {
  unique: true,
  where: 'removed_at IS NULL',
})
export class TicketFieldOption extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: OptionId;

  @Column('uuid')
  fieldId!: FieldId;

  @Column('text')
  label!: string;

  /** The label, folded for comparison: see `foldCase`. */
  @Column('text')
  labelKey!: string;

  @Column('integer')
  displayOrder!: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  removedAt!: Date | null;

  @ManyToOne(() => TicketField, (field) => field.options, { onDelete: 'CASCADE' })
  @JoinInWorkspace('field_id', 'ticket_field_options_field_fkey')
  field?: Relation<TicketField>;
}
