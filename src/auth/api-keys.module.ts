import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ApiKeyUses } from './api-key-uses.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { KeyMemberRepository } from './key-member.repository.js';

/** API keys, for the service and for commands. */
@Module({
  imports: [EventsModule, PlatformModule],
  providers: [ApiKeyRepository, ApiKeyService, ApiKeyUses, KeyMemberRepository],
  exports: [ApiKeyService, ApiKeyUses],
})
export class ApiKeysModule {}
