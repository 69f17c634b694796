import type { Request, RequestHandler } from 'express';
import { AttachedValue } from '../../../kernel/attached-value.js';
import type { Deadline } from '../../../kernel/time/deadline.js';
import { outcomeUnknown, unavailable, type DomainError } from '../../../kernel/errors.js';
import { AnswerEnd } from '../../limits/answer-end.js';
import { answerError } from '../answers/error-response.js';

/** The service answers every request in this time ([rule 2]: never a hang over 5 seconds). */
const BUDGET_MS = 4_000;

/** The time that a request has left. The clock stops while the client is sending the body. */
class RequestDeadline implements Deadline {
  private spentMs = 0;
  private since: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private isKeeping = false;

  constructor(private readonly giveUp: (error: DomainError) => void) {
    this.resume();
  }

  get remainingMs(): number {
    // The timer may fire a little early, and the answer that it has sent stays.
    if (this.isOver) return 0;
    const running = this.since === null ? 0 : performance.now() - this.since;
    return BUDGET_MS - this.spentMs - running;
  }

  pause(): void {
    this.spentMs = BUDGET_MS - this.remainingMs;
    this.since = null;
    clearTimeout(this.timer);
  }

  resume(): void {
    this.since = performance.now();
    this.timer = setTimeout(() => {
      this.expire();
    }, this.remainingMs);
  }

  beginKeeping(): void {
    this.isKeeping = true;
  }

  private expire(): void {
    this.isOver = true;
    this.giveUp(this.isKeeping ? outcomeUnknown() : unavailable());
  }
}

const deadlines = new AttachedValue<Request, RequestDeadline>('deadline');

/** Answers 503 when the time of a request is over. Work that goes on for it must not be committed. */
export const answerInTime: RequestHandler = (request, response, next) => {
  const deadline = new RequestDeadline((error) => {
    if (!response.headersSent) answerError(request, response, error);
  });
  deadlines.attach(request, deadline);
  AnswerEnd.of(response).whenOver(() => {
    deadline.pause();
  });
  next();
};

/** Gives a request inside another one the time that this one has. */
export function shareDeadline(outer: Request, inside: Request): void {
  deadlines.attach(inside, deadlineOf(outer));
}

export function deadlineOf(request: Request): RequestDeadline {
  const deadline = deadlines.of(request);
  if (!deadline) throw new Error('A request came past the middleware that gives it its time.');
  return deadline;
}
