import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { DomainError, unavailable, type ErrorKind } from '../../kernel/errors.js';
import { Turns } from '../../kernel/steps.js';
import { refusalOf } from '../http/answers/error-response.js';
import { Reply, replyTo } from '../http/answers/reply.js';
import { LongAnswer, Representation } from '../http/answers/answer.dto.js';
import { contextOf } from '../tenancy/request-context.js';
import type { InnerScope, TenantScope } from '../tenancy/tenant-scope.js';
import { UnitOfWork } from '../tenancy/unit-of-work.js';
import { IdempotencyQuota } from './idempotency-quota.js';
import {
  idempotencyKeyReused,
  keepsNoReply,
  malformedIdempotencyKey,
  requestInProgress,
} from './idempotency.errors.js';
import { IdempotencyRepository, type KeptReply } from './idempotency.repository.js';
import {
  fingerprintOf,
  isReplyTo,
  keyOfCustomer,
  readIdempotencyKey,
  type RequestContent,
} from './idempotency.rules.js';

/**
 * Answers with the resource of a write as it is now, as the write itself would. `controller` is the one of the route, `id` the id in the
 * answer of the write, or the outline of a `LongAnswer`, and `path` the parameters of its address.
 */
export type Reread = (
  controller: never,
  scope: TenantScope,
  id: string,
  path: Readonly<Record<string, string>>,
) => Promise<object>;

/** Marks the handler of a write with the function that reads its resource again. `Operation` sets it. */
export const Rereads = Reflector.createDecorator<Reread>();

/** These refusals depend on the request only. All others depend on the moment, and the client may try again. */
const KEPT_KINDS = new Set<ErrorKind>(['malformed', 'not_found', 'precondition_failed', 'invalid']);

/** A larger body is not kept where the resource can be read again. */
const LARGEST_BODY = 256 * 1024;
/** The limit for a session of a customer, which must not be able to fill the quota of the workspace. */
const LARGEST_OF_CUSTOMER = 4 * 1024;

/** The answer of a write, with the id of the resource that it shows, if it shows one. */
interface Answered {
  readonly reply: Reply;
  readonly resourceId: string | null;
}

/** Answers with the present resource of the route. */
type ReadAgain = (inner: InnerScope, id: string) => Promise<object>;

/**
 * Does a write with `Idempotency-Key` once, however often it is sent [choice 12]: its handler runs in the unit of work that also keeps
 * its reply, for 24 hours within the quota of the workspace and for an hour always.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly quota: IdempotencyQuota,
    private readonly unitOfWork: UnitOfWork,
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const sent = request.headers['idempotency-key'];
    if (sent === undefined) return next.handle();
    const { statusCode } = http.getResponse<Response>();
    let isBegun = false;
    const perform = async (inner: InnerScope): Promise<Answered> => {
      // A handler runs once. The client sends a request again that lost against another transaction.
      if (isBegun) throw unavailable();
      isBegun = true;
      contextOf(request).scope = inner;
      const answer = (await lastValueFrom(next.handle())) as object | undefined;
      return { reply: replyTo(request, statusCode, answer), resourceId: shownId(answer) };
    };
    return from(this.once(request, String(sent), perform, this.readerOf(context, request)));
  }

  /**
   * Gives the reply that was kept for the request, or performs it and keeps its reply in the same transaction.
   * @throws malformed_header, request_in_progress, idempotency_key_reused, idempotency_quota_exceeded, and what `perform` throws
   * unless it is kept
   */
  private async once(
    request: Request,
    sent: string,
    perform: (inner: InnerScope) => Promise<Answered>,
    readAgain: ReadAgain | null,
  ): Promise<Reply> {
    const { scope } = contextOf(request);
    if (scope === undefined) throw new Error('A write with an Idempotency-Key has no scope.');
    const read = readIdempotencyKey(sent);
    if (read === null) throw malformedIdempotencyKey();
    const { customer } = scope.initiator;
    const key = customer === undefined ? read : keyOfCustomer(customer.id, read);
    const content = contentOf(request);
    const fingerprint = await new Turns().do(fingerprintOf(content));
    await this.quota.makeRoom(scope);
    return this.unitOfWork.run(scope, async (inner) => {
      const { isTaken, kept } = await this.keys.take(inner, key);
      if (!isTaken) throw requestInProgress();
      if (kept && !isReplyTo(content, fingerprint, kept.fingerprint)) throw idempotencyKeyReused();
      if (kept) return replayOf(inner, request, kept, readAgain);
      this.quota.refuseWhenFull(inner);
      const answered = await this.answerOrRefusal(inner, perform);
      const largest = customer === undefined ? LARGEST_BODY : LARGEST_OF_CUSTOMER;
      const toKeep = whatToKeep(answered, largest, readAgain !== null);
      if (toKeep) this.quota.note(inner, await this.keys.keep(inner, key, { fingerprint, ...toKeep }));
      return answered.reply;
    });
  }

  /** Undoes what a refused request did. The refusal is its reply if it is one to keep, and an error otherwise. */
  private async answerOrRefusal(
    inner: InnerScope,
    perform: (inner: InnerScope) => Promise<Answered>,
  ): Promise<Answered> {
    try {
      return await this.unitOfWork.run(inner, perform);
    } catch (error) {
      if (error instanceof DomainError && KEPT_KINDS.has(error.kind))
        return { reply: refusalOf(error), resourceId: null };
      throw error;
    }
  }

  private readerOf(context: ExecutionContext, { params }: Request): ReadAgain | null {
    const reread = this.reflector.get(Rereads, context.getHandler()) as Reread | undefined;
    if (reread === undefined) return null;
    const controller = this.modules.get<never>(context.getClass(), { strict: false });
    return (inner, id) => reread(controller, inner, id, params as Record<string, string>);
  }
}

