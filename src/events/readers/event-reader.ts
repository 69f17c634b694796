import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { EventReaders, type EventRange } from './event-readers.service.js';

/**
 * A reader of what happened: it gets the events of a workspace in their order, each once, as soon as they have positions (decision 23).
 * It reads the workspaces in which it has begun; the others cost it nothing.
 */
@Injectable()
export abstract class EventReader implements WorkspaceJob {
  /** Its name in the database. */
  abstract readonly reader: string;
  readonly retryMs = 10_000;
  private readonly listeners: ((workspaceId: WorkspaceId) => void)[] = [];

  constructor(private readonly readers: EventReaders) {}

  get failureCode(): string {
    return `${this.reader}_not_read`;
  }

  /**
   * Begins to read a workspace: behind the position `after`, as 0 to read all anew. Without `after` it reads what happens from now on, or
   * goes on where it reads already.
   * @returns the newest position
   */
  begin(inner: InnerScope, after: number | null = null): Promise<string> {
    return this.readers.begin(inner, this.reader, after);
  }

  /** Stops to read a workspace. */
  end(inner: InnerScope): Promise<void> {
    return this.readers.end(inner, this.reader);
  }

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.readers.onPlaced(this.reader, due);
  }

  /** Reads what is new in a workspace. */
  async runIn(scope: TenantScope, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const hasWork = await this.readers.next(scope, this.reader, (inner, range) => this.read(inner, range));
      if (hasWork === null) return;
      if (hasWork) for (const listener of this.listeners) listener(scope.workspaceId);
    }
  }

  /** Calls the listener with each workspace where the reader has made work that somebody waits for. */
  onWork(listener: (workspaceId: WorkspaceId) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Writes what events mean to this reader, in its own tables. It is kept together with how far the reader has come, or not at all.
   * @returns whether that is work to be done soon
   */
  protected abstract read(inner: InnerScope, range: EventRange): Promise<boolean>;

  /** Runs a statement with the ends of the range as $2 and $3. */
  protected write<Row>(inner: InnerScope, statement: Statement, range: EventRange): Promise<Row[]> {
    return this.readers.write<Row>(inner, statement, range);
  }
}
