import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { TicketId, WorkspaceId } from '../kernel/ids.js';
import { NOTHING_WAITS, type Waiting } from '../platform/queue/waiting-work.js';
import { TenantDatabase } from '../platform/tenancy/tenant-database.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import { DatedWorkspace, type Moment } from './entities/moment.entity.js';
import type { PassedMoment } from './moment.js';
import * as sql from './moments.sql.js';

/** A date of a ticket, which is to pass. */
export type KeptMoment = PassedMoment;

/** Keeps moments. `aheadMs` says by how many milliseconds the desk's now is ahead of the database's. */
@Injectable()
export class MomentsRepository extends TenantRepository {
  constructor(
    database: TenantDatabase,
    private readonly dataSource: DataSource,
  ) {
    super(database);
  }

  /** @returns the milliseconds until the next moment is to be taken, below 0 when it is due already; null when there is none */
  async nextDue(scope: TenantScope, aheadMs: number): Promise<number | null> {
    const [next] = await this.query<{ dueInMs: number | null }>(scope, sql.NEXT_DUE);
    return next?.dueInMs === null || next === undefined ? null : next.dueInMs - aheadMs;
  }

  take(inner: InnerScope, most: number, lease: string, aheadMs: number): Promise<Pick<Moment, 'ticketId'>[]> {
    return this.query(inner, sql.TAKE, [most, lease, aheadMs]);
  }

  /** Removes the moments of locked tickets that have passed. */
  pass(inner: InnerScope, ids: readonly TicketId[], aheadMs: number): Promise<PassedMoment[]> {
    return this.query<PassedMoment>(inner, sql.PASS, [ids, aheadMs]);
  }

  /** Gives moments back as failed. `waitsMs` are the waits after the first failed try and each further one; the last of them goes on. */
  async giveBack(
    inner: InnerScope,
    ids: readonly TicketId[],
    lease: string,
    times: { readonly waitsMs: readonly number[]; readonly aheadMs: number },
  ): Promise<void> {
    await this.query(inner, sql.GIVE_BACK, [ids, lease, times.waitsMs, times.aheadMs]);
  }

  async keep(inner: InnerScope, kept: readonly KeptMoment[]): Promise<void> {
    const columns = [kept.map(({ ticketId }) => ticketId), kept.map(({ kind }) => kind)];
    await this.query(inner, sql.KEEP, [...columns, kept.map(({ at }) => at)]);
  }

  async forget(inner: InnerScope, gone: readonly Pick<Moment, 'ticketId' | 'kind'>[]): Promise<void> {
    await this.query(inner, sql.FORGET, [gone.map(({ ticketId }) => ticketId), gone.map(({ kind }) => kind)]);
  }

  /** Tells whether a moment is still to be announced, also one that another process has taken. */
  async areLeft(scope: TenantScope, aheadMs: number): Promise<boolean> {
    const [row] = await this.query<{ areLeft: boolean }>(scope, sql.ARE_LEFT, [aheadMs]);
    return row?.areLeft ?? false;
  }

  async waiting(scope: TenantScope, aheadMs: number): Promise<Waiting> {
    const [waiting] = await this.query<Waiting>(scope, sql.WAITING, [aheadMs]);
    return waiting ?? NOTHING_WAITS;
  }

  /** Notes that the workspace has moments. */
  async noteWorkspace(inner: InnerScope): Promise<void> {
    await this.query(inner, sql.NOTE_WORKSPACE);
  }

  /** Lists the workspaces that have had moments, by one query. */
  async listWorkspaces(): Promise<WorkspaceId[]> {
    return (await this.dataSource.manager.find(DatedWorkspace)).map(({ id }) => id);
  }

  async removeWorkspaces(ids: readonly WorkspaceId[]): Promise<void> {
    await this.dataSource.manager.delete(DatedWorkspace, { id: In([...ids]) });
  }
}
