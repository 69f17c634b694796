import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lendSpace } from '../http/answers/answer-budget.js';
import { deadlineOf } from '../http/requests/request-deadline.js';
import { actorOfCustomer } from './acting-customer.js';
import { contextOf } from './request-context.js';
import { tenantScope } from './tenant-scope.js';

/**
 * Makes the scope that handlers get, from the workspace that the host names and the key or session that the guard has recognised. A public route
 * has no key: a secret in its request says what it may do there. Without a workspace, such as an asset of a page, it has no scope.
 */
@Injectable()
export class TenantInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const known = contextOf(request);
    const { workspaceId, apiKeyId = null, customer, isPublic = false, address } = known;
    if (!isPublic && (workspaceId === undefined || (apiKeyId === null && customer === undefined)))
      throw new Error('A request reached its handler without a workspace, or without a key or a session.');
    if (workspaceId !== undefined) {
      const actor = customer === undefined ? null : actorOfCustomer(customer);
      // Every initiator has the same keys. The engine makes objects of one form faster.
      const initiator = { requestId: request.id, actor, address, customer };
      lendSpace(request, initiator);
      known.scope = tenantScope(workspaceId, apiKeyId, deadlineOf(request), initiator);
    }
    return next.handle();
  }
}
