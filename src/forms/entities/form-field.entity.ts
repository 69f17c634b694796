import { Column, Entity, Index, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FieldId, FormId } from '../../kernel/ids.js';
import { TicketField } from '../../fields/entities/ticket-field.entity.js';
import { Form } from './form.entity.js';
import { JoinInWorkspace, LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** The fields that a form asks for, with their order. */
@Entity('form_fields')
@LinkInWorkspace(() => TicketField, 'fieldId', 'form_fields_field_fkey', { onDelete: 'CASCADE' })
@Index('form_fields_field_idx', ['workspaceId', 'fieldId'])
export class FormField extends TenantEntity {
  @PrimaryColumn('uuid')
  formId!: FormId;

  @PrimaryColumn('uuid')
  fieldId!: FieldId;

  @Column('integer')
  position!: number;

  @ManyToOne(() => Form, (form) => form.fields, { onDelete: 'CASCADE' })
  @JoinInWorkspace('form_id', 'form_fields_form_fkey')
  form?: Relation<Form>;
}
