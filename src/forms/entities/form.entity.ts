import { Column, Entity, Generated, Index, ManyToOne, OneToMany, PrimaryColumn, Unique } from 'typeorm';
import { TicketField } from '../../fields/entities/ticket-field.entity.js';
import type { FieldId, FormId } from '../../kernel/ids.js';
import {
  JoinInWorkspace,
  LinkInWorkspace,
  OfWorkspace,
  TenantEntity,
} from '../../platform/tenancy/tenant-columns.js';
import { MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** A web form through which customers raise tickets [spec 2.5]. */
@Entity('forms')
@OfWorkspace('forms_workspace_fkey')
@Unique('forms_slug_key', ['workspaceId', 'slug'])
export class Form extends TenantEntity {
  @PrimaryColumn('uuid') id!: FormId;
  @Column('text') title!: string;
  @Column('text') slug!: string;
  @Column('boolean') isEnabled!: boolean;
  @Column('text', { nullable: true }) intro!: string | null;

  /** The text that its sender reads in the end. */
  @Column('text', { nullable: true }) successMessage!: string | null;

  /** Origins of pages that may show it in a frame. */
  @Column('text', { array: true, default: () => "'{}'" }) embedOrigins!: readonly string[];

  /** Whether it can be sent only by a browser that has done the proof of work. */
  @Column('boolean', { default: false }) requiresProof!: boolean;

  /** Signs the tokens of its page. PostgreSQL makes it; no answer and no manifest shows it. */
  @Column('uuid') @Generated('uuid') tokenKey!: string;

  @MomentOfRow() createdAt!: Date;
  @OneToMany(() => FormField, ({ form }) => form) fields?: FormField[];
}

/** The fields that a form asks for, with their order. */
@Entity('form_fields')
@LinkInWorkspace(() => TicketField, 'fieldId', 'form_fields_field_fkey', { onDelete: 'CASCADE' })
@Index('form_fields_field_idx', ['workspaceId', 'fieldId'])
export class FormField extends TenantEntity {
  @PrimaryColumn('uuid') formId!: FormId;
  @PrimaryColumn('uuid') fieldId!: FieldId;
  @Column('integer') position!: number;

  @ManyToOne(() => Form, ({ fields }) => fields, { onDelete: 'CASCADE' })
  @JoinInWorkspace('form_id', 'form_fields_form_fkey')
  form?: Form;
}
