import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { StatusId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A status of tickets. Every workspace has seven default ones and can have more (specification 2.3). */
@Entity('ticket_statuses')
@OfWorkspace('ticket_statuses_workspace_fkey')
@Unique('ticket_statuses_name_key', ['workspaceId', 'name'])
export class TicketStatus extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: StatusId;

  @Column('text')
  name!: string;

  @Column('integer')
  position!: number;

  @Column('boolean')
  isDefault!: boolean;
}
