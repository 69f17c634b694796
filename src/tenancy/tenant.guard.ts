import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { PUBLIC } from '../http/public.decorator.js';
import { deadlineOf } from '../http/request-deadline.js';
import { contextOf } from './request-context.js';
import { tenantScope } from './tenant-scope.js';

/** Joins both halves, workspace and key, to the scope that handlers get. A missing half is a defect, never "no scope". */
@Injectable()
export class TenantGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()]))
      return true;
    const request = context.switchToHttp().getRequest<Request>();
    const known = contextOf(request);
    if (known.workspaceId === undefined || known.apiKeyId === undefined) {
      throw new Error('A request reached its handler without a workspace or a key.');
    }
    known.scope = tenantScope(known.workspaceId, known.apiKeyId, deadlineOf(request), {
      requestId: request.id,
      actor: null,
    });
    return true;
  }
}
