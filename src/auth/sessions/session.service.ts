import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../../events/audit-log.service.js';
import type { Deadline } from '../../kernel/time/deadline.js';
import { DeskClock } from '../../kernel/time/desk-clock.js';
import { notFound } from '../../kernel/errors.js';
import { readId, type CustomerId, type SessionId } from '../../kernel/ids.js';
import { pageOf, type Page, type PageRequest } from '../../kernel/page.js';
import { SharedLooks } from './shared-looks.js';
import { AccessVersion } from '../../platform/tenancy/access-version.js';
import type { BoundedCache } from '../../kernel/bounded-cache.js';
import { tenantScope, type InnerScope, type TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { hashApiKey } from '../api-key.js';
import type { ShownKey } from '../shown-key.js';
import { SessionRepository } from './session.repository.js';
import type { ListedSession, ValidSession } from './session.row.js';
import { sessionCreated, sessionEnded } from './session.rules.js';
import { createSessionToken } from './shown-session.js';

const CAPACITY = 20_000;

/** Answers 404, also for a session that has ended. */
export const sessionNotFound = notFound('customer session');

export interface WantedSession extends Pick<ValidSession, 'customerId' | 'origins' | 'seesCompany'> {
  readonly lastsSeconds: number;
}

/** The database's clock ends sessions. `endsHere` is that end by the clock of this process, which may be another one. */
type KnownSession = ValidSession & { readonly endsHere: Date };

/** The token of a new session is shown once. */
export type NewSession = Pick<ValidSession, 'id' | 'expiresAt'> & { readonly token: string };

/** Makes, lists and ends sessions of customers, and recognises requests by them [rule 30]. */
@Injectable()
export class SessionService {
  private readonly cache: BoundedCache<KnownSession>;
  private readonly origins = new SharedLooks<ReadonlySet<string>>();

  constructor(
    private readonly sessions: SessionRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
    private readonly clock: DeskClock,
    version: AccessVersion,
  ) {
    this.cache = version.remember(CAPACITY);
  }

  /** Returns the session if this process remembers it. Null means that the process must ask the database. */
  remembered(shown: ShownKey): ValidSession | null {
    return this.open(this.cache.get(cacheKeyOf(shown)));
  }

  /** Finds the session, if it is open now. */
  async recognise(shown: ShownKey, deadline: Deadline): Promise<ValidSession | null> {
    const scope = tenantScope(shown.workspaceId, null, deadline);
    const load = async (): Promise<KnownSession | null> => {
      const now = this.clock.now().getTime();
      const found = await this.sessions.findValid(scope, shown.hash, this.clock.aheadMs);
      return found && { ...found, endsHere: new Date(now + found.remainingMs) };
    };
    return this.open(await this.cache.getOrLoad(cacheKeyOf(shown), load));
  }

  /** Tells whether pages of this origin may use a session of the workspace that is open now. Anybody may ask, without a limit. */
  async isOpenTo(scope: TenantScope, origin: string): Promise<boolean> {
    const look = (): Promise<ReadonlySet<string>> => this.sessions.origins(scope, this.clock.aheadMs);
    return (await this.origins.ask(scope.workspaceId, look)).has(origin);
  }

  /** Makes a session by the key of the scope. It lives no longer than the key. */
  async create(
    inner: InnerScope,
    { lastsSeconds, ...wanted }: WantedSession,
    id = uuid() as SessionId,
  ): Promise<NewSession> {
    const { apiKeyId } = inner;
    const key = apiKeyId && (await this.sessions.findMaker(inner, apiKeyId));
    if (!key) throw new Error('A session is made by a key that does not exist.');
    const token = createSessionToken();
    // The test clock moves sessions and not keys, so the end of the key is told as a time of the desk.
    const end = key.expiresAt && this.clock.at(key.expiresAt);
    const own = new Date(this.clock.at(key.now).getTime() + lastsSeconds * 1_000);
    const expiresAt = end && end < own ? end : own;
    const session = { ...wanted, expiresAt, id };
    await this.sessions.add(inner, { ...session, apiKeyId, hash: hashApiKey(token) });
    await this.audit.record(inner, sessionCreated(session));
    return { id, expiresAt, token };
  }

  async page(scope: TenantScope, customerId: CustomerId, request: PageRequest): Promise<Page<ListedSession>> {
    const rows = await this.sessions.list(scope, customerId, request, this.clock.aheadMs);
    return pageOf<ListedSession>(rows, request);
  }

  /** Ends a session; every process refuses it within a second. @throws customer_session_not_found */
  async end(scope: TenantScope, reference: string): Promise<void> {
    const id = readId(reference, sessionNotFound) as SessionId;
    if ((await this.endSome(scope, { id })) === 0) throw sessionNotFound();
  }

  /** Ends all sessions of a customer. @returns their number */
  endAllOf(scope: TenantScope, customerId: CustomerId): Promise<number> {
    return this.endSome(scope, { customerId });
  }

  /** Ends all sessions of a workspace that is suspended. The audit entry about the suspension says so. */
  async endAll(inner: InnerScope): Promise<void> {
    await this.sessions.end(inner, {}, this.clock.aheadMs);
  }

  /** A session also ends when the test clock has moved the desk's now past its end [rule 31]. */
  private open(found: KnownSession | null): ValidSession | null {
    return found !== null && found.endsHere > this.clock.now() ? found : null;
  }

  private endSome(
    scope: TenantScope,
    which: { readonly id: SessionId } | { readonly customerId: CustomerId },
  ): Promise<number> {
    return this.unitOfWork.run(scope, async (inner) => {
      const ended = await this.sessions.end(inner, which, this.clock.aheadMs);
      await this.audit.record(inner, ...ended.map(sessionEnded));
      return ended.length;
    });
  }
}

function cacheKeyOf({ workspaceId, hash }: ShownKey): string {
  return `${workspaceId} ${hash.toString('base64')}`;
}
