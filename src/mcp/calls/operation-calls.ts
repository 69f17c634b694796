import { Injectable, RequestMethod } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { Express, NextFunction, Request, Response } from 'express';
import {
  insideRequest,
  insideResponse,
  type OperationAnswer,
  type OperationRequest,
  type OperationRoute,
} from './inside-request.js';
import type { OperationId } from './operations.js';

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
  private readonly routes = new Map<OperationId, OperationRoute & { readonly handle: Handler }>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  run(outer: Request, id: OperationId, call: OperationRequest): Promise<OperationAnswer> {
    return new Promise((resolve, reject) => {
      const route = this.routeOf(id);
      const request = insideRequest(outer, route, call);
      void route.handle(request, insideResponse(outer, request, resolve), reject);
    });
  }

  private routeOf(id: OperationId): OperationRoute & { readonly handle: Handler } {
    const known = this.routes.get(id);
    if (known) return known;
    const route = this.declaredRoutes().find(({ operation }) => operation?.operationId === id);
    const handle = route && this.handlerOf(route);
    if (!route || !handle) throw new Error(`A tool calls ${id}, which is no operation.`);
    const found = { ...route, handle };
    this.routes.set(id, found);
    return found;
  }

  private declaredRoutes(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      const { prototype } = metatype as { readonly prototype: Readonly<Record<string, object>> };
      return this.scanner
        .getAllMethodNames(prototype)
        .map((name) => declaredRoute(metatype, prototype[name]));
    });
  }

  private handlerOf({ method, path }: OperationRoute): Handler | undefined {
    const { router } = this.host.httpAdapter.getInstance<Express>() as unknown as {
      readonly router: { readonly stack: readonly RouteLayer[] };
    };
    return router.stack
      .filter((layer) => layer.route?.path === path)
      .flatMap((layer) => layer.route?.stack ?? [])
      .find((layer) => layer.method === method.toLowerCase())?.handle;
  }
}

interface DeclaredRoute extends OperationRoute {
  readonly operation: { readonly operationId: string } | undefined;
}

/** Reads what the decorators of Nest and of its document have left. */
function declaredRoute(controller: unknown, handler: unknown): DeclaredRoute {
  const of = (key: string, target: unknown): unknown => Reflect.getMetadata(key, target as object);
  const [base, rest] = [of('path', controller), of('path', handler)] as string[];
  return {
    operation: of('swagger/apiOperation', handler) as DeclaredRoute['operation'],
    method: RequestMethod[of('method', handler) as RequestMethod],
    path: `/${[base, rest].filter((part) => part !== '/').join('/')}`,
  };
}
