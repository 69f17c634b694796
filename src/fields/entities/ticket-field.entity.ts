import { Check, Column, Entity, OneToMany, PrimaryColumn, Unique, type Relation } from 'typeorm';
import type { FieldId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import type { FieldKind, FieldState } from '../field.kinds.js';
import type { TicketFieldOption } from './ticket-field-option.entity.js';

/** A custom field of tickets (specification 2.1). */
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
  @PrimaryColumn('uuid')
  id!: FieldId;

  @Column('text')
  name!: string;

  /** The name, folded for comparison: see `foldCase`. */
  @Column('text')
  nameKey!: string;

  @Column('text')
  kind!: FieldKind;

  @Column('text')
  state!: FieldState;

  @Column('boolean')
  isRequired!: boolean;

  @Column('boolean')
  isRequiredForAgentWhenSubmittingForm!: boolean;

  @Column('boolean')
  isRequiredForAgentWhenClosingTicket!: boolean;

  @Column('integer')
  displayOrder!: number;

  @Column({ type: 'text', nullable: true })
  placeholderSlug!: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  @OneToMany('TicketFieldOption', 'field')
  options?: Relation<TicketFieldOption[]>;
}
