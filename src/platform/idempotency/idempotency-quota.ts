import { Injectable } from '@nestjs/common';
import type { WorkspaceId } from '../../kernel/ids.js';
import { BoundedCache } from '../../kernel/bounded-cache.js';
import type { TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { tooManyKeptReplies } from './idempotency.errors.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { Configuration } from '../config/configuration.js';

/** A process may fill this part of the quota before it counts again. */
const SHARE = 1 / 64;
/** This part of the quota is free after old replies were deleted. */
const FREED = 1 / 16;
/** A process remembers at most this number of workspaces. It counts again when it has forgotten one. */
const REMEMBERED = 10_000;
/** A full workspace is counted again after this number of seconds, at the least and at the most. */
const [SOONEST, LATEST] = [10, 3_600] as const;

/** Holds the figures of this process about the kept replies of a workspace. */
interface Usage {
  /** The bytes that this process may add before it counts again. */
  left: number;
  /** The moment (`performance.now()`) when a reply may become old enough to go; 0 when the workspace is not full. */
  readonly fullUntil: number;
}

/**
 * Limits the replies that a workspace keeps [choice 12]. A process counts the rows once, and again when it has added a 64th of the
 * quota. So N processes together are at most N 64ths beyond it.
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

  /** Counts the kept replies when that is due. It deletes the oldest when the quota is full, but none that is younger than an hour. */
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

  /** @throws idempotency_quota_exceeded when the quota has no space for the reply of a write */
  refuseWhenFull({ workspaceId }: TenantScope): void {
    const seconds = ((this.usages.get(workspaceId)?.fullUntil ?? 0) - performance.now()) / 1_000;
    if (seconds > 0) throw tooManyKeptReplies(Math.ceil(seconds));
  }

  /** Notes that a reply is kept, which takes the given bytes. */
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
