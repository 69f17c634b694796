import { askedOn } from '../../platform/database/role-check.js';
import { listWorkspaces } from '../../workspaces/workspace-list.js';
import { toWorkspaceDocument } from '../../workspaces/workspace.mapper.js';
import { bringUpToDate, connect, CONNECT_TIMEOUT_MS, withDatabase } from '../database-visit.js';
import type { JsonOption } from '../desk-command.js';
import { printList } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';

const QUERY_TIMEOUT_MS = 120_000;

/** Prints the workspaces of the installation. It uses a connection only, because loading the services takes a second. */
export async function showWorkspaces(terminal: Terminal, options: JsonOption): Promise<void> {
  const workspaces = await withDatabase(terminal, async (access, { engine }, onLeave) => {
    const client = await connect({
      connectionString: access.serviceUrl,
      application_name: 'support-desk',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    onLeave(() => client.end());
    const asked = askedOn(client);
    await bringUpToDate(asked, access, engine);
    return listWorkspaces(asked);
  });
  printList(terminal, options, {
    document: workspaces.map(toWorkspaceDocument),
    titles: ['SUBDOMAIN', 'NAME', 'ID', 'CREATED'],
    rows: workspaces.map(({ subdomain, name, id, createdAt }) => [
      subdomain,
      name,
      id,
      createdAt.toISOString(),
    ]),
    none: 'There are no workspaces yet. `workspace apply <file.yaml>` creates one.',
  });
}
