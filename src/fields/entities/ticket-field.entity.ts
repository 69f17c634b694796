import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { FieldId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import type { FieldKind, FieldState } from '../../vocabulary/field.kinds.js';
import type { TicketFieldOption } from './ticket-field-option.entity.js';

/** A custom field of tickets (specification 2.1). */
@Entity('ticket_fields')
export class TicketField {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

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

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'ticket_fields_workspace_fkey' })
  workspace?: Relation<Workspace>;

  /** Removed ones too. */
  @OneToMany('TicketFieldOption', 'field')
  options?: Relation<TicketFieldOption[]>;
}
