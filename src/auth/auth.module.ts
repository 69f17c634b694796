import { Global, Module } from '@nestjs/common';
import { ApiKeyUses } from './api-key-uses.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';

/** API keys. The guard is registered in the composition root. */
@Global()
@Module({ providers: [ApiKeyRepository, ApiKeyService, ApiKeyUses], exports: [ApiKeyService] })
export class AuthModule {}
