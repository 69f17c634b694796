import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express, NextFunction, Request, Response } from 'express';
import { insideRequest, insideResponse, type OperationAnswer, type OperationCall } from './inside-request.js';

type Handler = (request: Request, response: Response, next: NextFunction) => unknown;

/** Express gives this part of its router no public type. */
interface RouteLayer {
  readonly route?: {
    readonly path: string;
    readonly stack: readonly { readonly method: string; readonly handle: Handler }[];
  };
}

/**
 * Runs operations of the API inside the process, for a request that the guard has let in. An operation has its own guard, interceptors,
 * pipes, handler and filter. It has no middleware and no limits of the key: the request has passed them.
 */
@Injectable()
export class OperationCalls {
  private readonly handlers = new Map<string, Handler>();

  constructor(private readonly host: HttpAdapterHost) {}

  run(outer: Request, call: OperationCall): Promise<OperationAnswer> {
    return new Promise((resolve, reject) => {
      const request = insideRequest(outer, call);
      void this.handlerOf(call)(request, insideResponse(outer, request, resolve), reject);
    });
  }

  private handlerOf({ method, route }: OperationCall): Handler {
    const name = `${method} ${route}`;
    const known = this.handlers.get(name);
    if (known) return known;
    const { router } = this.host.httpAdapter.getInstance<Express>() as unknown as {
      readonly router: { readonly stack: readonly RouteLayer[] };
    };
    const found = router.stack
      .filter((layer) => layer.route?.path === route)
      .flatMap((layer) => layer.route?.stack ?? [])
      .find((layer) => layer.method === method.toLowerCase());
    if (!found) throw new Error(`A tool calls ${name}, which is no route.`);
    this.handlers.set(name, found.handle);
    return found.handle;
  }
}
