import { StreamableFile } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { ServerResponse } from 'node:http';
import { Reply } from '../kernel/reply.js';
import { Conditions } from './conditions.js';
import { entityTagOf } from './entity-tags.js';
import { takeKeeper, type ReplyKeeper } from './kept-replies.js';
import { PreparedAnswer } from './prepared-answer.js';
import { Representation } from './representation.js';

/**
 * Lets handlers answer in JSON, with an entity tag when they answer with a representation.
 * Whatever is no plain object (nothing at all, a stream, a text) goes the way of the framework.
 */
export function answerInOneWrite(app: NestExpressApplication): void {
  const adapter = app.getHttpAdapter();
  const reply = adapter.reply.bind(adapter);
  adapter.reply = (response: Response, body: unknown, status?: number) => {
    const keeper = takeKeeper(response);
    if (keeper) return keepAndSend(response, keeper, replyOf(status ?? response.statusCode, body));
    // The time of the request was over before its work was done: what was answered then stays answered.
    if (response.headersSent) return undefined;
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile)
      return reply(response, body, status) as unknown;
    if (status !== undefined) response.statusCode = status;
    if (body instanceof PreparedAnswer) sendText(response, body.text);
    else if (body instanceof Representation) sendRepresentation(response, body as Representation<object>);
    else sendText(response, JSON.stringify(body));
    return undefined;
  };
}

/** Ends a response with a body in JSON. */
export function sendJson(response: ServerResponse, body: object): void {
  sendText(response, JSON.stringify(body));
}

/** What a write is answered with when its handler has answered so. */
function replyOf(status: number, answer: unknown): Reply {
  if (answer === undefined) return new Reply(status, {}, null);
  if (!(answer instanceof Representation)) return new Reply(status, {}, JSON.stringify(answer));
  const { content, whole } = answer as Representation<object>;
  const text = JSON.stringify(content);
  return new Reply(status, { ETag: tagOf(text, content, whole) }, text);
}

async function keepAndSend(response: Response, keeper: ReplyKeeper, reply: Reply): Promise<void> {
  sendReply(response, await keeper.answered(reply));
}

/** Ends a response with a reply that is ready, unless it was answered already, because its time was over. */
export function sendReply(response: Response, { status, headers, body }: Reply): void {
  if (response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === null) response.end();
  else sendText(response, body);
}

/** A reader who has the representation already is told so by 304, without a body. */
function sendRepresentation(response: Response, { content, whole }: Representation<object>): void {
  const text = JSON.stringify(content);
  const tag = tagOf(text, content, whole);
  const { method, headers } = response.req;
  const isRead = method === 'GET' || method === 'HEAD';
  const isKnown = isRead && Conditions.of(headers).isKnown(tag);
  response.setHeader('ETag', tag);
  if (!isKnown) {
    sendText(response, text);
    return;
  }
  response.statusCode = 304;
  response.end();
}

function tagOf(text: string, content: object, whole: object): string {
  return entityTagOf(whole === content ? text : JSON.stringify(whole));
}

/**
 * The body leaves as a text, which Node.js sends together with the headers; Express makes a buffer of it, and then headers
 * and body are two system calls.
 */
function sendText(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
