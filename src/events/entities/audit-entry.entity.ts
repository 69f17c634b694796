import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApiKeyId, AuditEntryId } from '../../kernel/ids.js';
import type { AuditAction, AuditedState, SubjectType } from '../audit-entry.js';
import type { CountedMove } from '../counted-move.js';
import { TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** The ids, words and tags of a ticket by which a filter finds its events. What is empty is left out. */
export interface TicketFacts {
  readonly status: string;
  readonly group?: string;
  readonly category?: string;
  readonly priority?: string;
  readonly channel: string;
  readonly tags?: readonly string[];
  readonly customer: string;
}

/** One change in a workspace. The service's role may add and read entries and give them positions, not change or remove them. */
@Entity('audit_entries')
@Index('audit_entries_position_key', ['workspaceId', 'position'], {
  unique: true,
  where: 'position IS NOT NULL',
})
@Index('audit_entries_subject_idx', ['workspaceId', 'subjectId', 'at'])
@Index('audit_entries_waiting_idx', ['workspaceId', 'at', 'id'], { where: 'awaits_position' })
@Check('audit_entries_actor_check', 'num_nonnulls(api_key_id, actor) = 1')
export class AuditEntry extends TenantEntity {
  /** The database's clock gives the time. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3 }) at!: Date;

  @PrimaryColumn('uuid') id!: AuditEntryId;

  /** The key of the request; null when no API request made the change. */
  @Column('uuid', { nullable: true }) apiKeyId!: ApiKeyId | null;

  /** The command and its user, or `service`; null when an API request made the change. */
  @Column('text', { nullable: true }) actor!: string | null;

  @Column('text') requestId!: string;
  @Column('text') action!: AuditAction;
  @Column('text') subjectType!: SubjectType;
  @Column('uuid') subjectId!: string;
  @Column('jsonb', { nullable: true }) before!: AuditedState | null;
  @Column('jsonb', { nullable: true }) after!: AuditedState | null;

  /** The moves that reports count; null when there are none. */
  @Column('jsonb', { nullable: true }) counted!: readonly CountedMove[] | null;

  /** Its ticket as the event left it, for filters of webhooks; null when it has none, and when an older version wrote it [rule 33]. */
  @Column('jsonb', { nullable: true }) ticket!: TicketFacts | null;

  @Column('integer', { nullable: true }) ticketNumber!: number | null;

  /** Whether the change notifies no person, as when tickets are imported. */
  @Column('boolean', { default: false }) isSilent!: boolean;

  /** The position in the feed is given after the commit. It is null before that, and when the feed does not show the entry. */
  @Column('bigint', { nullable: true }) position!: string | null;

  @Column('boolean', { default: true }) awaitsPosition!: boolean;
}
