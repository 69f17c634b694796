import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StatusId, WorkspaceId } from '../../kernel/ids.js';
import { OfWorkspace } from '../../platform/tenancy/tenant-columns.js';

/** How many tickets a workspace has, as far as the changes are folded in. Statements keep the counts of all statuses at once. */
@Entity('ticket_counts')
@OfWorkspace('ticket_counts_workspace_fkey')
export class TicketCount {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** Null until somebody has counted. */
  @Column({ type: 'integer', nullable: true })
  tickets!: number | null;

  @Column({ type: 'jsonb', default: () => "'{}'" })
  byStatus!: Readonly<Record<StatusId, number>>;

  /** How many different tags are in the counts of tags. */
  @Column({ type: 'integer', default: 0 })
  tags!: number;
}
