import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { BoundedCache } from '../tenancy/bounded-cache.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { tooManyKeptReplies } from './idempotency.errors.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { Configuration } from '../config/configuration.js';

/** A process may fill this part of the quota before it counts again. */
const SHARE = 1 / 64;
/** This part of the quota is free after old replies had to go, so that they need not go with every request. */
const FREED = 1 / 16;
/** A process remembers so many workspaces. It counts again when it has forgotten one. */
const REMEMBERED = 10_000;
/** Seconds until a full workspace is counted again, at the least and at the most. */
const [SOONEST, LATEST] = [10, 3_600] as const;

/** The kept replies of a workspace, as this process knows them. */
interface Usage {
  /** Bytes that this process may still add before it counts again. */
  left: number;
  /** The moment (`performance.now()`) when a reply may become old enough to go; 0 when the workspace is not full. */
  readonly fullUntil: number;
}

/**
 * Limits the replies that a workspace keeps (decision 12). No request counts all rows: a process counts them once, and again when it has
 * added a 64th of the quota. So nothing has to be written or locked for the count, and N processes together are at most N 64ths
 * beyond the quota.
 */
@Injectable()
export class IdempotencyQuota {
  private readonly usages = new BoundedCache<Usage>({ capacity: REMEMBERED });
  private readonly counting = new Map<WorkspaceId, Promise<void>>();

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Counts the kept replies of the workspace when that is due, in a transaction of its own. When there is no room, the oldest go,
   * but none that is younger than an hour. Requests at the same moment share one count.
   */
  async makeRoom(scope: TenantScope): Promise<void> {
    const { workspaceId } = scope;
    const usage = this.usages.get(workspaceId);
    if (usage !== null && (usage.left > 0 || usage.fullUntil > performance.now())) return;
    const counting = this.counting.get(workspaceId) ?? this.count(scope);
    this.counting.set(workspaceId, counting);
    try {
      await counting;
    } finally {
      this.counting.delete(workspaceId);
    }
  }

  /**
   * To be called before a write whose reply is to be kept.
   * @throws idempotency_quota_exceeded when there was no room
   */
  refuseWhenFull({ workspaceId }: TenantScope): void {
    const seconds = ((this.usages.get(workspaceId)?.fullUntil ?? 0) - performance.now()) / 1_000;
    if (seconds > 0) throw tooManyKeptReplies(Math.ceil(seconds));
  }

  /** Notes that a reply is kept, which takes so many bytes. */
  note({ workspaceId }: TenantScope, bytes: number): void {
    const usage = this.usages.get(workspaceId);
    if (usage !== null) usage.left -= bytes;
  }

  private async count(scope: TenantScope): Promise<void> {
    const quota = this.configuration.idempotencyQuotaBytes;
    const usage = await this.unitOfWork.run(scope, async (inner) => {
      const share = quota * SHARE;
      let kept = await this.keys.sizeOf(inner);
      if (kept.bytes > quota - share) {
        await this.keys.deleteOldest(inner, kept.bytes - quota * (1 - FREED));
        kept = await this.keys.sizeOf(inner);
      }
      if (kept.bytes <= quota - share) return { left: share, fullUntil: 0 };
      const seconds = Math.min(Math.max(kept.secondsUntilOneMayGo, SOONEST), LATEST);
      return { left: 0, fullUntil: performance.now() + seconds * 1_000 };
    });
    this.usages.set(scope.workspaceId, usage);
  }
}
