import { Injectable } from '@nestjs/common';
import { IsNull, Not, type FindOptionsWhere } from 'typeorm';
import type { WebhookId, WebhookSecretId } from '../../kernel/ids.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { FOR_UPDATE, TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { Webhook, WebhookSecret } from '../entities/webhook.entity.js';
import { LATER, tenantStatement } from '../../platform/tenancy/statement.js';
import type { FilterNames, idsIn } from './webhook-filter.rules.js';
import { OVERLAP_HOURS, type WebhookRow, type WebhookSettings } from './webhook.rules.js';

const COLUMNS = [
  ...['id', 'url', 'types', 'includeNotes', 'includeSilent', 'filter', 'state', 'disabledReason'],
  ...['createdAt', 'updatedAt'],
] as const;

/** A webhook whose filter has ids. */
export type StoredWebhook = Omit<WebhookRow, 'filter'> & Pick<Webhook, 'filter'>;
type StoredSettings = Omit<WebhookSettings, 'filter'> & Pick<Webhook, 'filter'>;

/** Finds which of the companies $2 and of the members $3 there are, removed members too: nobody mentions these, and a filter may keep them. */
const FIND_NAMED = tenantStatement(
  'webhooks.find_named',
  `SELECT ARRAY(SELECT c.id FROM companies c WHERE c.workspace_id = $1 AND c.id = ANY ($2::uuid[])) AS companies,
     ARRAY(SELECT m.id FROM team_members m WHERE m.workspace_id = $1 AND m.id = ANY ($3::uuid[])) AS members`,
);

export type SealedSecret = Pick<WebhookSecret, 'id' | 'webhookId' | 'sealed'>;

@Injectable()
export class WebhookRepository extends TenantRepository {
  list(scope: TenantScope | InnerScope): Promise<StoredWebhook[]> {
    return this.found(scope, {});
  }

  async find(scope: TenantScope | InnerScope, id: WebhookId): Promise<StoredWebhook | null> {
    const [webhook] = await this.found(scope, { id });
    return webhook ?? null;
  }

  /** Locks a webhook against other changes. @returns false when there is none */
  async lock(inner: InnerScope, id: WebhookId): Promise<boolean> {
    const where = { id, state: Not('deleted' as const) };
    return (await this.selectOne(inner, Webhook, ['id'], { where, lock: FOR_UPDATE })) !== null;
  }

  async add(inner: InnerScope, webhook: StoredSettings & Pick<Webhook, 'id' | 'beginsAfter'>): Promise<void> {
    await this.insert(inner, Webhook, [webhook]);
  }

  /** Changes the named properties. A change of the state removes the reason of the service, and a new address has not failed yet. */
  async change(
    inner: InnerScope,
    id: WebhookId,
    changes: Partial<StoredSettings & Pick<Webhook, 'beginsAfter'>>,
  ): Promise<void> {
    const reset = {
      ...(changes.state === undefined ? {} : { disabledReason: null, failingSince: null }),
      ...(changes.url === undefined ? {} : { failingSince: null }),
    };
    await this.update(inner, Webhook, { id }, { ...changes, ...reset, updatedAt: LATER });
  }

  /** Finds which companies and members of a filter the workspace has. */
  async findNamed(
    scope: TenantScope | InnerScope,
    { companies, members }: ReturnType<typeof idsIn>,
  ): Promise<Pick<FilterNames, 'companies' | 'members'>> {
    type Found = Readonly<Record<'companies' | 'members', readonly string[]>>;
    const found = await this.queryOne<Found>(scope, FIND_NAMED, [companies, members]);
    return { companies: new Set(found?.companies), members: new Set(found?.members) };
  }

  /** Hides a webhook. A job deletes it later with its deliveries. */
  async markDeleted(inner: InnerScope, id: WebhookId): Promise<void> {
    await this.delete(inner, WebhookSecret, { webhookId: id });
    await this.update(inner, Webhook, { id }, { state: 'deleted', updatedAt: LATER });
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
  ): Promise<StoredWebhook[]> {
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
    return (webhooks as Omit<StoredWebhook, 'secrets'>[]).map((webhook) => ({
      ...webhook,
      secrets: live.filter(({ webhookId }) => webhookId === webhook.id),
    }));
  }
}
