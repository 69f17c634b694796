import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AuditLogService } from '../../events/audit-log.service.js';
import { refuseIfAny, Problems, type Checked, type Precondition } from '../../kernel/errors.js';
import { readId, type WebhookId, type WebhookSecretId } from '../../kernel/ids.js';
import { differing } from '../../kernel/objects.js';
import type { WorkspaceJob } from '../../platform/queue/job.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import type { StoredFilter } from '../entities/webhook.entity.js';
import { WebhookReader } from '../reading/webhook.reader.js';
import { WebhookSecretsService } from '../secrets/webhook-secrets.service.js';
import { webhookCreated, webhookDeleted, webhookUpdated, webhookUsed } from './webhook-audit.rules.js';
import * as errors from './webhook.errors.js';
import { WebhookFiltersService } from './webhook-filters.service.js';
import { refuseUnheardMentions } from './webhook-filter.rules.js';
import { WebhookRepository } from './webhook.repository.js';
import {
  DEFAULTS,
  MAX_SECRETS,
  MAX_WEBHOOKS,
  refusePlainHttp,
  type SecretRow,
  type WantedWebhook,
  type WebhookRow,
  type WebhookSettings,
} from './webhook.rules.js';
import { Configuration } from '../../platform/config/configuration.js';

export interface WithSecret<Row> {
  readonly row: Row;
  readonly secret: string;
}

export interface Resealed {
  readonly resealed: number;
  readonly lost: number;
}

/** The wanted settings after they were judged, with what the column of the filter keeps. */
interface JudgedWebhook {
  readonly wanted: Partial<WebhookSettings>;
  readonly filter: StoredFilter | null;
}

/** A webhook of a manifest, which its address identifies. */
export type ManifestWebhook = WantedWebhook & Pick<WebhookSettings, 'url' | 'types'>;

