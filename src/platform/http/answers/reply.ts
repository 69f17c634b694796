import { StreamableFile } from '@nestjs/common';
import type { Request } from 'express';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { isRead, answerSpaceOf } from './answer-budget.js';
import { Conditions, entityTagOf } from './conditions.js';
import { ChangingRepresentation, LongAnswer, PreparedAnswer, Representation } from './answer.dto.js';

/** The service cuts a client off that takes nothing of its answer for this time. */
export const UNTAKEN_MS = 15_000;

/** A reply can be kept and sent again. */
export class Reply {
  constructor(
    readonly status: number,
    /** These headers belong to the body, such as `ETag`. */
    readonly headers: Readonly<Record<string, string>>,
    /** The body is JSON, or null when there is none. */
    readonly body: string | null,
  ) {}
}

/** Tells whether `replyTo` knows an answer. The framework sends texts, bytes and streams. */
export function isData(answer: unknown): answer is object | null | undefined {
  if (answer === null || answer === undefined) return true;
  return typeof answer === 'object' && !(answer instanceof StreamableFile);
}

export function isPlain(answer: object | null | undefined): answer is object {
  return answer?.constructor === Object;
}

/** Makes JSON from the answer of a handler, with an entity tag when it is a `Representation`. */
export function replyTo(request: Request, status: number, answer: object | null | undefined): Reply {
  if (answer instanceof Reply) return answer;
  if (answer instanceof Representation)
    return representationReply(request, status, answer as Representation<object>);
  if (answer instanceof PreparedAnswer) return new Reply(status, {}, answer.text);
  if (answer instanceof LongAnswer) return new Reply(status, {}, JSON.stringify(answer.content));
  return new Reply(status, {}, answer ? JSON.stringify(answer) : null);
}

/** Answers 304 without a body when the reader has the representation already. */
function representationReply(request: Request, routeStatus: number, answer: Representation<object>): Reply {
  const { content, whole, location, status = routeStatus } = answer;
  const text = JSON.stringify(content);
  const tag = entityTagOf(whole === content ? text : JSON.stringify(whole));
  const isKnown = isRead(request) && Conditions.of(request.headers).isKnown(tag);
  if (isKnown && !(answer instanceof ChangingRepresentation)) return new Reply(304, { ETag: tag }, null);
  return new Reply(status, { ETag: tag, ...(location !== undefined && { Location: location }) }, text);
}

/** Sends a reply, unless the request was answered already. Node.js sends a text, unlike a buffer, together with the headers. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === null) response.end();
  else {
    const bytes = Buffer.byteLength(body);
    nameContent(response, bytes);
    response.end(body);
    watchUnlessTaken(response, bytes);
  }
}

/** Makes a large answer item by item and sends it. Other requests have their turn in between. */
export async function sendItemwise(response: ServerResponse, status: number, answer: object): Promise<void> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const piece of piecesOf(answer)) {
    bytes += pieces[pieces.push(Buffer.from(piece)) - 1]?.length ?? 0;
    await setImmediate();
    // The time of the request is over, or its client has gone.
    if (response.headersSent || response.destroyed) return;
  }
  response.statusCode = status;
  nameContent(response, bytes);
  for (const piece of pieces) response.write(piece);
  response.end();
  watchUnlessTaken(response, bytes);
}

/** Makes the JSON of an answer in pieces. The lists lose the items that were made, so that memory holds them once. */
function* piecesOf(answer: object): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(value)) yield* piecesOfList(value);
    else yield JSON.stringify(value);
    before = ',';
  }
  yield '}';
}

function* piecesOfList(items: unknown[]): Generator<string> {
  yield '[';
  for (let comma = ''; items.length > 0; comma = ',') yield comma + JSON.stringify(items.shift());
  yield ']';
}

function nameContent(response: ServerResponse, bytes: number): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
}

/** Holds the bytes that the system has not taken at once until the client takes them, which it must do in time. */
export function watchUnlessTaken(response: ServerResponse, bytes: number): void {
  if (response.socket?.writableLength === 0) return;
  answerSpaceOf(response.req as Request)?.hold(bytes);
  response.setTimeout(UNTAKEN_MS);
}
