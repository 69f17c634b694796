import { Injectable } from '@nestjs/common';
import type { FieldId, WorkspaceId } from '../kernel/ids.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { DeletedFieldRepository, type DeletedField } from './deleted-field.repository.js';

/**
 * What deleted fields leave behind: nothing shows their values any more, but tickets still hold them until they are
 * cleared, in small steps, by whoever listens here.
 */
@Injectable()
export class DeletedFieldsService {
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(private readonly deleted: DeletedFieldRepository) {}

  /** Calls `listener` after each deletion, with the workspace in which it happened. */
  onDeletion(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }

  /** Remembers, with the deletion itself, that the values of a field are to be cleared. */
  remember(inner: InnerScope, id: FieldId): Promise<void> {
    return this.deleted.add(inner, id);
  }

  /** Tells the listeners that a deletion is kept. */
  announce(workspaceId: WorkspaceId): void {
    for (const listener of this.listeners) listener(workspaceId);
  }

  /** A deleted field to clear the values of, the caller's alone until the unit of work ends; null when there is none. */
  next(inner: InnerScope, except: readonly FieldId[]): Promise<DeletedField | null> {
    return this.deleted.lockNext(inner, except);
  }

  /** To be called once no ticket holds a value of the field and none can get one. */
  forget(inner: InnerScope, id: FieldId): Promise<void> {
    return this.deleted.forget(inner, id);
  }
}
