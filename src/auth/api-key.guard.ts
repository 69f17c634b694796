import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ACCESS,
  ALTERNATIVE_ACCESS,
  INCLUDE_ACCESS,
  type Access,
  type IncludeScopes,
} from '../platform/routes/access.js';
import { missingScope } from '../platform/routes/missing-scope.js';
import { AnswerBudget } from '../platform/http/answers/answer-budget.js';
import { deadlineOf } from '../platform/http/requests/request-deadline.js';
import { noteAdmission } from '../platform/http/requests/admission.js';
import { TRANSFER } from '../platform/transfers/transfers.js';
import { namesOf } from '../kernel/text.js';
import { workspaceNotFound, workspaceSuspended } from '../platform/tenancy/workspaces/workspace-refusals.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { contextOf } from '../platform/tenancy/request-context.js';
import { allows } from './api-key.rules.js';
import type { ValidKey } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { authenticationFailed } from './auth.errors.js';
import { RequestLimits } from './request-limits.js';
import type { KeyScope } from './scopes.js';
import { shownKeyOf, type ShownKey } from './shown-key.js';

/** A refusal leaves at the next multiple of this many milliseconds, so that its time does not tell its reason. */
const REFUSAL_STEP_MS = 20;

interface KeyScopes {
  readonly scopes: readonly string[] | null;
}

/** Lets a request pass to a public route, or with a key of the workspace (else 401), within its limits (429), with the route's scope (403). A suspended workspace refuses every key (403) and has no public routes (404). */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeyService,
    private readonly limits: RequestLimits,
    private readonly answers: AnswerBudget,
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const { isSuspended = false, isInside = false } = contextOf(request);
    if (isInside) return this.admitInside(context, access);
    if (access === 'public') {
      if (isSuspended) throw workspaceNotFound();
      contextOf(request).isPublic = true;
      noteAdmission(request, () => this.admitAgain(request, null));
      return true;
    }
    const shown = shownKeyOf(request);
    const key =
      (shown && this.keys.remembered(shown)) ?? (await this.lookUp(request, http.getResponse(), shown));
    Object.assign(contextOf(request), { apiKeyId: key.id, keyScopes: key.scopes });
    await this.limits.countRequest(key, http.getResponse());
    if (isSuspended) throw workspaceSuspended();
    noteAdmission(request, () => this.admitAgain(request, shown));
    this.refuseUnlessAllowed(context, key, access);
    // Transfers of files take long. They have places of their own, so that other requests of the key need not wait for them.
    if (this.reflector.get(TRANSFER, context.getHandler()) !== undefined) return true;
    await this.limits.takeTurn(key, http.getResponse());
    if (shown) await this.answers.admit(shown.workspaceId, request, http.getResponse());
    return true;
  }

  /** Asks again when a body has come that took its time. @throws authentication_failed, workspace_suspended, workspace_not_found */
  private async admitAgain(request: Request, shown: ShownKey | null): Promise<void> {
    const { address } = contextOf(request);
    const workspace = address && (await this.workspaces.find(address.subdomain));
    if (!workspace) throw workspaceNotFound();
    if (shown && (await this.keys.recognise(shown, deadlineOf(request))) === null)
      throw authenticationFailed();
    if (workspace.isSuspended) throw shown ? workspaceSuspended() : workspaceNotFound();
  }

  /** Lets an operation pass that a request runs inside the process, with the scopes of its key. @throws missing_scope */
  private async admitInside(context: ExecutionContext, access: Access | undefined): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { workspaceId, keyScopes } = contextOf(request);
    if (workspaceId === undefined || keyScopes === undefined || access === 'public')
      throw new Error('An operation runs inside a request without a key.');
    this.refuseUnlessAllowed(context, { scopes: keyScopes }, access);
    await this.answers.admit(workspaceId, request, http.getResponse());
    return true;
  }

  /** Refuses a key that may not call the route, or not see a part that `include` adds. @throws missing_scope */
  private refuseUnlessAllowed(
    context: ExecutionContext,
    key: KeyScopes,
    access: Exclude<Access, 'public'> | undefined,
  ): void {
    const handler = context.getHandler();
    const alternative = (): KeyScope | undefined =>
      this.reflector.get<KeyScope | undefined>(ALTERNATIVE_ACCESS, handler);
    refuseUnlessAllowed(key, access, alternative);
    const scopes = this.reflector.get<IncludeScopes | undefined>(INCLUDE_ACCESS, handler);
    if (scopes === undefined) return;
    const { include } = context.switchToHttp().getRequest<Request>().query as {
      include?: string | string[];
    };
    const names = include === undefined ? [] : namesOf(include);
    for (const [name, scope] of Object.entries(scopes))
      if (names.includes(name)) refuseUnlessAllowed(key, scope);
  }

  /** Finds the key, however often its address has failed before. @throws authentication_failed, too_many_failed_authentications */
  private async lookUp(request: Request, response: Response, shown: ShownKey | null): Promise<ValidKey> {
    const started = performance.now();
    const key = shown && (await this.keys.recognise(shown, deadlineOf(request)));
    if (key !== null) return key;
    await waitForNextStep(performance.now() - started);
    await this.limits.refuseAfterFailures(request, response);
    await this.limits.countFailure(request);
    throw authenticationFailed();
  }
}

function refuseUnlessAllowed(
  { scopes }: KeyScopes,
  access: Exclude<Access, 'public'> | undefined,
  alternative: () => KeyScope | undefined = () => undefined,
): void {
  if (access === undefined)
    throw new Error(
      'A route says neither which scope it needs, nor that any key will do, nor that it is public.',
    );
  if (access === 'any key' || allows(scopes, access)) return;
  const other = alternative();
  if (other === undefined || !allows(scopes, other)) throw missingScope(access);
}

function waitForNextStep(spentMs: number): Promise<void> {
  return wait(REFUSAL_STEP_MS - (spentMs % REFUSAL_STEP_MS));
}
