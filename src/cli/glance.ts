import { askedOn } from '../platform/database/role-check.js';
import { glancing, type Glance } from '../platform/tenancy/glance.js';
import { findWorkspaceId } from '../workspaces/workspace-list.js';
import { workspaceNotFound } from '../workspaces/workspace.errors.js';
import { PROMPT_CONNECT, requireCurrentSchema, withDatabase } from './database-session.js';
import type { Terminal } from './output/terminal.js';

/** Gives a command that only reads one workspace, on a database that is up to date. It loads no services. @throws workspace_not_found */
export function glanceAt<Result>(
  terminal: Terminal,
  subdomain: string,
  look: (glance: Glance) => Promise<Result>,
): Promise<Result> {
  return withDatabase(terminal, async (session) => {
    const { access, config, connect } = session;
    const client = await connect(access.serviceUrl, `support-desk ${terminal.command}`, PROMPT_CONNECT);
    await requireCurrentSchema(askedOn(client), session);
    const workspaceId = await findWorkspaceId(askedOn(client), subdomain);
    if (workspaceId === null) throw workspaceNotFound(subdomain);
    return glancing(client, { workspaceId, engine: config.engine }, look);
  });
}
