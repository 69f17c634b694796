import { Global, Module } from '@nestjs/common';
import { ApiKeyUses } from './api-key-uses.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';

/** API keys, for the service and for commands. */
@Global()
@Module({ providers: [ApiKeyRepository, ApiKeyService, ApiKeyUses], exports: [ApiKeyService, ApiKeyUses] })
export class ApiKeysModule {}
