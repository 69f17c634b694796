import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { LongAnswer } from '../answers/answer.dto.js';
import { answerSpaceOf } from '../answers/answer-budget.js';
import { FileAnswer, sendFile } from '../answers/file-answer.js';
import { LastingAnswer, sendLasting } from '../lasting/lasting-answer.js';
import { isTakenInside } from '../answers/inside-answer.js';
import { sendStream, StreamAnswer } from '../answers/stream-answer.js';
import { isData, isPlain, replyTo, sendItemwise, sendReply, type Reply } from '../answers/reply.js';

/** Express as Nest uses it, with two differences: how requests and responses are made, and how answers are sent. */
export class ServiceAdapter extends ExpressAdapter {
  /**
   * Express changes the prototype of every request and response, which makes all code that touches them slow
   * (https://github.com/nodejs/node/issues/37457). Here the server makes them with its prototypes already.
   */
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    this.httpServer = createServer(messageClassesOf(app), app);
  }

  private answered = 0;

  override reply(response: Response, answer: unknown, status?: number): unknown {
    this.answered += 1;
    // It was answered already, when its time was over.
    if (response.headersSent) return undefined;
    if (answer instanceof FileAnswer) return sendFile(response.req, response, answer);
    if (answer instanceof LastingAnswer) {
      sendLasting(response.req, response, answer);
      return undefined;
    }
    if (answer instanceof StreamAnswer)
      return sendStream(response.req, response, answer, () => this.answered);
    if (!isData(answer)) return super.reply(response, answer, status) as unknown;
    if (isTakenInside(response, answer, status ?? response.statusCode)) return undefined;
    if (answer instanceof LongAnswer)
      return sendItemwise(response, status ?? response.statusCode, answer.content as object);
    const space = answerSpaceOf(response.req);
    if (space?.isTaken === true && isPlain(answer))
      return sendItemwise(response, status ?? response.statusCode, answer);
    const reply = replyTo(response.req, status ?? response.statusCode, answer);
    const { length } = reply.body ?? '';
    if (space && length >= space.free)
      return this.replyLarge(response, reply, space.takeFor(response.req, length));
    sendReply(response, reply);
    return undefined;
  }

  private async replyLarge(response: Response, reply: Reply, space: Promise<void>): Promise<void> {
    await space;
    sendReply(response, reply);
  }
}

/** Makes classes whose instances are as `app` would change requests and responses. */
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
