import { isUuid, type WorkspaceId } from '../kernel/ids.js';

/**
 * Names the workspace to row-level security until the transaction ends. A branded id is a UUID already; it is checked again
 * because it becomes part of a statement's text.
 */
export function settingOf(workspaceId: WorkspaceId): string {
  if (!isUuid(workspaceId)) throw new TypeError('A workspace id must be a UUID.');
  return `SET LOCAL app.workspace_id = '${workspaceId}'`;
}
