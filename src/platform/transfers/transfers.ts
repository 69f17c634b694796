import {
  Injectable,
  applyDecorators,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Configuration } from '../config/configuration.js';
import { RetryLater } from '../http/answers/refusal.js';
import { watchAdmission } from '../http/requests/admission.js';
import { bodyTimeOf } from '../http/requests/body-time.js';
import { AnswerEnd } from '../limits/answer-end.js';
import { Places, type Holder } from '../limits/places.js';
import { contextOf } from '../tenancy/request-context.js';
import { finalize, type Observable } from 'rxjs';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { keepsNoReply } from '../idempotency/idempotency.errors.js';
import { StreamInterceptor } from './lasting-answers.js';

/** A client without a key, an address for one file, and a customer with all of its sessions get at most this number of places each. */
const OF_A_CLIENT = 2;

const PACE_WINDOW_MS = 5_000;

/**
 * A download may fall this number of bytes behind its pace. The system takes bytes in large steps, and takes none between them, however
 * steadily the client reads.
 */
const DOWNLOAD_BEHIND = 2 * 1024 * 1024;

/** A process makes at most this number of exports at once. Each holds two connections of the database. */
const EXPORTS_AT_ONCE = 4;

/** Says when a transfer counts as too slow. */
interface Patience {
  readonly mayBeBehind?: number;
  readonly waitsForUs?: () => boolean;
}

/** A stream has no end of its own, and places of its own (`LastingAnswers`). */
export type Direction = 'upload' | 'download' | 'export' | 'stream';

/**
 * Gives transfers of files a place and a pace, in place of the times of other requests [choice 25]. A limited number runs at once in each
 * direction, so that slow uploads keep nobody from downloading. Keys of a workspace get at most half of the places, and all visitors
 * without a key together a quarter, which does not count for the half of their workspace. A place is given back when the answer has left.
 */
@Injectable()
export class Transfers {
  private readonly places = new Places();

  constructor(private readonly configuration: Configuration) {}

  /**
   * Begins to read a request whose body holds files.
   * @param visitor an address that stands for a client without a key (`clientOf`); null for a key
   * @returns a function that ends the pace
   * @throws too_many_transfers_at_once
   */
  beginUpload(request: Request, response: Response, visitor: string | null = null): () => void {
    const holders = visitor === null ? this.keyHolders('upload', request) : this.visitorHolders(visitor);
    this.enter('upload', holders, response);
    const time = bodyTimeOf(request);
    time?.stop();
    const { socket } = request;
    const end = this.watchPace(
      () => socket.bytesRead,
      () => {
        if (!request.complete) time?.end();
      },
      { waitsForUs: () => request.readableLength >= request.readableHighWaterMark },
    );
    return () => {
      end();
      // A refused client may go on to send. It has the time of any other body for that.
      if (!request.complete) time?.begin();
    };
  }

  /** @throws too_many_transfers_at_once */
  beginDownload(request: Request, response: Response): void {
    this.enter('download', this.keyHolders('download', request), response);
    const { socket } = request;
    const end = this.watchPace(
      () => socket.bytesWritten,
      () => {
        if (response.headersSent) response.destroy();
      },
      { mayBeBehind: DOWNLOAD_BEHIND },
    );
    AnswerEnd.of(response).whenOver(end);
    endWhenRefused(request, response);
  }

  /** Begins an answer that is made while it leaves, whose client has a pace of its own. @throws too_many_transfers_at_once */
  beginExport(request: Request, response: Response): void {
    if (!this.places.take([['export', EXPORTS_AT_ONCE]], response)) throw tooManyTransfers();
    endWhenRefused(request, response);
  }

  private keyHolders(direction: Direction, request: Request): Holder[] {
    const { workspaceId, customer, isPublic } = contextOf(request);
    if (workspaceId === undefined) throw new Error('A transfer reached its handler without a workspace.');
    return [
      [`${direction} of ${workspaceId}`, this.configuration.transfersAtOnce / 2],
      ...(customer ? [[`${direction} of customer ${customer.id}`, OF_A_CLIENT] as const] : []),
      ...(isPublic === true ? [[`${direction} to ${addressOf(request)}`, OF_A_CLIENT] as const] : []),
    ];
  }

