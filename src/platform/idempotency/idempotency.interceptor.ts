import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DomainError, unavailable, type ErrorKind } from '../../kernel/errors.js';
import { refusalOf } from '../http/answers/error-response.js';
import { Reply, replyTo } from '../http/answers/reply.js';
import { contextOf } from '../tenancy/request-context.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { idempotencyKeyReused, malformedIdempotencyKey, requestInProgress } from './idempotency.errors.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { fingerprintOf, readIdempotencyKey, type RequestContent } from './idempotency.rules.js';

/** Refusals that say something of the request itself. All others say something of the moment, and the client may try again. */
const KEPT_KINDS = new Set<ErrorKind>(['malformed', 'not_found', 'precondition_failed', 'invalid']);

/**
 * A write with `Idempotency-Key` is done once, however often it is sent (decision 12): its handler runs in the unit of work that
 * also keeps its reply for 24 hours, and the reply leaves after the commit. It comes after the body was read. A write without
 * the header passes it at no cost.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const sent = request.headers['idempotency-key'];
    if (sent === undefined) return next.handle();
    const { statusCode } = http.getResponse<Response>();
    let isBegun = false;
    return from(
      this.once(request, String(sent), async (inner) => {
        // A handler runs once. What lost against another transaction is for the client to send again.
        if (isBegun) throw unavailable();
        isBegun = true;
        contextOf(request).scope = inner;
        return replyTo(request, statusCode, (await lastValueFrom(next.handle())) as object | undefined);
      }),
    );
  }

  /**
   * Gives the reply that was kept for the request, or performs it and keeps its reply in the same transaction.
   * @throws malformed_header, request_in_progress, idempotency_key_reused, and what `perform` throws unless it is kept
   */
  private once(
    request: Request,
    sent: string,
    perform: (inner: InnerScope) => Promise<Reply>,
  ): Promise<Reply> {
    const { scope } = contextOf(request);
    if (scope === undefined) throw new Error('A write with an Idempotency-Key has no scope.');
    const key = readIdempotencyKey(sent);
    if (key === null) throw malformedIdempotencyKey();
    const fingerprint = fingerprintOf(contentOf(request));
    return this.unitOfWork.run(scope, async (inner) => {
      const { isTaken, kept } = await this.keys.take(inner, key);
      if (!isTaken) throw requestInProgress();
      if (kept && !kept.fingerprint.equals(fingerprint)) throw idempotencyKeyReused();
      if (kept) return replayOf(kept.reply);
      const reply = await this.replyOrRefusal(inner, perform);
      await this.keys.keep(inner, key, { fingerprint, reply });
      return reply;
    });
  }

  /** Undoes what a refused request did. The refusal is its reply if it is one to keep, and an error otherwise. */
  private async replyOrRefusal(
    inner: InnerScope,
    perform: (inner: InnerScope) => Promise<Reply>,
  ): Promise<Reply> {
    try {
      return await this.unitOfWork.run(inner, perform);
    } catch (error) {
      if (error instanceof DomainError && KEPT_KINDS.has(error.kind)) return refusalOf(error);
      throw error;
    }
  }
}

function replayOf({ status, headers, body }: Reply): Reply {
  return new Reply(status, { 'Idempotent-Replayed': 'true', ...headers }, body);
}

function contentOf({ method, originalUrl, headers, body }: Request): RequestContent {
  const [path = ''] = originalUrl.split('?');
  return { method, path, conditions: [headers['if-match'], headers['if-none-match']], body: body as unknown };
}
