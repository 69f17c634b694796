import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** How far a reader of events has come in a workspace. Whoever reads for it holds the lock of this row. */
@Entity('event_readers')
@OfWorkspace('event_readers_workspace_fkey')
export class EventReaderPosition extends TenantEntity {
  /** Its name, such as `webhooks`. */
  @PrimaryColumn('text')
  reader!: string;

  /** The last event that it has read; 0 when it has read none. */
  @Column('bigint')
  position!: string;
}
