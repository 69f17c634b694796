import { listWorkspaces } from '../../workspaces/workspace-list.js';
import { toWorkspaceDocument } from '../../workspaces/workspace.mapper.js';
import { withConnection } from '../connection.js';
import type { Terminal } from '../output/terminal.js';
import { printTable } from '../output/table.js';

/** Prints the workspaces of the installation. */
export async function showWorkspaces(terminal: Terminal, asJson: boolean): Promise<void> {
  const workspaces = await withConnection(terminal, listWorkspaces);
  if (asJson) {
    terminal.printJson(workspaces.map(toWorkspaceDocument));
  } else if (workspaces.length === 0) {
    terminal.say('There are no workspaces yet. `workspace apply <file.yaml>` creates one.');
  } else {
    const rows = workspaces.map(({ subdomain, name, id, createdAt }) => [
      subdomain,
      name,
      id,
      createdAt.toISOString(),
    ]);
    printTable(terminal, ['SUBDOMAIN', 'NAME', 'ID', 'CREATED'], rows);
  }
}
