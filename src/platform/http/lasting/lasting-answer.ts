import type { Request, Response } from 'express';
import { AttachedValue } from '../../../kernel/attached-value.js';
import { AnswerEnd } from '../../limits/answer-end.js';
import { deadlineOf } from '../requests/request-deadline.js';
import { EventLine } from './event-line.js';

/** A stream of events as the answer of a handler: it lasts, and counts for none of the limits of answers that end. */
export class LastingAnswer {
  constructor(
    /** The first event has a higher position. */
    readonly position: number,
    /** Begins to feed the line. @returns a function that ends that */
    readonly listen: (line: EventLine) => () => void,
  ) {}
}

/** Tells of a request whose answer lasts. It may have to end before it has begun. */
export class LastingState {
  private line: EventLine | null = null;
  private isEnded = false;
  private begunAt: number | null = null;

  /** The moment of `performance.now()` at which the first byte was sent; null before that. */
  get since(): number | null {
    return this.begunAt;
  }

  begin(line: EventLine): void {
    this.begunAt = performance.now();
    this.line = line;
    if (this.isEnded) line.end();
  }

  end(): void {
    this.isEnded = true;
    this.line?.end();
  }
}

/** A response has it when the operation says that its answer lasts. */
export const lastingStates = new AttachedValue<Response, LastingState>('lasting answer');

const HEADERS = {
  'Content-Type': 'text/event-stream',
  // Nothing on the way may keep, change or collect what is sent.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/** Sends the headers, and events from then on. The time of the request is for its first bytes. */
export function sendLasting(request: Request, response: Response, { position, listen }: LastingAnswer): void {
  const end = AnswerEnd.of(response);
  if (end.isOver) return;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  request.socket.setTimeout(0);
  deadlineOf(request).pause();
  const line = new EventLine(response, position);
  const leave = listen(line);
  end.whenOver(() => {
    line.close();
    leave();
  });
  lastingStates.of(response)?.begin(line);
}
