import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ACCESS,
  ALTERNATIVE_ACCESS,
  INCLUDE_ACCESS,
  type Access,
  type AccessOfKeys,
  type IncludeScopes,
} from '../platform/routes/access.js';
import { allows } from '../platform/features/scopes.js';
import { missingScope } from '../platform/routes/missing-scope.js';
import { permitReading } from '../platform/http/server/cross-origin.js';
import { AnswerBudget } from '../platform/http/answers/answer-budget.js';
import { deadlineOf } from '../platform/http/requests/request-deadline.js';
import { noteAdmission, noteLastingAdmission } from '../platform/http/requests/admission.js';
import { TRANSFER, type Direction } from '../platform/transfers/transfers.js';
import { namesOf } from '../kernel/text.js';
import { deadlineIn, type Deadline } from '../kernel/time/deadline.js';
import { workspaceNotFound, workspaceSuspended } from '../platform/tenancy/workspaces/workspace-refusals.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { contextOf } from '../platform/tenancy/request-context.js';
import type { ValidKey } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { SessionService } from './sessions/session.service.js';
import type { ValidSession } from './sessions/session.row.js';
import { shownSessionOf } from './sessions/shown-session.js';
import { authenticationFailed } from './auth.errors.js';
import { RequestLimits } from './request-limits.js';
import type { KeyScope } from './scopes.js';
import { shownKeyOf, type ShownKey } from './shown-key.js';

/** A refusal is sent at the next multiple of this number of milliseconds, so that its timing does not tell its reason. */
const REFUSAL_STEP_MS = 20;
/** A look at a key or session while its answer lasts has this time. */
const ASKED_AGAIN_MS = 4_000;

interface KeyScopes {
  readonly scopes: readonly string[] | null;
}