/** Makes and changes the webhooks of a workspace [rule 18]. As a job it encrypts old secrets under the newest key. */
@Injectable()
export class WebhooksService implements WorkspaceJob {
  readonly failureCode = 'webhook_secrets_not_encrypted';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly filters: WebhookFiltersService,
    private readonly secrets: WebhookSecretsService,
    private readonly reader: WebhookReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLogService,
    private readonly configuration: Configuration,
  ) {}

  async runIn(scope: TenantScope): Promise<void> {
    if (this.secrets.areKept) await this.reseal(scope);
  }

  async list(scope: TenantScope | InnerScope): Promise<WebhookRow[]> {
    return this.filters.shown(scope, await this.webhooks.list(scope));
  }

  async get(scope: TenantScope | InnerScope, reference: string): Promise<WebhookRow> {
    const id = readId(reference, errors.webhookNotFound) as WebhookId;
    const webhook = await this.webhooks.find(scope, id);
    if (!webhook) throw errors.webhookNotFound();
    const [shown] = await this.filters.shown(scope, [webhook]);
    if (!shown) throw errors.webhookNotFound();
    return shown;
  }

  /** Makes a webhook and its first secret. @throws invalid_request, too_many_webhooks, secrets_key_missing */
  create(
    scope: TenantScope | InnerScope,
    input: Checked<WantedWebhook>,
    { id = uuid() as WebhookId, secretId }: { id?: WebhookId; secretId?: WebhookSecretId } = {},
  ): Promise<WithSecret<WebhookRow>> {
    return this.unitOfWork.run(scope, async (inner) => {
      const { wanted, filter } = await this.judge(inner, input);
      const { url = '', types = [], ...given } = wanted;
      // This locks the row of the reader, so only one request at a time counts webhooks.
      const beginsAfter = await this.reader.begin(inner);
      if ((await this.webhooks.list(inner)).length >= MAX_WEBHOOKS) throw errors.tooManyWebhooks();
      const settings = { ...DEFAULTS, ...given, url, types };
      await this.webhooks.add(inner, { ...settings, filter, id, beginsAfter });
      const secret = await this.addSecret(inner, id, secretId);
      await this.audit.record(inner, webhookCreated(id, settings));
      return { row: await this.get(inner, id), secret: secret.secret };
    });
  }

  /** Changes the named properties. @throws webhook_not_found, the errors of the precondition, invalid_request */
  update(
    scope: TenantScope | InnerScope,
    reference: string,
    input: Checked<WantedWebhook>,
    precondition: Precondition<WebhookRow> = null,
  ): Promise<WebhookRow> {
    return this.unitOfWork.run(scope, async (inner) => {
      const before = await this.locked(inner, reference, precondition);
      const { wanted, filter } = await this.judge(inner, input, before);
      const changes = differing<WebhookSettings>(before, wanted);
      if (Object.keys(changes).length === 0) return before;
      // A webhook gets no events of the time in which it was switched off.
      const begun = changes.state === 'active' && { beginsAfter: await this.reader.begin(inner) };
      const kept = changes.filter !== undefined && { filter };
      await this.webhooks.change(inner, before.id, { ...changes, ...kept, ...begun });
      await this.audit.record(inner, ...webhookUpdated(before.id, before, { ...before, ...changes }));
      return this.get(inner, before.id);
    });
  }

  /** @throws webhook_not_found, the errors of the precondition */
  async remove(scope: TenantScope, reference: string, precondition: Precondition<WebhookRow>): Promise<void> {
    await this.unitOfWork.run(scope, async (inner) => {
      const before = await this.locked(inner, reference, precondition);
      await this.webhooks.markDeleted(inner, before.id);
      await this.audit.record(inner, webhookDeleted(before.id, before));
    });
  }

  /** Makes a secret. The secret before it also signs for 24 hours. @throws webhook_not_found, too_many_secrets */
  rotate(scope: TenantScope, reference: string): Promise<WithSecret<SecretRow>> {
    return this.unitOfWork.run(scope, async (inner) => {
      const { id: webhookId, secrets } = await this.locked(inner, reference, null);
      if (secrets.length >= MAX_SECRETS) throw errors.tooManySecrets();
      await this.webhooks.expireSecrets(inner, webhookId);
      const { id, secret } = await this.addSecret(inner, webhookId);
      await this.audit.record(inner, webhookUsed('webhook.secret_created', webhookId, { secret_id: id }));
      const row = (await this.get(inner, webhookId)).secrets.find((one) => one.id === id);
      if (!row) throw errors.webhookSecretNotFound();
      return { row, secret };
    });
  }

  /** Ends a secret before its time. @throws webhook_not_found, secret_not_found, newest_secret */
  async removeSecret(scope: TenantScope, reference: string, secretReference: string): Promise<void> {
    await this.unitOfWork.run(scope, async (inner) => {
      const { id: webhookId, secrets } = await this.locked(inner, reference, null);
      const id = readId(secretReference, errors.webhookSecretNotFound);
      const secret = secrets.find((one) => one.id === id);
      if (!secret) throw errors.webhookSecretNotFound();
      if (secret.expiresAt === null) throw errors.newestSecret();
      await this.webhooks.deleteSecret(inner, secret.id);
      await this.audit.record(inner, webhookUsed('webhook.secret_deleted', webhookId, { secret_id: id }));
    });
  }

  /** Adds and changes the webhooks of a manifest, which their addresses identify. @returns a sentence for each change */
  async ensure(inner: InnerScope, wanted: readonly ManifestWebhook[]): Promise<string[]> {
    const changes: string[] = [];
    if (wanted.length === 0) return changes;
    const judged = await this.withFilters(inner, wanted);
    const known = new Map((await this.list(inner)).map((webhook) => [webhook.url, webhook]));
    for (const value of judged) {
      const before = known.get(value.url);
      const input = { value, problems: [] };
      if (!before) {
        const { row } = await this.create(inner, input);
        changes.push(
          `created webhook ${row.url} with the id ${row.id}; POST /webhooks/${row.id}/secrets shows a secret`,
        );
      } else if (Object.keys(differing<WebhookSettings>(before, value)).length > 0) {
        await this.update(inner, before.id, input);
        changes.push(`updated webhook ${before.url}`);
      }
    }
    return changes;
  }

  /** Reads the filters of a manifest. @throws invalid_request, with the paths of the manifest */
  private async withFilters(
    inner: InnerScope,
    wanted: readonly ManifestWebhook[],
  ): Promise<(Omit<ManifestWebhook, 'filter'> & Partial<Pick<WebhookSettings, 'filter'>>)[]> {
    const problems = new Problems();
    const read = wanted.map(async ({ filter: sent, ...settings }, index) => {
      if (sent === undefined) return settings;
      const path = `webhooks[${index}].filter`;
      return { ...settings, filter: sent && (await this.filters.read(inner, sent, problems, path)).shown };
    });
    const judged = await Promise.all(read);
    refuseIfAny(problems);
    return judged;
  }

  /** Encrypts secrets under the first key that are encrypted under another one. @throws secrets_key_missing */
  reseal(scope: TenantScope): Promise<Resealed> {
    return this.unitOfWork.run(scope, async (inner) => {
      const old = (await this.webhooks.lockSecrets(inner)).filter(({ sealed }) => this.secrets.isOld(sealed));
      let resealed = 0;
      for (const { id, webhookId, sealed } of old) {
        const place = { workspaceId: inner.workspaceId, webhookId, id };
        const secret = this.secrets.unseal(sealed, place);
        if (secret === null) continue;
        await this.webhooks.reseal(inner, id, this.secrets.seal(secret, place));
        resealed += 1;
      }
      return { resealed, lost: old.length - resealed };
    });
  }

  /** Judges wanted settings against the previous ones. @throws invalid_request with every problem */
  private async judge(
    inner: InnerScope,
    { value, problems: found }: Checked<WantedWebhook>,
    before: Pick<WebhookSettings, 'includeNotes' | 'filter'> = DEFAULTS,
  ): Promise<JudgedWebhook> {
    const problems = new Problems(found);
    const { filter: sent, ...wanted } = value;
    refusePlainHttp(value.url, this.configuration.webhooks.allowsHttp, problems);
    const read = sent ? await this.filters.read(inner, sent, problems) : null;
    const { includeNotes = before.includeNotes } = wanted;
    refuseUnheardMentions(sent === undefined ? before.filter : (read?.kept ?? null), includeNotes, problems);
    refuseIfAny(problems);
    const filter = sent === undefined ? {} : { filter: read?.shown ?? null };
    return { wanted: { ...wanted, ...filter }, filter: read?.kept ?? null };
  }

  private async locked(
    inner: InnerScope,
    reference: string,
    precondition: Precondition<WebhookRow>,
  ): Promise<WebhookRow> {
    const id = readId(reference, errors.webhookNotFound) as WebhookId;
    if (!(await this.webhooks.lock(inner, id))) throw errors.webhookNotFound();
    const webhook = await this.get(inner, reference);
    precondition?.(webhook);
    return webhook;
  }

  private async addSecret(
    inner: InnerScope,
    webhookId: WebhookId,
    id = uuid() as WebhookSecretId,
  ): Promise<{ readonly id: WebhookSecretId; readonly secret: string }> {
    const secret = this.secrets.make();
    const sealed = this.secrets.seal(secret, { workspaceId: inner.workspaceId, webhookId, id });
    await this.webhooks.addSecret(inner, { id, webhookId, sealed });
    return { id, secret };
  }
}
