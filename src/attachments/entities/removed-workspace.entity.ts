import { Entity, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';

/** A workspace that was removed, and whose files may still be there. */
@Entity('removed_workspaces')
export class RemovedWorkspace {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'removed_workspaces_pkey' })
  id!: WorkspaceId;
}
