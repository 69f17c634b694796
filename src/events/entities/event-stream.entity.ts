import { Column, Entity } from 'typeorm';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** Where the feed of a workspace ends and begins. Whoever gives positions holds the lock of this row. */
@Entity('event_streams')
@OfWorkspace('event_streams_workspace_fkey')
export class EventStream extends TenantEntity {
  /** The newest position that was given; 0 when none was. */
  @Column('bigint', { default: 0 })
  lastPosition!: string;

  /** Nothing below it is shown any more. It is raised now and then; what is too old behind it is not shown either. */
  @Column('bigint', { default: 1 })
  firstPosition!: string;
}
