import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { refusalOf } from '../http/error-response.js';
import { WritesOnce } from '../http/idempotency.guard.js';
import { keepReply, Replay } from '../http/kept-replies.js';
import { Deferred } from '../kernel/deferred.js';
import { DomainError, unavailable, type ErrorKind } from '../kernel/errors.js';
import type { Reply } from '../kernel/reply.js';
import { contextOf } from '../tenancy/request-context.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { malformedIdempotencyKey } from './idempotency.errors.js';
import { fingerprintOf, readIdempotencyKey, type RequestContent } from './idempotency.rules.js';
import { IdempotencyService } from './idempotency.service.js';

/** Refusals that say something of the request itself. Any other says something of the moment, and may be tried again. */
const KEPT_KINDS = new Set<ErrorKind>(['malformed', 'not_found', 'precondition_failed', 'invalid']);

/**
 * Has the handler of a write run inside the unit of work that also keeps its reply: it is opened here, and ends when the
 * handler has answered or failed, before the answer leaves.
 */
@Injectable()
export class IdempotentWrites extends WritesOnce {
  constructor(private readonly idempotency: IdempotencyService) {
    super();
  }

  async begin(request: Request, response: Response, sent: string): Promise<void> {
    const context = contextOf(request);
    const key = readIdempotencyKey(sent);
    if (key === null) throw malformedIdempotencyKey();
    if (context.scope === undefined) throw new Error('A write was named before it had a scope.');
    const answer = new Deferred<Reply>();
    const { begun, done } = this.open(context.scope, request, key, answer.promise);
    const first = await Promise.race([begun, done]);
    if ('reply' in first) throw new Replay(first.reply);
    context.scope = first;
    keepReply(response, {
      answered: async (reply) => {
        answer.resolve(reply);
        return (await done).reply;
      },
      failed: async (error) => {
        answer.reject(error);
        return (await done).reply;
      },
    });
  }

  /** The unit of work of a request: `begun` when the handler may run in it, `done` when it has ended. */
  private open(
    scope: TenantScope,
    request: Request,
    key: string,
    answer: Promise<Reply>,
  ): { begun: Promise<InnerScope>; done: ReturnType<IdempotencyService['once']> } {
    const begun = new Deferred<InnerScope>();
    let isBegun = false;
    const done = this.idempotency.once(scope, {
      key,
      fingerprint: fingerprintOf(contentOf(request)),
      perform: (inner) => {
        // A handler runs once: what lost against another transaction is for the client to send again.
        if (isBegun) return Promise.reject(unavailable());
        isBegun = true;
        begun.resolve(inner);
        return answer;
      },
      refusalOf: (error) =>
        error instanceof DomainError && KEPT_KINDS.has(error.kind) ? refusalOf(error) : null,
    });
    return { begun: begun.promise, done };
  }
}

function contentOf({ method, originalUrl, headers, body }: Request): RequestContent {
  const [path = ''] = originalUrl.split('?');
  return { method, path, conditions: [headers['if-match'], headers['if-none-match']], body: body as unknown };
}
