import { Column, Entity, Generated, OneToMany, PrimaryColumn, Unique, type Relation } from 'typeorm';
import type { FormId, WorkspaceId } from '../../kernel/ids.js';
import { OfWorkspace } from '../../platform/tenancy/tenant-columns.js';
import type { FormField } from './form-field.entity.js';

/** A web form through which customers raise tickets (specification 2.5). */
@Entity('forms')
@OfWorkspace('forms_workspace_fkey')
@Unique('forms_slug_key', ['workspaceId', 'slug'])
export class Form {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @PrimaryColumn('uuid')
  id!: FormId;

  @Column('text')
  title!: string;

  @Column('text')
  slug!: string;

  @Column('boolean')
  isEnabled!: boolean;

  /** What stands above its fields. */
  @Column('text', { nullable: true })
  intro!: string | null;

  /** What its sender reads in the end. */
  @Column('text', { nullable: true })
  successMessage!: string | null;

  /** Origins of pages that may show it in a frame. */
  @Column('text', { array: true, default: () => "'{}'" })
  embedOrigins!: readonly string[];

  /** Whether it can be sent only by a browser that has done the proof of work. */
  @Column('boolean', { default: false })
  requiresProof!: boolean;

  /** Signs the tokens of its page. PostgreSQL makes it; no answer and no manifest shows it. */
  @Column('uuid')
  @Generated('uuid')
  tokenKey!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @OneToMany('FormField', 'form')
  fields?: Relation<FormField[]>;
}
