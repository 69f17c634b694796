import { StreamableFile } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';

/**
 * Lets handlers answer by `sendJson`. Whatever is no plain object (nothing at all, a stream, a text) goes the way of the
 * framework.
 */
export function answerInOneWrite(app: NestExpressApplication): void {
  const adapter = app.getHttpAdapter();
  const reply = adapter.reply.bind(adapter);
  adapter.reply = (response: Response, body: unknown, status?: number) => {
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile)
      return reply(response, body, status) as unknown;
    if (status !== undefined) response.statusCode = status;
    sendJson(response, body);
    return undefined;
  };
}

/**
 * Ends a response with a body in JSON. It leaves as a text, which Node.js sends together with the headers; Express makes a
 * buffer of it, and then headers and body are two system calls.
 */
export function sendJson(response: Response, body: object): void {
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
