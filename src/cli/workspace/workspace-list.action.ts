import { askedOn } from '../../platform/database/role-check.js';
import { listWorkspaces, stateOf } from '../../workspaces/workspace-list.js';
import { toWorkspaceDocument } from '../../workspaces/workspace.mapper.js';
import { requireCurrentSchema, PROMPT_CONNECT, withDatabase } from '../database-session.js';
import { printList } from '../output/table.js';
import type { Terminal, JsonOption } from '../output/terminal.js';

const QUERY_TIMEOUT_MS = 120_000;

/** Prints the workspaces of the installation. It uses only a connection, because loading the services takes a second. */
export async function showWorkspaces(terminal: Terminal, options: JsonOption): Promise<void> {
  const workspaces = await withDatabase(terminal, async (session) => {
    const limits = { ...PROMPT_CONNECT, query_timeout: QUERY_TIMEOUT_MS };
    const asked = askedOn(await session.connect(session.access.serviceUrl, 'support-desk', limits));
    await requireCurrentSchema(asked, session);
    return listWorkspaces(asked);
  });
  printList(terminal, options, {
    items: workspaces,
    document: workspaces.map(toWorkspaceDocument),
    columns: {
      SUBDOMAIN: ({ subdomain }) => subdomain,
      NAME: ({ name }) => name,
      ID: ({ id }) => id,
      STATE: stateOf,
      CREATED: ({ createdAt }) => createdAt.toISOString(),
    },
    none: 'There are no workspaces yet. `workspace apply <file.yaml>` creates one.',
  });
}
