import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FormId, TicketId, WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';

/** A token of a form's page that was used, and the ticket that it has made. It is kept until no such token can be used any more. */
@Entity('form_submissions')
export class FormSubmission {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

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

  @ManyToOne(() => Workspace, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'workspace_id', foreignKeyConstraintName: 'form_submissions_workspace_fkey' })
  workspace?: Relation<Workspace>;
}