/** Picks the kept part of an answer: no large body that can be read again, and nothing of a large refusal, which has done nothing. */
function whatToKeep(
  { reply, resourceId }: Answered,
  largest: number,
  canBeReadAgain: boolean,
): Answered | null {
  if (Buffer.byteLength(reply.body ?? '') <= largest) return { reply, resourceId: null };
  if (reply.status >= 400) return null;
  if (!canBeReadAgain || resourceId === null) return { reply, resourceId: null };
  return { reply: new Reply(reply.status, reply.headers, null), resourceId };
}

async function replayOf(
  inner: InnerScope,
  request: Request,
  { reply, resourceId }: KeptReply,
  readAgain: ReadAgain | null,
): Promise<Reply> {
  if (resourceId === null) return marked('true', reply);
  if (readAgain === null) throw new Error('Nothing reads the resource of a kept reply without a body.');
  try {
    const { headers, body } = replyTo(request, reply.status, await readAgain(inner, resourceId));
    return marked('refreshed', new Reply(reply.status, { ...reply.headers, ...headers }, body));
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found')
      return marked('refreshed', refusalOf(error));
    throw error;
  }
}

function marked(how: 'true' | 'refreshed', { status, headers, body }: Reply): Reply {
  return new Reply(status, { 'Idempotent-Replayed': how, ...headers }, body);
}

/** Finds the id of the one resource that an answer shows, as in `{"ticket": {"id": ...}}`, or its outline; null when it shows none. */
function shownId(answer: object | undefined): string | null {
  if (answer instanceof LongAnswer) return answer.outline;
  if (!(answer instanceof Representation)) return null;
  const [resource] = Object.values(answer.content as Record<string, unknown>);
  const { id } = (resource ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' ? id : null;
}

function contentOf({ method, originalUrl, headers, body }: Request): RequestContent {
  const conditions = [headers['if-match'], headers['if-none-match']];
  return { method, address: originalUrl, conditions, body: body as unknown };
}

/** Refuses `Idempotency-Key` where no reply is kept, because it shows a secret (extensions, introduction). */
@Injectable()
export class RefusesIdempotencyKey implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.switchToHttp().getRequest<Request>().headers['idempotency-key'] !== undefined)
      throw keepsNoReply();
    return next.handle();
  }
}
