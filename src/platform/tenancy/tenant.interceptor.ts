import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { roomToRead } from '../http/answers/answer-budget.js';
import { contextOf } from './request-context.js';
import { scopeOf } from './tenant.decorator.js';

/**
 * Makes the scope that handlers get, from the workspace that the host names and the key that the guard has recognised. A
 * request without one of them is a defect, unless its route is public.
 */
@Injectable()
export class TenantInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const known = contextOf(request);
    if (known.isPublic !== true) {
      const { workspaceId, apiKeyId } = known;
      if (workspaceId === undefined || apiKeyId === undefined)
        throw new Error('A request reached its handler without a workspace or a key.');
      known.scope = scopeOf(request, workspaceId, apiKeyId, roomToRead(request));
    }
    return next.handle();
  }
}
