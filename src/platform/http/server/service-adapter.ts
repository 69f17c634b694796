import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { roomOf } from '../answers/answer-budget.js';
import { FileAnswer, sendFile } from '../answers/file-answer.js';
import { isData, isPlain, replyTo, sendItemwise, sendReply, type Reply } from '../answers/reply.js';

/** Express as Nest uses it, with two differences: how requests and responses are made, and how answers are sent. */
export class ServiceAdapter extends ExpressAdapter {
  /**
   * Express gives every request and response its own prototypes when it gets them. Objects whose prototype changes have no
   * shape in common, so all code that touches them stays slow, and they outlive the collection of young objects
   * (https://github.com/nodejs/node/issues/37457). Here the server makes them with these prototypes, and Express changes nothing.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.httpServer = createServer(messageClassesOf(app), app);
  }

  /** Sends what a handler has answered. */
  override reply(response: Response, answer: unknown, status?: number): unknown {
    // The time of the request was over before its work was done, and it was answered then.
    if (response.headersSent) return undefined;
    if (answer instanceof FileAnswer) return sendFile(response.req, response, answer);
    if (!isData(answer)) return super.reply(response, answer, status) as unknown;
    const room = roomOf(response.req);
    if (room?.isTaken === true && isPlain(answer))
      return sendItemwise(response, status ?? response.statusCode, answer);
    const reply = replyTo(response.req, status ?? response.statusCode, answer);
    const { length } = reply.body ?? '';
    if (room && length >= room.free)
      return this.replyLarge(response, reply, room.takeFor(response.req, length));
    sendReply(response, reply);
    return undefined;
  }

  private async replyLarge(response: Response, reply: Reply, room: Promise<void>): Promise<void> {
    await room;
    sendReply(response, reply);
  }
}

/** Classes whose instances are what `app` would make of requests and responses. */
function messageClassesOf(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class ServiceRequest extends IncomingMessage {}
  class ServiceResponse<
    Answered extends IncomingMessage = IncomingMessage,
  > extends ServerResponse<Answered> {}
  Object.setPrototypeOf(ServiceRequest.prototype, app.request);
  Object.setPrototypeOf(ServiceResponse.prototype, app.response);
  app.request = ServiceRequest.prototype as Request;
  app.response = ServiceResponse.prototype as Response;
  return { IncomingMessage: ServiceRequest, ServerResponse: ServiceResponse };
}
