import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { GroupId, CategoryId, StatusId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity, LinkInWorkspace } from '../../platform/tenancy/tenant-columns.js';
import { MomentOfRow } from '../../platform/tenancy/moment-column.js';

@Entity('groups')
@OfWorkspace('groups_workspace_fkey')
@Unique('groups_name_key', ['workspaceId', 'name'])
export class Group extends TenantEntity {
  @PrimaryColumn('uuid') id!: GroupId;
  @Column('text') name!: string;
  @MomentOfRow() createdAt!: Date;
}

/** Stores a category. With a parent it is a sub-category of the first or second level [spec 2.3]. */
@Entity('ticket_categories')
@OfWorkspace('ticket_categories_workspace_fkey')
@LinkInWorkspace(() => TicketCategory, 'parentId', 'ticket_categories_parent_fkey')
@Unique('ticket_categories_name_key', ['workspaceId', 'parentId', 'name'])
@Unique('ticket_categories_place_key', ['workspaceId', 'parentId', 'id'])
export class TicketCategory extends TenantEntity {
  @PrimaryColumn('uuid') id!: CategoryId;
  @Column({ type: 'uuid', nullable: true }) parentId!: CategoryId | null;
  @Column('text') name!: string;
  @Column('integer') position!: number;
  @Column('boolean') isDefault!: boolean;
}

/** Stores a status of tickets. Every workspace has seven default ones and can have more [spec 2.3]. */
@Entity('ticket_statuses')
@OfWorkspace('ticket_statuses_workspace_fkey')
@Unique('ticket_statuses_name_key', ['workspaceId', 'name'])
export class TicketStatus extends TenantEntity {
  @PrimaryColumn('uuid') id!: StatusId;
  @Column('text') name!: string;
  @Column('integer') position!: number;
  @Column('boolean') isDefault!: boolean;
}
