import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { CategoryId } from '../../kernel/ids.js';
import { LinkInWorkspace, OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A category. With a parent it is a sub-category of the first or second level (specification 2.3). */
@Entity('ticket_categories')
@OfWorkspace('ticket_categories_workspace_fkey')
@LinkInWorkspace(() => TicketCategory, 'parentId', 'ticket_categories_parent_fkey')
@Unique('ticket_categories_name_key', ['workspaceId', 'parentId', 'name'])
@Unique('ticket_categories_place_key', ['workspaceId', 'parentId', 'id'])
export class TicketCategory extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: CategoryId;

  @Column({ type: 'uuid', nullable: true })
  parentId!: CategoryId | null;

  @Column('text')
  name!: string;

  @Column('integer')
  position!: number;

  @Column('boolean')
  isDefault!: boolean;
}
