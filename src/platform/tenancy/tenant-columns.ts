import { ForeignKey, JoinColumn, PrimaryColumn } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from './workspaces/workspace.entity.js';

/** A row of a table with a `workspace_id`, which is the first column of its primary key. */
export abstract class TenantEntity {
  @PrimaryColumn('uuid')
  workspaceId!: WorkspaceId;
}

/** Joins a relation by workspace and id, as every foreign key of a tenant table does, so no link across workspaces can be stored. */
export function JoinInWorkspace(column: string, foreignKeyConstraintName: string): PropertyDecorator {
  return JoinColumn([
    { name: 'workspace_id', referencedColumnName: 'workspaceId', foreignKeyConstraintName },
    { name: column, referencedColumnName: 'id', foreignKeyConstraintName },
  ]);
}

/** Declares the foreign key by which rows belong to their workspace and are deleted with it. */
export const OfWorkspace = (name: string): ClassDecorator =>
  ForeignKey(() => Workspace, ['workspaceId'], ['id'], { name, onDelete: 'CASCADE' });

/** Declares such a foreign key without a property that TypeORM could load. */
export const LinkInWorkspace = (
  target: string | (() => new () => object),
  column: string,
  name: string,
  options: { readonly onDelete?: 'CASCADE'; readonly deferrable?: 'INITIALLY DEFERRED' } = {},
): ClassDecorator => ForeignKey(target, ['workspaceId', column], ['workspaceId', 'id'], { name, ...options });
