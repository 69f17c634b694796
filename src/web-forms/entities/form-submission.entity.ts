import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FormId, TicketId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A used token of a form's page, and its ticket. It is kept until no such token can be used any more. */
@Entity('form_submissions')
@OfWorkspace('form_submissions_workspace_fkey')
@Index('form_submissions_age_idx', ['workspaceId', 'sentAt'])
export class FormSubmission extends TenantEntity {
  /** What makes the token the only one of its kind. */
  @PrimaryColumn('uuid')
  nonce!: string;

  @Column('uuid')
  formId!: FormId;

  @Column('uuid')
  ticketId!: TicketId;

  /** SHA-256 of what was sent. */
  @Column('bytea')
  digest!: Buffer;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  sentAt!: Date;
}
