import { Injectable } from '@nestjs/common';
import type { FieldId, WorkspaceId } from '../kernel/ids.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import { DeletedFieldRepository } from './deleted-field.repository.js';

/**
 * Keeps the list of deleted fields whose values are still stored in tickets. No answer shows these values any more; a
 * listener removes them in small steps.
 */
@Injectable()
export class DeletedFieldsService {
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(private readonly deleted: DeletedFieldRepository) {}

  /** Calls `listener` after each deletion, with the id of its workspace. */
  onDeletion(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }

  /** Records, in the unit of work of the deletion, that the values of a field have to be removed. */
  remember(inner: InnerScope, id: FieldId): Promise<void> {
    return this.deleted.add(inner, id);
  }

  /** Calls the listeners. To be called after the deletion is committed. */
  announce(workspaceId: WorkspaceId): void {
    for (const listener of this.listeners) listener(workspaceId);
  }

  /** All that are on the list. */
  list(inner: InnerScope): Promise<FieldId[]> {
    return this.deleted.list(inner);
  }

  /**
   * Returns a deleted field, other than `except`, whose values have to be removed; null when there is none. The field is
   * locked until the unit of work ends.
   */
  next(inner: InnerScope, except: readonly FieldId[]): Promise<FieldId | null> {
    return this.deleted.lockNext(inner, except);
  }

  /** Takes a field off the list when no ticket can get a value of it any more. To be called when no ticket holds one. */
  forget(inner: InnerScope, id: FieldId): Promise<void> {
    return this.deleted.forget(inner, id);
  }
}
