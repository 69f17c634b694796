import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { unavailable } from '../../kernel/errors.js';
import { Configuration } from '../config/configuration.js';
import { LastingState, lastingStates } from '../http/lasting/lasting-answer.js';
import { RetryLater } from '../http/answers/refusal.js';
import { askAgain } from '../http/requests/admission.js';
import { AnswerEnd } from '../limits/answer-end.js';
import { Places } from '../limits/places.js';
import { AccessVersion } from '../tenancy/access-version.js';
import { contextOf } from '../tenancy/request-context.js';

/** A key or a session has at most this number of streams in each process [rule 33]. */
export const STREAMS_OF_ONE = 10;

/** A client that found no place may try again after this number of seconds. */
const FULL_SECONDS = 5;

/** Keys and sessions also expire, which does not change the version. */
const ASKS_EVERY_MS = 1_000;

interface OpenAnswer extends LastingState {
  isAsked?: boolean;
}

/**
 * Gives answers that last a place, and ends them when the key or the session that asked is not good any more, when the workspace is
 * suspended or deleted, and when the process ends [rule 33].
 */
@Injectable()
export class LastingAnswers implements OnModuleDestroy {
  private readonly places = new Places();
  private readonly open = new Map<OpenAnswer, Request>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly configuration: Configuration,
    version: AccessVersion,
  ) {
    version.whenMoved(() => {
      this.askAll();
    });
  }

  /** The number of streams that are open now. */
  get count(): number {
    return this.open.size;
  }

  /** @throws too_many_streams (503 when the process has no place, 429 when the key or session has all of its own), unavailable */
  begin(request: Request, response: Response): void {
    if (this.isClosed) throw unavailable(new Error('The process ends.'));
    this.takePlaces(request, response);
    const state: OpenAnswer = new LastingState();
    lastingStates.attach(response, state);
    this.open.set(state, request);
    this.timer ??= setInterval(() => {
      this.askAll();
    }, ASKS_EVERY_MS).unref();
    AnswerEnd.of(response).whenOver(() => {
      this.open.delete(state);
      if (this.open.size === 0) this.rest();
    });
  }

  /** Ends all streams and lets no more begin: the process drains. */
  endAll(): void {
    this.isClosed = true;
    for (const state of this.open.keys()) state.end();
  }

  onModuleDestroy(): void {
    this.endAll();
    this.rest();
  }

  /** Half of the places is enough for the sessions of customers, so that keys of agents always find a place. */
  private takePlaces(request: Request, response: Response): void {
    const { apiKeyId, customer } = contextOf(request);
    const most = this.configuration.eventStreams;
    const own = [customer ? `session ${customer.sessionId}` : `key ${apiKeyId}`, STREAMS_OF_ONE] as const;
    if (!this.places.take([own], response)) throw tooManyStreamsOfOne(customer ? 'session' : 'API key');
    const shared = [
      ['all', most] as const,
      ...(customer ? [['sessions', Math.ceil(most / 2)] as const] : []),
    ];
    if (!this.places.take(shared, response)) throw tooManyStreams();
  }

  private askAll(): void {
    for (const [state, request] of this.open) void this.ask(state, request);
  }

  /** Asks whether an answer may continue. When its key cannot be looked up, the answer ends, too, because nobody knows. */
  private async ask(state: OpenAnswer, request: Request): Promise<void> {
    if (state.isAsked === true) return;
    state.isAsked = true;
    try {
      await askAgain(request);
    } catch {
      state.end();
    } finally {
      state.isAsked = false;
    }
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Makes a 503: the process has all the streams that it may have. */
export function tooManyStreams(): RetryLater {
  return new RetryLater(
    'unavailable',
    'too_many_streams',
    'Too many streams of events are open, please try again later.',
    FULL_SECONDS,
  );
}

/** Makes a 429: the key or the session has all of its streams. */
export function tooManyStreamsOfOne(who: 'API key' | 'session'): RetryLater {
  return new RetryLater(
    'rate_limited',
    'too_many_streams',
    `This ${who} has too many streams of events open at once, please end some of them.`,
    FULL_SECONDS,
  );
}

/** Gives a handler that answers with a stream its place. */
@Injectable()
export class StreamInterceptor implements NestInterceptor {
  constructor(private readonly answers: LastingAnswers) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    this.answers.begin(http.getRequest(), http.getResponse());
    return next.handle();
  }
}
