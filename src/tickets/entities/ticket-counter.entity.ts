import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { OfWorkspace } from '../../platform/tenancy/tenant-columns.js';

/** The last ticket number given in a workspace; its row lock makes numbers sequential without gaps. */
@Entity('ticket_counters')
@OfWorkspace('ticket_counters_workspace_fkey')
export class TicketCounter {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;

  @Column({ type: 'integer', default: 0 })
  lastNumber!: number;
}
