import { Injectable, type CanActivate } from '@nestjs/common';
import { secretsKeyMissing, WebhookSecretsService } from './webhook-secrets.service.js';

/** Answers 503 with a sentence while the installation has no key for secrets. */
@Injectable()
export class SecretsKeyGuard implements CanActivate {
  constructor(private readonly secrets: WebhookSecretsService) {}

  canActivate(): boolean {
    if (!this.secrets.areKept) throw secretsKeyMissing();
    return true;
  }
}
