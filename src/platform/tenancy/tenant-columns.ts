import { ForeignKey, JoinColumn, PrimaryColumn, Column } from 'typeorm';
import type { WorkspaceId } from '../../kernel/ids.js';
import { Workspace } from './workspaces/workspace.entity.js';
import { MomentColumn, MomentOfRow } from './moment-column.js';

/** The table has a `workspace_id`, which is the first column of its primary key. */
export abstract class TenantEntity {
  @PrimaryColumn('uuid') workspaceId!: WorkspaceId;
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

/** A piece of work of a `WorkQueue`, which is tried until it is finished. */
export abstract class QueuedRow extends TenantEntity {
  /** Failed tries since the work began, or began anew. */
  @Column('integer', { default: 0 }) failures!: number;

  /** When the next try is due, or when the lease of the present one ends. */
  @MomentOfRow() dueAt!: Date;

  /** Names the try that is under way; null when there is none. */
  @Column('uuid', { nullable: true }) lease!: string | null;

  @MomentOfRow() createdAt!: Date;
  @MomentColumn({ nullable: true }) finishedAt!: Date | null;
}
