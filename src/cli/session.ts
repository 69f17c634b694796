import type { INestApplicationContext, Type } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { DataSource } from 'typeorm';
import { EVENT_READERS } from '../app/event-readers.js';
import { openServices } from '../app/services.js';
import { EventStreams } from '../events/feed/event-streams.service.js';
import type { EventReader } from '../events/readers/event-reader.js';
import { NO_DEADLINE } from '../kernel/deadline.js';
import type { WorkspaceId } from '../kernel/ids.js';
import type { Config } from '../platform/config/env.js';
import type { DatabaseAccess } from '../platform/database/database-access.js';
import { retrying } from '../platform/database/postgres-errors.js';
import type { Origin } from '../platform/tenancy/origin.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import { tenantScope, type TenantScope, type Transact } from '../platform/tenancy/tenant-scope.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { workspaceNotFound } from '../workspaces/workspace.errors.js';
import { CommandError } from './command-error.js';
import { bringUpToDate, connect, withDatabase } from './database-visit.js';
import type { Terminal } from './output/terminal.js';

/** The services that a command uses, the database, and the operator for the audit trail. */
export interface Session {
  readonly app: INestApplicationContext;
  readonly config: Config;
  readonly access: DatabaseAccess;
  readonly operator: Origin;
}

export interface WorkspaceSession extends Session {
  readonly scope: TenantScope;
}

/** Does a command's work with the services of some features, on a database that is up to date. */
export function withSession<Result>(
  terminal: Terminal,
  features: readonly Type[],
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return withDatabase(terminal, async (access, config, onLeave) => {
    const operator = operatorOf(terminal.command);
    const app = await openServices(access.serviceUrl, config, features);
    onLeave(() => app.close());
    await bringUpToDate(app.get(DataSource), access, config.engine);
    return withReadEvents(app, operator, () => work({ app, config, access, operator }));
  });
}

/** Has the events of some work read, because a command has no background jobs. When that fails, the service does it later. */
async function withReadEvents<Result>(
  app: INestApplicationContext,
  operator: Origin,
  work: () => Promise<Result>,
): Promise<Result> {
  const streams = app.get(EventStreams);
  const written = new Set<WorkspaceId>();
  streams.watch((workspaceId) => written.add(workspaceId));
  try {
    return await work();
  } finally {
    const scopes = [...written].map((id) => tenantScope(id, null, NO_DEADLINE, operator));
    await Promise.allSettled(scopes.map((scope) => streams.place(scope)));
    const readers = EVENT_READERS.map((reader) => app.get<EventReader>(reader));
    const { signal } = new AbortController();
    await Promise.allSettled(scopes.flatMap((scope) => readers.map((reader) => reader.runIn(scope, signal))));
  }
}

/** Does a command's work in the scope of one workspace. @throws workspace_not_found */
export function withWorkspace<Result>(
  terminal: Terminal,
  subdomain: string,
  features: readonly Type[],
  work: (session: WorkspaceSession) => Promise<Result>,
): Promise<Result> {
  return withSession(terminal, features, async (session) => {
    const workspaceId = await session.app.get(WorkspaceDirectory).find(subdomain.toLowerCase());
    if (workspaceId === null) throw workspaceNotFound(subdomain);
    return work({ ...session, scope: tenantScope(workspaceId, null, NO_DEADLINE, session.operator) });
  });
}

/** The person who runs the command, for the audit trail: `desk keys create (alice)`, and one id for all changes of the run. */
export function operatorOf(command: string): Origin {
  return Object.freeze({ requestId: randomUUID(), actor: `${command} (${userName()})` });
}

/** A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Does work as the owner of the database. `can` says in a refusal what only the owner can do; PostgreSQL shows the connection by `command`.
 * @throws CommandError when the owner's address is not known
 */
export async function asOwner<Result>(
  { app, scope, access: { ownerUrl } }: WorkspaceSession,
  { can, command }: { readonly can: string; readonly command: string },
  work: (transact: Transact) => Promise<Result>,
): Promise<Result> {
  if (ownerUrl === undefined)
    throw new CommandError(`Only the owner of the database can ${can}: set MIGRATION_DATABASE_URL.`);
  const client = await connect({ connectionString: ownerUrl, application_name: `support-desk ${command}` });
  const database = app.get(TenantDatabase);
  try {
    return await work((part) => retrying(() => database.transactOn(client, scope, part)));
  } finally {
    await client.end();
  }
}
