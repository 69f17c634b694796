import type { WorkspaceId } from '../../kernel/ids.js';

type Listener = (workspaceId: WorkspaceId) => void;

/** Tells jobs of the workspaces in which they have work now. */
export class DueWorkspaces {
  private readonly listeners: Listener[] = [];

  /** Calls the listener with each such workspace from now on. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  tell({ workspaceId }: { readonly workspaceId: WorkspaceId }): void {
    for (const listener of this.listeners) listener(workspaceId);
  }
}
