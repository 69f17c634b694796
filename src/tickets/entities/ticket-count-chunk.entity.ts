import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StatusId, WorkspaceId } from '../../kernel/ids.js';
import { OfWorkspace } from '../../platform/tenancy/tenant-columns.js';

/**
 * How many tickets of the list sorted by creation lie between the key of this chunk and that of the next one. Statements keep
 * many chunks at once. The class is for the contract test of the schema.
 */
@Entity('ticket_count_chunks')
@OfWorkspace('ticket_count_chunks_workspace_fkey')
export class TicketCountChunk {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  /** The first chunk starts at -infinity. */
  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @PrimaryColumn('integer')
  number!: number;

  @Column('integer')
  tickets!: number;

  @Column('jsonb')
  byStatus!: Readonly<Record<StatusId, number>>;
}
