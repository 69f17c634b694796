import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyId, AuditEntryId, WorkspaceId } from '../../kernel/ids.js';
import type { AuditAction, AuditedState, SubjectType } from '../audit-entry.js';

/** One change of what a workspace holds. Entries are added and read; nothing changes or removes them. */
@Entity('audit_entries')
export class AuditEntry {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** By the database's clock. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @PrimaryColumn('uuid')
  id!: AuditEntryId;

  /** The key of the request; null when no request made the change. */
  @Column('uuid', { nullable: true })
  apiKeyId!: ApiKeyId | null;

  /** The command with its user, or `service`; null when a request made the change. */
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
