import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** The row tells where the feed of a workspace begins and ends. A process locks it to give positions. */
@Entity('event_streams')
@OfWorkspace('event_streams_workspace_fkey')
export class EventStream extends TenantEntity {
  /** The newest position; 0 when the feed has none. */
  @Column('bigint', { default: 0 }) lastPosition!: string;

  /** The feed shows no event below it. It is raised now and then; later events that are too old are not shown either. */
  @Column('bigint', { default: 1 }) firstPosition!: string;
}

/** The position of a reader of events in a workspace. A process that reads for it locks the row. */
@Entity('event_readers')
@OfWorkspace('event_readers_workspace_fkey')
export class EventReaderPosition extends TenantEntity {
  @PrimaryColumn('text') reader!: string;

  /** The reader has read the events up to this one; 0 when it has read none. */
  @Column('bigint') position!: string;
}
