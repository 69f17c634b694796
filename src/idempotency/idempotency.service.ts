import { Injectable } from '@nestjs/common';
import type { Reply } from '../kernel/reply.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { idempotencyKeyReused, requestInProgress } from './idempotency.errors.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** A request that its client has named, so that it can be sent again. */
export interface NamedRequest {
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Does what the request asks for, inside a unit of work. */
  readonly perform: (inner: InnerScope) => Promise<Reply>;
  /** The reply to a failure that would fail again; null for any other. */
  readonly refusalOf: (error: unknown) => Reply | null;
}

/** Requests that are done once, however often they are sent (decision 12). */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Performs a request and keeps its reply in the same transaction, for 24 hours; or gives the reply that was kept.
   * @throws request_in_progress, idempotency_key_reused, and what `perform` throws and `refusalOf` gives no reply to: then
   * nothing is kept
   */
  async once(scope: TenantScope, request: NamedRequest): Promise<{ reply: Reply; isReplay: boolean }> {
    const { key, fingerprint } = request;
    return this.unitOfWork.run(scope, async (inner) => {
      const { isTaken, kept } = await this.keys.take(inner, key);
      if (!isTaken) throw requestInProgress();
      if (kept && !kept.fingerprint.equals(fingerprint)) throw idempotencyKeyReused();
      if (kept) return { reply: kept.reply, isReplay: true };
      const reply = await this.perform(inner, request);
      await this.keys.keep(inner, key, { fingerprint, reply });
      return { reply, isReplay: false };
    });
  }

  /** Forgets what was kept in a workspace longer ago than 24 hours, a thousand at a time, until `isOver`. */
  async forgetExpired(scope: TenantScope, isOver: () => boolean): Promise<void> {
    let mayBeMore = true;
    while (mayBeMore && !isOver()) {
      mayBeMore = await this.unitOfWork.run(scope, (inner) => this.keys.deleteExpired(inner));
    }
  }

  /** What a refused request has done is undone; that it was refused is kept. */
  private async perform(inner: InnerScope, { perform, refusalOf }: NamedRequest): Promise<Reply> {
    try {
      return await this.unitOfWork.run(inner, perform);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return refusal;
    }
  }
}
