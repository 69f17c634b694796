import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookId, WorkspaceId } from '../../kernel/ids.js';
import { traceOf } from '../../kernel/thrown.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { TakenDelivery, WaitingEndpoint } from '../deliveries/delivery.rules.js';
import { DueDeliveriesRepository } from '../deliveries/due-deliveries.repository.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { DeliveryTry } from './delivery-try.service.js';

/** Requests at once: of all processes to an endpoint, and of this process. */
const AT_ONCE = { endpoint: 4, process: 64 } as const;
/** Endpoints whose last try failed get one request at once, and together this many, so that they delay nobody else. */
const FAILING_AT_ONCE = { endpoint: 1, process: 16 } as const;
/** At its end, a process waits so long for requests under way. */
const PATIENCE_MS = 2_500;

/** A look through what is due in a workspace. */
interface Round {
  isWantedAgain: boolean;
}

/** What is being sent to an endpoint. */
interface UnderWay {
  count: number;
  isFailing: boolean;
}

/**
 * Sends what is due: takes it by a lease, without an open transaction while it sends, and goes on as soon as a request has ended. What a
 * process that was killed has taken is sent again by another one when the lease ends.
 */
@Injectable()
export class WebhookDispatcher implements OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly stop = new AbortController();
  private readonly requests = new Set<Promise<void>>();
  private readonly endpoints = new Map<WebhookId, UnderWay>();
  /** The round of each workspace that is looked through now, and whether another one is wanted behind it. */
  private readonly rounds = new Map<WorkspaceId, Round>();
  /** Workspaces that found no room in this process, in the order in which they get some. */
  private readonly hungry = new Map<WorkspaceId, TenantScope>();
  private readonly alarms = new Map<WorkspaceId, NodeJS.Timeout>();
  private readonly ending = new AbortController();

  constructor(
    private readonly deliveries: DueDeliveriesRepository,
    private readonly secrets: WebhookSecrets,
    private readonly tries: DeliveryTry,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Begins to send what is due in a workspace. It does not wait for the requests. What is due soon is sent then. */
  async dispatch(scope: TenantScope): Promise<void> {
    const { workspaceId } = scope;
    if (this.ending.signal.aborted || !this.secrets.areKept) return;
    const round = this.rounds.get(workspaceId);
    if (round) {
      round.isWantedAgain = true;
      return;
    }
    const own: Round = { isWantedAgain: true };
    this.rounds.set(workspaceId, own);
    try {
      while (own.isWantedAgain) {
        own.isWantedAgain = false;
        await this.look(scope);
      }
    } finally {
      this.rounds.delete(workspaceId);
    }
  }

  /** Waits for a while for what is under way. The rest is sent again when its lease ends. */
  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    for (const alarm of this.alarms.values()) clearTimeout(alarm);
    await Promise.race([Promise.allSettled(this.requests), sleep(PATIENCE_MS, undefined, { ref: false })]);
    this.stop.abort();
    await Promise.allSettled(this.requests);
  }

  private async look(scope: TenantScope): Promise<void> {
    if (this.ending.signal.aborted) return;
    const waiting = await this.deliveries.endpoints(scope);
    this.remind(scope, waiting);
    const due = waiting.filter(({ dueInMs }) => dueInMs <= 0);
    const room = this.roomFor(due);
    if (due.length > 0 && room.size === 0) this.hungry.set(scope.workspaceId, scope);
    if (room.size === 0) return;
    const lease = randomUUID();
    const taken = await this.unitOfWork.run(scope, (inner) => this.deliveries.take(inner, room, lease));
    for (const delivery of taken) this.begin(scope, delivery, lease);
  }

  /** How much of each endpoint may be taken: what is free of the endpoint's share, and of that of the process. */
  private roomFor(due: readonly WaitingEndpoint[]): ReadonlyMap<WebhookId, number> {
    let left = AT_ONCE.process - this.requests.size;
    const failing = [...this.endpoints.values()].filter(({ isFailing }) => isFailing);
    let leftFailing = FAILING_AT_ONCE.process - failing.reduce((sum, { count }) => sum + count, 0);
    const room = new Map<WebhookId, number>();
    for (const { id, isFailing } of due) {
      const most = isFailing ? FAILING_AT_ONCE.endpoint : AT_ONCE.endpoint;
      const free = Math.min(
        most - (this.endpoints.get(id)?.count ?? 0),
        left,
        isFailing ? leftFailing : left,
      );
      if (free <= 0) continue;
      // The statement subtracts what all processes send, so it is told of the whole share of the endpoint.
      room.set(id, free + (this.endpoints.get(id)?.count ?? 0));
      left -= free;
      if (isFailing) leftFailing -= free;
    }
    return room;
  }

  private begin(scope: TenantScope, delivery: TakenDelivery, lease: string): void {
    const { webhookId, failingSince } = delivery;
    const underWay = this.endpoints.get(webhookId) ?? { count: 0, isFailing: false };
    underWay.count += 1;
    underWay.isFailing = failingSince !== null;
    this.endpoints.set(webhookId, underWay);
    const request = this.tries
      .make(scope, { delivery, lease, stop: this.stop.signal })
      .catch((error: unknown) => {
        this.logger.error({ code: 'webhook_try_not_recorded', error: traceOf(error) });
      })
      .finally(() => {
        underWay.count -= 1;
        if (underWay.count === 0) this.endpoints.delete(webhookId);
        this.requests.delete(request);
        this.goOn(scope);
      });
    this.requests.add(request);
  }

  /** A place has become free: for another workspace that waits, and for this one. */
  private goOn(scope: TenantScope): void {
    const [next] = this.hungry.values();
    if (next) {
      this.hungry.delete(next.workspaceId);
      this.attempt(next);
    }
    if (next?.workspaceId !== scope.workspaceId) this.attempt(scope);
  }

  private attempt(scope: TenantScope): void {
    this.dispatch(scope).catch((error: unknown) => {
      this.logger.error({ code: 'webhooks_not_dispatched', error: traceOf(error) });
    });
  }

  /** Looks again when the next try is due, if that is soon. The job looks at all others. */
  private remind(scope: TenantScope, waiting: readonly WaitingEndpoint[]): void {
    const { workspaceId } = scope;
    clearTimeout(this.alarms.get(workspaceId));
    this.alarms.delete(workspaceId);
    const next = Math.min(...waiting.map(({ dueInMs }) => dueInMs).filter((ms) => ms > 0));
    if (next > REMINDS_WITHIN_MS || this.ending.signal.aborted) return;
    const alarm = setTimeout(() => {
      this.alarms.delete(workspaceId);
      this.attempt(scope);
    }, next + 1);
    this.alarms.set(workspaceId, alarm.unref());
  }
}

/** The job visits all workspaces this often, so what is due later needs no alarm. */
export const REMINDS_WITHIN_MS = 60_000;
