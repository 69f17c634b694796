import { JoinColumn } from 'typeorm';

/**
 * Joins a relation by workspace and id, as every foreign key of a tenant table does, so that a link across workspaces cannot
 * be stored (architecture, section 6).
 */
export function JoinInWorkspace(column: string, foreignKeyConstraintName: string): PropertyDecorator {
  return JoinColumn([
    { name: 'workspace_id', referencedColumnName: 'workspaceId', foreignKeyConstraintName },
    { name: column, referencedColumnName: 'id', foreignKeyConstraintName },
  ]);
}
