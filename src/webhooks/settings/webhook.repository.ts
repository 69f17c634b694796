import { Injectable } from '@nestjs/common';
import { IsNull, Not, type FindOptionsWhere } from 'typeorm';
import type { WebhookId, WebhookSecretId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { Webhook, WebhookSecret } from '../entities/webhook.entity.js';
import { OVERLAP_HOURS, type WebhookRow, type WebhookSettings } from './webhook.rules.js';

const COLUMNS = [
  ...['id', 'url', 'types', 'includeNotes', 'includeSilent', 'state', 'disabledReason'],
  ...['createdAt', 'updatedAt'],
] as const;

export type SealedSecret = Pick<WebhookSecret, 'id' | 'webhookId' | 'sealed'>;

@Injectable()
export class WebhookRepository extends TenantRepository {
  list(scope: TenantScope | InnerScope): Promise<WebhookRow[]> {
    return this.found(scope, {});
  }

  async find(scope: TenantScope | InnerScope, id: WebhookId): Promise<WebhookRow | null> {
    const [webhook] = await this.found(scope, { id });
    return webhook ?? null;
  }

  /** Locks a webhook against other changes. @returns false when there is none */
  async lock(inner: InnerScope, id: WebhookId): Promise<boolean> {
    const where = { id, state: Not('deleted' as const) };
    return (await this.selectOne(inner, Webhook, ['id'], { where, lock: FOR_UPDATE })) !== null;
  }

  async add(
    inner: InnerScope,
    webhook: WebhookSettings & Pick<Webhook, 'id' | 'beginsAfter'>,
  ): Promise<void> {
    await this.insert(inner, Webhook, [webhook]);
  }

  /** Changes the named properties. A change of the state removes the reason of the service. */
  async change(
    inner: InnerScope,
    id: WebhookId,
    changes: Partial<WebhookSettings & Pick<Webhook, 'beginsAfter'>>,
  ): Promise<void> {
    const reset = changes.state === undefined ? {} : { disabledReason: null, failingSince: null };
    await this.update(inner, Webhook, { id }, { ...changes, ...reset, updatedAt: new Date() });
  }

  /** Hides a webhook. A job deletes it later with its deliveries. */
  async markDeleted(inner: InnerScope, id: WebhookId): Promise<void> {
    await this.delete(inner, WebhookSecret, { webhookId: id });
    await this.update(inner, Webhook, { id }, { state: 'deleted', updatedAt: new Date() });
  }

  async expireSecrets(inner: InnerScope, id: WebhookId): Promise<void> {
    const expiresAt = (): string => `statement_timestamp() + interval '${OVERLAP_HOURS} hours'`;
    await this.update(inner, WebhookSecret, { webhookId: id, expiresAt: IsNull() }, { expiresAt });
  }

  async addSecret(inner: InnerScope, secret: SealedSecret): Promise<void> {
    await this.insert(inner, WebhookSecret, [secret]);
  }

  async deleteSecret(inner: InnerScope, id: WebhookSecretId): Promise<void> {
    await this.delete(inner, WebhookSecret, { id });
  }

  lockSecrets(inner: InnerScope): Promise<SealedSecret[]> {
    return this.select(inner, WebhookSecret, ['id', 'webhookId', 'sealed'], { lock: FOR_UPDATE });
  }

  async reseal(inner: InnerScope, id: WebhookSecretId, sealed: Buffer): Promise<void> {
    await this.update(inner, WebhookSecret, { id }, { sealed });
  }

  private async found(
    scope: TenantScope | InnerScope,
    where: FindOptionsWhere<Webhook>,
  ): Promise<WebhookRow[]> {
    const webhooks = await this.select(scope, Webhook, COLUMNS, {
      where: { ...where, state: Not('deleted' as const) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    if (webhooks.length === 0) return [];
    const ofOne = where.id === undefined ? {} : { where: { webhookId: where.id as WebhookId } };
    const secrets = await this.select(scope, WebhookSecret, ['id', 'webhookId', 'createdAt', 'expiresAt'], {
      ...ofOne,
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    const now = Date.now();
    const live = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now);
    return (webhooks as Omit<WebhookRow, 'secrets'>[]).map((webhook) => ({
      ...webhook,
      secrets: live.filter(({ webhookId }) => webhookId === webhook.id),
    }));
  }
}
