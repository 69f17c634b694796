import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyId, AuditEntryId, WorkspaceId } from '../../kernel/ids.js';
import type { AuditAction, AuditedState, SubjectType } from '../audit-entry.js';

/** One change in a workspace. The service's role may add and read entries, not change or remove them. */
@Entity('audit_entries')
export class AuditEntry {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** Read from the database's clock. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @PrimaryColumn('uuid')
  id!: AuditEntryId;

  /** The key of the request; null when no API request made the change. */
  @Column('uuid', { nullable: true })
  apiKeyId!: ApiKeyId | null;

  /** The command and its user, or `service`; null when an API request made the change. */
  @Column('text', { nullable: true })
  actor!: string | null;

  @Column('text')
  requestId!: string;

  @Column('text')
  action!: AuditAction;

  @Column('text')
  subjectType!: SubjectType;

  @Column('uuid')
  subjectId!: string;

  @Column('jsonb', { nullable: true })
  before!: AuditedState | null;

  @Column('jsonb', { nullable: true })
  after!: AuditedState | null;
}
