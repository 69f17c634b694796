import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import type { Observable } from 'rxjs';

/** The older routes are deprecated since 2026-01-01T00:00:00Z, in the form of RFC 9745. */
const DEPRECATED_SINCE = '@1767225600';

/** Adds to every answer of an older route the address of its successor: the same path below `successor` instead of `deprecated`. */
export function deprecatedRoutes(deprecated: string, successor: string): RequestHandler {
  return (request, response, next) => {
    const [path = ''] = request.originalUrl.split('?');
    const rest = path.slice(deprecated.length);
    const Link = linkTo(rest === '' ? successor.replace(/\/$/, '') : successor + rest);
    response.set({ Deprecation: DEPRECATED_SINCE, Link });
    next();
  };
}

/** Names the address that replaces an older one by the body of its request, also when the answer was kept. */
export class BodySuccessorInterceptor implements NestInterceptor {
  /** @param addressOf gives null when the body names no address */
  constructor(private readonly addressOf: (body: unknown) => string | null) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const address = this.addressOf(http.getRequest<Request>().body);
    if (address !== null) http.getResponse<Response>().set({ Link: linkTo(address) });
    return next.handle();
  }
}

/** These characters would end the address in the header. A valid address holds them encoded only. */
function linkTo(address: string): string {
  return `<${address.replace(/[<>"]/g, encodeURIComponent)}>; rel="successor-version"`;
}
