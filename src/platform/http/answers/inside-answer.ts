import type { Response } from 'express';
import { AttachedValue } from '../../../kernel/attached-value.js';
import { LongAnswer, PreparedAnswer, Representation } from './answer.dto.js';
import { entityTagOf } from './conditions.js';
import { Reply } from './reply.js';

/** The answer of an operation that a request runs inside the process, such as a tool. */
export interface InsideAnswer {
  readonly status: number;
  /** The entity tag as the header has it. */
  readonly etag: string | null;
  /** The body as its JSON would be read; null when there is none. */
  readonly body: unknown;
}

type Taker = (answer: InsideAnswer) => void;

const takers = new AttachedValue<Response, Taker>('taker of the answer');

/** Hands over the answer of a handler as an object: it is not sent, so nobody needs its bytes. */
export function takeInside(response: Response, take: Taker): void {
  takers.attach(response, take);
}

/** Tells whether the answer was taken. */
export function isTakenInside(
  response: Response,
  answer: object | null | undefined,
  status: number,
): boolean {
  const take = takers.of(response);
  take?.(insideAnswerOf(answer, status));
  return take !== undefined;
}

function insideAnswerOf(answer: object | null | undefined, status: number): InsideAnswer {
  if (answer instanceof Reply)
    return { status: answer.status, etag: answer.headers['ETag'] ?? null, body: read(answer.body) };
  if (answer instanceof PreparedAnswer) return { status, etag: null, body: read(answer.text) };
  if (answer instanceof LongAnswer) return { status, etag: null, body: answer.content };
  if (!(answer instanceof Representation)) return { status, etag: null, body: answer ?? null };
  const { content, whole, status: own = status } = answer as Representation<object>;
  return { status: own, etag: entityTagOf(JSON.stringify(whole)), body: content };
}

function read(text: string | null): unknown {
  return text === null ? null : (JSON.parse(text) as unknown);
}
