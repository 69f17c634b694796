import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
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
import { RequestLimits } from './request-limits.js';

/** A refusal leaves at the next multiple of this many milliseconds, so that its time does not tell its reason. */
const REFUSAL_STEP_MS = 20;

/**
 * The second half of a scope, on every route that is not public: a key of the workspace that the host named, which may be used
 * for what the route does, and so often.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeyService,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()]))
      return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const key = this.remembered(request) ?? (await this.recognised(request, http.getResponse()));
    contextOf(request).apiKeyId = key.id;
    await this.limits.countRequest(key, http.getResponse());
    this.refuseUnlessAllowed(key, context);
    return true;
  }

  private remembered(request: Request): ValidKey | null {
    const { workspaceId } = contextOf(request);
    const shown = request.headers['x-api-key'];
    if (workspaceId === undefined || typeof shown !== 'string') return null;
    return this.keys.remembered(workspaceId, shown);
  }

  /** The key of a request, looked up, unless too much has failed from its address. */
  private async recognised(request: Request, response: Response): Promise<ValidKey> {
    await this.limits.refuseAfterFailures(request, response);
    const started = performance.now();
    const key = await this.recognise(request);
    if (key !== null) return key;
    await this.limits.countFailure(request);
    await evenOut(performance.now() - started);
    throw authenticationFailed();
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
