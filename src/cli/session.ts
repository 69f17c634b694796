import type { INestApplicationContext, Type } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { DataSource } from 'typeorm';
import { EVENT_READERS } from '../app/readers.js';
import { openServices } from '../app/services.js';
import { EventStreams } from '../events/feed/event-streams.job.js';
import { NO_DEADLINE } from '../kernel/time/deadline.js';
import type { WorkspaceId } from '../kernel/ids.js';
import { retrying } from '../platform/database/postgres-errors.js';
import {
  type Initiator,
  tenantScope,
  type TenantScope,
  type Transact,
} from '../platform/tenancy/tenant-scope.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { listWorkspaces } from '../workspaces/workspace-list.js';
import { workspaceNotFound } from '../workspaces/workspace.errors.js';
import { CommandError, type Terminal } from './output/terminal.js';
import { requireCurrentSchema, type DatabaseSession, withDatabase } from './database-session.js';

/** Gives a command its services, the database, and the operator for the audit trail. */
export interface Session extends DatabaseSession {
  readonly app: INestApplicationContext;
  readonly operator: Initiator;
}

export interface WorkspaceSession extends Session {
  readonly scope: TenantScope;
}

/** Runs a command's work with the services of some features, on a database that is up to date. */
export function withSession<Result>(
  terminal: Terminal,
  features: readonly Type[],
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return withDatabase(terminal, async (session) => {
    const operator = operatorOf(terminal.command);
    const app = await openServices(session.access.serviceUrl, session.config, features);
    session.onLeave(() => app.close());
    await requireCurrentSchema(app.get(DataSource), session);
    return thenReadEvents(app, operator, () => work({ ...session, app, operator }));
  });
}

/** Lets the readers of events follow some work, because a command has no jobs. If that fails, the service does it later. */
async function thenReadEvents<Result>(
  app: INestApplicationContext,
  operator: Initiator,
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
    const readers = EVENT_READERS.map((reader) => app.get(reader));
    const { signal } = new AbortController();
    await Promise.allSettled(scopes.flatMap((scope) => readers.map((reader) => reader.runIn(scope, signal))));
  }
}

/** Runs a command's work in the scope of one workspace. @throws workspace_not_found */
export function withWorkspace<Result>(
  terminal: Terminal,
  subdomain: string,
  features: readonly Type[],
  work: (session: WorkspaceSession) => Promise<Result>,
): Promise<Result> {
  return withSession(terminal, features, async (session) => {
    const workspace = await session.app.get(WorkspaceDirectory).find(subdomain.toLowerCase());
    if (workspace === null) throw workspaceNotFound(subdomain);
    return work({ ...session, scope: tenantScope(workspace.id, null, NO_DEADLINE, session.operator) });
  });
}

/** Runs a command's work in one workspace, or in all of them one after the other. @throws workspace_not_found */
export async function withEachWorkspace(
  terminal: Terminal,
  subdomain: string | undefined,
  features: readonly Type[],
  work: (session: WorkspaceSession, name: string) => Promise<void>,
): Promise<void> {
  await withSession(terminal, features, async (session) => {
    const all = await listWorkspaces(session.app.get(DataSource));
    const wanted = all.filter((one) => subdomain === undefined || one.subdomain === subdomain.toLowerCase());
    if (subdomain !== undefined && wanted.length === 0) throw workspaceNotFound(subdomain);
    for (const { id, subdomain: name } of wanted)
      await work({ ...session, scope: tenantScope(id, null, NO_DEADLINE, session.operator) }, name);
  });
}

/** Names the command and its user for the audit trail, such as `desk keys create (alice)`, with one id for all changes of the run. */
export function operatorOf(command: string): Initiator {
  return Object.freeze({ requestId: randomUUID(), actor: `${command} (${userName()})` });
}

/** Names the user of the process. A container may run as a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Runs work as the owner of the database. @throws CommandError that says what only the owner `can` do */
export async function asOwner<Result>(
  { app, scope, access: { ownerUrl }, connect }: WorkspaceSession,
  { can, command }: { readonly can: string; readonly command: string },
  work: (transact: Transact) => Promise<Result>,
): Promise<Result> {
  if (ownerUrl === undefined)
    throw new CommandError(`Only the owner of the database can ${can}: set MIGRATION_DATABASE_URL.`);
  const client = await connect(ownerUrl, `support-desk ${command}`);
  const database = app.get(TenantDatabase);
  return work((part) => retrying(() => database.transactOn(client, scope, part)));
}
