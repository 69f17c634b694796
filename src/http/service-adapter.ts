import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

/**
 * Express gives every request and response its own prototypes when it gets them. Objects whose prototype changes have no shape in
 * common, so that all code which touches them stays slow, and outlive the collection of young objects
 * (https://github.com/nodejs/node/issues/37457). Here the server makes them with these prototypes, and Express changes nothing.
 */
export class ServiceAdapter extends ExpressAdapter {
  override initHttpServer({ httpsOptions }: NestApplicationOptions): void {
    const app = this.getInstance<Express>();
    const classes = messageClassesOf(app);
    this.httpServer = httpsOptions
      ? createSecureServer({ ...httpsOptions, ...classes }, app)
      : createServer(classes, app);
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
