import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DomainError } from '../../kernel/errors.js';
import type { WebhookId, WebhookSecretId, WorkspaceId } from '../../kernel/ids.js';
import { isSealedBy, opened, sealed, type SecretsKey } from './sealing.js';
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
export class WebhookSecrets {
  private readonly keys: readonly SecretsKey[];

  constructor({ secretsKeys }: Configuration) {
    this.keys = secretsKeys;
  }

  /** Whether there is a key, without which there are no webhooks. */
  get areKept(): boolean {
    return this.keys.length > 0;
  }

  /** A new secret: `whsec_` and base64. */
  make(): string {
    return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  }

  /** @throws secrets_key_missing */
  seal(secret: string, place: SecretPlace): Buffer {
    const [key] = this.keys;
    if (!key) throw secretsKeyMissing();
    return sealed(secret, textOf(place), key);
  }

  /** The secret; null when no key opens it. */
  open(sealedSecret: Buffer, place: SecretPlace): string | null {
    return opened(sealedSecret, textOf(place), this.keys);
  }

  /** Whether it was encrypted by another key than the first one. */
  isOld(sealedSecret: Buffer): boolean {
    const [key] = this.keys;
    return key !== undefined && !isSealedBy(sealedSecret, key);
  }
}

/** 503: the installation has no key for secrets. */
export function secretsKeyMissing(): DomainError {
  return new DomainError(
    'unavailable',
    'secrets_key_missing',
    'Webhooks need a key that encrypts their secrets: whoever runs this service has to set SECRETS_KEY.',
  );
}

function textOf({ workspaceId, webhookId, id }: SecretPlace): string {
  return [workspaceId, webhookId, id].join('/');
}