/**
 * Lets a request pass to a public route, or with a key or session of the workspace, as the route asks (else 401), within its limits (429),
 * with the route's scope (403). A suspended workspace refuses every key (403), has no sessions (401) and no public routes (404).
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeyService,
    private readonly sessions: SessionService,
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
    return access === 'session' ? this.admitSession(context) : this.admitKey(context, access);
  }

  /** Lets a request pass with a key. @throws authentication_failed, rate_limited, workspace_suspended, missing_scope */
  private async admitKey(context: ExecutionContext, access: AccessOfKeys | undefined): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    let shown = shownKeyOf(request);
    let key = shown && this.keys.remembered(shown);
    if (key === null) {
      const recognise = (): Promise<ValidKey | null> => this.recognise(request, shownKeyOf(request));
      key = await this.lookUp(request, response, recognise);
      // The look-up may have found that the subdomain has another workspace by now.
      shown = shownKeyOf(request);
    }
    const { isSuspended = false } = contextOf(request);
    Object.assign(contextOf(request), { apiKeyId: key.id, keyScopes: key.scopes });
    await this.limits.countRequest(key, response);
    if (isSuspended) throw workspaceSuspended();
    noteAdmission(
      request,
      () => this.admitAgain(request, shown),
      (more) => this.limits.countMore(key, more, response),
    );
    this.refuseUnlessAllowed(context, key, access);
    // Transfers of files take long. They have places of their own, so that other requests of the key need not wait for them.
    if (this.isTransfer(context, () => this.admitLasting(context, access, shown))) return true;
    await this.limits.takeTurn(key, response);
    if (shown) await this.answers.admit(shown.workspaceId, request, response);
    return true;
  }

  /** Lets a request pass with a session [rule 30]. Only pages of its origins may read the answer. @throws authentication_failed, rate_limited */
  private async admitSession(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    let shown = openSessionOf(request);
    const recognise = async (deadline: Deadline = deadlineOf(request)): Promise<ValidSession | null> => {
      shown = openSessionOf(request);
      return shown && (await this.sessions.recognise(shown, deadline));
    };
    const session =
      (shown && this.sessions.remembered(shown)) ?? (await this.lookUp(request, response, recognise));
    const { id: sessionId, customerId: id, apiKeyId, seesCompany, expiresAt, origins } = session;
    contextOf(request).customer = { id, sessionId, apiKeyId, seesCompany, expiresAt };
    permitReading(request, response, origins);
    await this.limits.countRequestOf(sessionId, response);
    const again = async (): Promise<void> => {
      if ((await recognise(deadlineIn(ASKED_AGAIN_MS))) === null) throw authenticationFailed();
    };
    noteAdmission(request, again);
    if (this.isTransfer(context, again)) return true;
    await this.limits.takeTurnOf(id, response);
    if (shown) await this.answers.admit(shown.workspaceId, request, response);
    return true;
  }

  /** Tells whether a request is limited as a transfer. The right to its answer is checked by `again` as long as the answer lasts. */
  private isTransfer(context: ExecutionContext, again: () => Promise<void>): boolean {
    const transfer = this.reflector.get<Direction | undefined>(TRANSFER, context.getHandler());
    if (transfer === undefined) return false;
    if (transfer !== 'upload') noteLastingAdmission(context.switchToHttp().getRequest(), again);
    return true;
  }

  /** Checks again after a body that arrived slowly. @throws authentication_failed, workspace_suspended, workspace_not_found */
  private async admitAgain(request: Request, shown: ShownKey | null, deadline?: Deadline): Promise<void> {
    const { address } = contextOf(request);
    const workspace = address && (await this.workspaces.find(address.subdomain));
    if (!workspace) throw workspaceNotFound();
    if (shown && (await this.recognise(request, shown, deadline)) === null) throw authenticationFailed();
    if (workspace.isSuspended) throw shown ? workspaceSuspended() : workspaceNotFound();
  }

  /** Checks again while an answer lasts: the key may also have lost the scope. @throws missing_scope, and what `admitAgain` throws */
  private async admitLasting(
    context: ExecutionContext,
    access: AccessOfKeys | undefined,
    shown: ShownKey | null,
  ): Promise<void> {
    const request = context.switchToHttp().getRequest<Request>();
    // The answer lasts longer than the time of its request.
    const deadline = deadlineIn(ASKED_AGAIN_MS);
    await this.admitAgain(request, shown, deadline);
    const key = await this.recognise(request, shown, deadline);
    if (key !== null) this.refuseUnlessAllowed(context, key, access);
  }

  /** Admits an operation that a request runs inside the process, with the scopes of its key. @throws missing_scope */
  private async admitInside(context: ExecutionContext, access: Access | undefined): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { workspaceId, keyScopes } = contextOf(request);
    if (workspaceId === undefined || keyScopes === undefined || access === 'public' || access === 'session')
      throw new Error('An operation runs inside a request without a key.');
    this.refuseUnlessAllowed(context, { scopes: keyScopes }, access);
    await this.answers.admit(workspaceId, request, http.getResponse());
    return true;
  }

  /** Refuses a key that may not call the route, or not see a part that `include` adds. @throws missing_scope */
  private refuseUnlessAllowed(
    context: ExecutionContext,
    key: KeyScopes,
    access: AccessOfKeys | undefined,
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

  private async recognise(
    request: Request,
    shown: ShownKey | null,
    deadline: Deadline = deadlineOf(request),
  ): Promise<ValidKey | null> {
    return shown && (await this.keys.recognise(shown, deadline));
  }

  /** Finds the key or session, however often its address has failed before. @throws authentication_failed, too_many_failed_authentications */
  private async lookUp<Found>(
    request: Request,
    response: Response,
    recognise: () => Promise<Found | null>,
  ): Promise<Found> {
    const started = performance.now();
    const found = (await recognise()) ?? ((await this.isOfAnother(request)) ? await recognise() : null);
    if (found !== null) return found;
    await waitForNextStep(performance.now() - started);
    await this.limits.noteFailure(request, response);
    throw authenticationFailed();
  }

  /**
   * Looks again which workspace has the subdomain: one that is deleted leaves it at once to another one, whose keys and sessions work at
   * once, and this process remembers the old one for less than a second. What is no key or token asks no database.
   */
  private async isOfAnother(request: Request): Promise<boolean> {
    const context = contextOf(request);
    const isShown = shownKeyOf(request) !== null || shownSessionOf(request) !== null;
    const now = isShown && context.address && (await this.workspaces.findAnew(context.address.subdomain));
    if (!now || now.id === context.workspaceId) return false;
    Object.assign(context, { workspaceId: now.id, isSuspended: now.isSuspended });
    return true;
  }
}

/** Reads the token of a request to a workspace that is not suspended. */
function openSessionOf(request: Request): ShownKey | null {
  return contextOf(request).isSuspended === true ? null : shownSessionOf(request);
}

function refuseUnlessAllowed(
  { scopes }: KeyScopes,
  access: AccessOfKeys | undefined,
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
