import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TicketId, WorkspaceId } from '../../kernel/ids.js';
import { MomentColumn } from '../../platform/tenancy/moment-column.js';
import { LinkInWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** Keeps when a date of a ticket passes [rule 31]. A string names `Ticket`, because `tickets` imports `moments`. */
@Entity('moments')
@LinkInWorkspace('Ticket', 'ticketId', 'moments_ticket_fkey', { onDelete: 'CASCADE' })
@Index('moments_due_idx', ['workspaceId', 'dueAt'])
@Check('moments_kind_check', "kind IN ('follow_up', 'due')")
export class Moment extends TenantEntity {
  @PrimaryColumn('uuid') ticketId!: TicketId;
  @PrimaryColumn('text') kind!: 'follow_up' | 'due';

  /** The date of the ticket. */
  @MomentColumn() at!: Date;

  /** The time from which a process may take it: its date, the end of the lease of another process, or the next try. */
  @MomentColumn() dueAt!: Date;

  /** Names the query that has taken it; null when none has. */
  @Column('uuid', { nullable: true }) lease!: string | null;

  @Column('integer', { default: 0 }) failures!: number;
}

/** Lists a workspace that has had a moment, so that one query finds all such workspaces. It belongs to no workspace. */
@Entity('dated_workspaces')
export class DatedWorkspace {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'dated_workspaces_pkey' }) id!: WorkspaceId;
}
