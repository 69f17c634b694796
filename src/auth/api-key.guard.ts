import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { setTimeout as wait } from 'node:timers/promises';
import { PUBLIC } from '../http/public.decorator.js';
import { deadlineOf } from '../http/request-deadline.js';
import { REQUIRED_SCOPE } from '../http/required-scope.js';
import type { KeyScope } from '../kernel/key-scopes.js';
import { contextOf } from '../tenancy/request-context.js';
import { tenantScope } from '../tenancy/tenant-scope.js';
import { allows } from './api-key.rules.js';
import type { ValidKey } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { authenticationFailed, missingScope } from './auth.errors.js';

/** A refusal leaves at the next multiple of this many milliseconds, so that its time does not tell its reason. */
const REFUSAL_STEP_MS = 20;

/**
 * The second half of a scope, on every route that is not public: a key of the workspace that the host named, which may be used
 * for what the route does.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeyService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()]))
      return true;
    const request = context.switchToHttp().getRequest<Request>();
    const started = performance.now();
    const key = await this.recognise(request);
    if (key === null) {
      await evenOut(performance.now() - started);
      throw authenticationFailed();
    }
    contextOf(request).apiKeyId = key.id;
    this.refuseUnlessAllowed(key, context);
    return true;
  }

  private refuseUnlessAllowed({ scopes }: ValidKey, context: ExecutionContext): void {
    const scope = this.reflector.get<KeyScope | undefined>(REQUIRED_SCOPE, context.getHandler());
    if (scope === undefined)
      throw new Error('A route says neither which scope it needs nor that it is public.');
    if (!allows(scopes, scope)) throw missingScope(scope);
  }

  private async recognise(request: Request): Promise<ValidKey | null> {
    const { workspaceId } = contextOf(request);
    const shown = request.headers['x-api-key'];
    if (workspaceId === undefined || typeof shown !== 'string') return null;
    return this.keys.recognise(tenantScope(workspaceId, null, deadlineOf(request)), shown);
  }
}

function evenOut(spentMs: number): Promise<void> {
  return wait(REFUSAL_STEP_MS - (spentMs % REFUSAL_STEP_MS));
}