  private visitorHolders(visitor: string): Holder[] {
    return [
      ['upload of visitors', this.configuration.transfersAtOnce / 4],
      [`upload of client ${visitor}`, OF_A_CLIENT],
    ];
  }

  private enter(direction: Direction, holders: readonly Holder[], response: Response): void {
    const all: Holder = [direction, this.configuration.transfersAtOnce];
    if (!this.places.take([all, ...holders], response)) throw tooManyTransfers();
  }

  /**
   * Looks every five seconds at how many bytes have passed, and calls `tooSlow` when they are more than `mayBeBehind` behind the pace.
   * Bytes beyond the pace make up for the past, not for the future. `passed` counts all bytes so far. A client that `waitsForUs`, because
   * the service takes no bytes, at the beginning or the end of these five seconds is not behind.
   * @returns a function that ends the watch
   */
  private watchPace(
    passed: () => number,
    tooSlow: () => void,
    { mayBeBehind = 0, waitsForUs = () => false }: Patience,
  ): () => void {
    const least = (this.configuration.transferBytesPerSecond * PACE_WINDOW_MS) / 1_000;
    let before = passed();
    let behind = 0;
    let waited = false;
    const timer = setInterval(() => {
      const now = passed();
      behind = Math.max(0, behind + least - (now - before));
      const waits = waitsForUs();
      if (waits || waited) behind = 0;
      waited = waits;
      if (behind > mayBeBehind) tooSlow();
      // An answer that could not be ended, since it had not begun, keeps no more than that.
      behind = Math.min(behind, mayBeBehind);
      before = now;
    }, PACE_WINDOW_MS);
    return () => {
      clearInterval(timer);
    };
  }
}

/** Names the address for one file in one way, however a request spells its path. */
const addressOf = ({ params }: Request): string => JSON.stringify(params);

/** Breaks an answer off when its key is revoked, its session has ended or its workspace is suspended while it leaves. */
function endWhenRefused(request: Request, response: Response): void {
  const end = watchAdmission(request, () => {
    if (response.headersSent) response.destroy();
  });
  AnswerEnd.of(response).whenOver(end);
}

export function tooManyTransfers(): RetryLater {
  return new RetryLater(
    'rate_limited',
    'too_many_transfers_at_once',
    'Too many files are under way at once, please wait for some of them.',
    1,
  );
}

/** Names the metadata of a handler that transfers a file: its direction. */
export const TRANSFER = 'support-desk:transfer';

/** Gives a handler the limits of transfers in place of those of other requests [choice 25]. */
export const Transfer = (direction: Direction): MethodDecorator =>
  applyDecorators(SetMetadata(TRANSFER, direction), UseInterceptors(interceptorOf(direction)));

/** Lets a handler read the bytes of a file as they come. No reply is kept, so an `Idempotency-Key` is refused. */
@Injectable()
class UploadInterceptor implements NestInterceptor {
  constructor(private readonly transfers: Transfers) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.headers['idempotency-key'] !== undefined) throw keepsNoReply();
    const end = this.transfers.beginUpload(request, http.getResponse());
    const deadline = deadlineOf(request);
    deadline.pause();
    return next.handle().pipe(
      finalize(() => {
        end();
        deadline.resume();
      }),
    );
  }
}

@Injectable()
class DownloadInterceptor implements NestInterceptor {
  constructor(private readonly transfers: Transfers) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    this.transfers.beginDownload(http.getRequest(), http.getResponse());
    return next.handle();
  }
}

@Injectable()
class ExportInterceptor implements NestInterceptor {
  constructor(private readonly transfers: Transfers) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    this.transfers.beginExport(http.getRequest(), http.getResponse());
    return next.handle();
  }
}

const INTERCEPTORS: Readonly<Record<Direction, Type<NestInterceptor>>> = {
  upload: UploadInterceptor,
  download: DownloadInterceptor,
  export: ExportInterceptor,
  stream: StreamInterceptor,
};

function interceptorOf(direction: Direction): Type<NestInterceptor> {
  return INTERCEPTORS[direction];
}
