import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FieldId } from '../../kernel/ids.js';
import { OfWorkspace, TenantEntity } from '../../platform/tenancy/tenant-columns.js';

/** A deleted field. Tickets may still hold values of it until those are removed; no answer shows them. */
@Entity('deleted_ticket_fields')
@OfWorkspace('deleted_ticket_fields_workspace_fkey')
export class DeletedTicketField extends TenantEntity {
  @PrimaryColumn('uuid')
  id!: FieldId;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  deletedAt!: Date;
}
