import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FormId, TicketId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';
import { MomentColumn, MomentOfRow } from '../../platform/tenancy/moment-column.js';

/** A used token of a form's page, and its ticket. It is kept until no such token can be used any more. */
@Entity('form_submissions')
@OfWorkspace('form_submissions_workspace_fkey')
@Index('form_submissions_age_idx', ['workspaceId', 'sentAt'])
export class FormSubmission extends TenantEntity {
  /** The random part of the token. */
  @PrimaryColumn('uuid') nonce!: string;

  @Column('uuid') formId!: FormId;
  @Column('uuid') ticketId!: TicketId;

  /** SHA-256 of what was sent. */
  @Column('bytea') digest!: Buffer;

  @MomentOfRow() sentAt!: Date;
}

/** Counts how often one sender has sent forms, or anybody one form, in the hour that ends at `endsAt`, in all processes. */
@Entity('form_counts')
@OfWorkspace('form_counts_workspace_fkey')
export class FormCount extends TenantEntity {
  @PrimaryColumn('text') id!: string;
  @Column('integer') hits!: number;
  @MomentColumn() begunAt!: Date;
  @MomentColumn() endsAt!: Date;
}
