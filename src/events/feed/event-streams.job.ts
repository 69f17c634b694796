import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { EventStreams } from './event-streams.service.js';

/**
 * Gives events their positions (decision 23): soon after this process has written some, and every ten minutes in all workspaces, for
 * what commands and processes that ended have written. A reader of the feed does not wait for it.
 */
@Injectable()
export class EventStreamsJob implements WorkspaceJob {
  readonly failureCode = 'events_not_placed';
  readonly everyMs = 600_000;

  constructor(private readonly streams: EventStreams) {}

  watch(due: (workspaceId: WorkspaceId) => void): void {
    this.streams.onWritten(({ workspaceId }) => {
      due(workspaceId);
    });
  }

  runIn(scope: TenantScope): Promise<void> {
    return this.streams.place(scope);
  }
}
