import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DomainError } from '../../kernel/errors.js';
import type { WebhookId, WebhookSecretId, WorkspaceId } from '../../kernel/ids.js';
import { isSealedBy, seal, unseal, type SecretsKey } from './sealing.js';
import { Configuration } from '../../platform/config/configuration.js';

export interface SecretPlace {
  readonly workspaceId: WorkspaceId;
  readonly webhookId: WebhookId;
  readonly id: WebhookSecretId;
}

/** Bytes of a secret (Standard Webhooks asks for 24 to 64). */
const SECRET_BYTES = 32;

/** Makes the secrets of webhooks, and encrypts them under `SECRETS_KEY`. */
@Injectable()
export class WebhookSecretsService {
  private readonly keys: readonly SecretsKey[];

  constructor({ secretsKeys }: Configuration) {
    this.keys = secretsKeys;
  }

  /** Tells whether there is a key, without which there are no webhooks. */
  get areKept(): boolean {
    return this.keys.length > 0;
  }

  make(): string {
    return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  }

  /** @throws secrets_key_missing */
  seal(secret: string, place: SecretPlace): Buffer {
    const [key] = this.keys;
    if (!key) throw secretsKeyMissing();
    return seal(secret, textOf(place), key);
  }

  /** @returns null when no key opens it */
  unseal(sealedSecret: Buffer, place: SecretPlace): string | null {
    return unseal(sealedSecret, textOf(place), this.keys);
  }

  /** Tells whether another key than the first one has encrypted a secret. */
  isOld(sealedSecret: Buffer): boolean {
    const [key] = this.keys;
    return key !== undefined && !isSealedBy(sealedSecret, key);
  }
}

export function secretsKeyMissing(): DomainError {
  return new DomainError(
    'unavailable',
    'secrets_key_missing',
    'Webhooks need a key that encrypts their secrets. The operator of this service has to set SECRETS_KEY.',
  );
}

function textOf({ workspaceId, webhookId, id }: SecretPlace): string {
  return [workspaceId, webhookId, id].join('/');
}
