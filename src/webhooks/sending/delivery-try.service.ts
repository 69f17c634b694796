import { Injectable } from '@nestjs/common';
import { toEventDto } from '../../events/feed/event.presenter.js';
import { isOfNotes } from '../../events/feed/event-types.js';
import { EventFeedService } from '../../events/feed/event-feed.service.js';
import { AuditLogService } from '../../events/audit-log.service.js';
import type { WebhookSecretId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { FinishedTry, TakenDelivery } from '../deliveries/delivery.rules.js';
import { DueDeliveriesRepository } from '../deliveries/due-deliveries.repository.js';
import type { DisabledReason } from '../entities/webhook.entity.js';
import { WebhookSecretsService } from '../secrets/webhook-secrets.service.js';
import { webhookDisabled } from '../settings/webhook-audit.rules.js';
import { waitAfter } from './retries.rules.js';
import { signedHeaders, WebhookSender, type TryOutcome } from './webhook-sender.js';
import { WebhookTries } from './webhook-tries.js';

@Injectable()
export class DeliveryTryService {
  constructor(
    private readonly deliveries: DueDeliveriesRepository,
    private readonly feed: EventFeedService,
    private readonly secrets: WebhookSecretsService,
    private readonly sender: WebhookSender,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
    private readonly counts: WebhookTries,
  ) {}

  /**
   * Makes a try. When the process ends before the endpoint has answered, another try follows when the lease ends. An answer may repeat words
   * that were erased meanwhile, so it is kept only when the event still says the same. 410 is about the address that answered, so it ends
   * the delivery only when the webhook still has that address, and was not switched on since.
   */
  async make(scope: TenantScope, delivery: TakenDelivery, lease: string, stop: AbortSignal): Promise<void> {
    const body = await this.bodyOf(scope, delivery);
    const begun = performance.now();
    const outcome = typeof body === 'string' ? await this.send(scope, delivery, body, stop) : body;
    if (stop.aborted && outcome.status === null) return;
    const milliseconds = Math.round(performance.now() - begun);
    const isRecorded = await this.unitOfWork.run(scope, async (inner) => {
      const isKept = outcome.answer === null || (await this.bodyOf(inner, delivery)) === body;
      const isGone = outcome.status === GONE && (await this.deliveries.lockAsTried(inner, delivery));
      const done = { ...finished(delivery, outcome, isGone), lease, milliseconds };
      return this.record(inner, delivery, isKept ? done : { ...done, answer: null }, outcome);
    });
    if (isRecorded) this.counts.count(delivery.webhookId, isSuccess(outcome));
  }

  /** Notes a failed try of a delivery that cannot be made into a request. That is no fault of the endpoint. */
  async giveBack(scope: TenantScope, delivery: TakenDelivery, lease: string): Promise<void> {
    const done = { ...finished(delivery, UNMADE, false), lease, milliseconds: 0 };
    await this.unitOfWork.run(scope, (inner) => this.deliveries.finish(inner, done));
    this.counts.count(delivery.webhookId, false);
  }

  /** Writes the event as it was, without erased words, or says why it is not sent. The webhook may have ceased to include notes. */
  private async bodyOf(
    scope: TenantScope | InnerScope,
    delivery: TakenDelivery,
  ): Promise<string | TryOutcome> {
    const { id, type, position, createdAt, webhookId, includesNotes } = delivery;
    if (position === null) {
      const data = { webhook: { id: webhookId } };
      return JSON.stringify({ id, type, occurred_at: createdAt.toISOString(), data });
    }
    const { events, actorNames } = await this.feed.at(scope, [position]);
    const event = events.find((one) => one.id === (id as string));
    if (!event) return NOT_KEPT;
    if (isOfNotes(event.action) && !includesNotes) return NOT_INCLUDED;
    return JSON.stringify(toEventDto(event, actorNames));
  }

  private async send(
    { workspaceId }: TenantScope,
    { id, webhookId, url, secrets: stored }: TakenDelivery,
    body: string,
    stop: AbortSignal,
  ): Promise<TryOutcome> {
    const secrets = stored.flatMap((text) => {
      const [secretId = '', sealed = ''] = text.split(':');
      const place = { workspaceId, webhookId, id: secretId as WebhookSecretId };
      return this.secrets.unseal(Buffer.from(sealed, 'hex'), place) ?? [];
    });
    if (secrets.length < stored.length) return UNSIGNED;
    const signed = signedHeaders({ id, at: new Date(), body }, secrets);
    return this.sender.send({ url, headers: { ...HEADERS, ...signed }, body }, stop);
  }

  private async record(
    inner: InnerScope,
    delivery: TakenDelivery,
    done: FinishedTry,
    outcome: TryOutcome,
  ): Promise<boolean> {
    if (!(await this.deliveries.finish(inner, done))) return false;
    // A test does not change how the service judges the endpoint, nor does what it is not sent.
    if (delivery.position === null || UNSENT.includes(outcome)) return true;
    if (done.state === 'delivered') {
      await this.deliveries.noteSuccess(inner, delivery);
      return true;
    }
    const isTooLong = await this.deliveries.noteFailure(inner, delivery);
    const reason: DisabledReason | null = outcome.status === GONE ? 'gone' : isTooLong ? 'failing' : null;
    if (reason !== null && (await this.deliveries.switchOff(inner, delivery, reason)))
      await this.audit.record(inner, webhookDisabled(delivery.webhookId, reason));
    return true;
  }
}

const GONE = 410;

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Support-Desk-Webhooks' } as const;

const noAnswer = (error: string): TryOutcome => ({ status: null, error, answer: null, retryAfter: null });
const NOT_KEPT = noAnswer('the event is not kept any more');
const NOT_INCLUDED = noAnswer('the event is about a note, and the webhook does not include notes');
/** No later try sends these either. */
const UNSENT: readonly TryOutcome[] = [NOT_KEPT, NOT_INCLUDED];
const UNSIGNED = noAnswer(
  'a secret cannot be decrypted: SECRETS_KEY lacks the key under which it was encrypted',
);

const UNMADE = noAnswer('the service could not make the request; its log says why');

function isSuccess({ status, error }: TryOutcome): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

/** Judges a try: a test is tried once, what is not sent cannot be sent later, and an endpoint that is gone ends it. */
function finished(
  { webhookId, id, position, failures: before }: TakenDelivery,
  outcome: TryOutcome,
  isGone: boolean,
): Omit<FinishedTry, 'lease' | 'milliseconds'> {
  const { status, error, answer, retryAfter } = outcome;
  const tried = { webhookId, id, status, error, answer };
  if (isSuccess(outcome)) return { ...tried, state: 'delivered', failures: before, waitMs: 0 };
  const failures = before + 1;
  const isLast = position === null || UNSENT.includes(outcome) || isGone;
  const waitMs = isLast ? null : waitAfter(failures, retryAfter, { now: Date.now(), chance: Math.random() });
  return { ...tried, state: waitMs === null ? 'failed' : 'pending', failures, waitMs: waitMs ?? 0 };
}
