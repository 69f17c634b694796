import { PlatformModule } from '../platform/platform.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { RequestLimits } from './request-limits.js';
import { Feature } from '../platform/features/feature.js';
import { AUTH } from './auth.feature.js';
import { EventsModule } from '../events/events.module.js';
import { ApiKeyUses } from './api-key-uses.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { KeyMemberRepository } from './key-member.repository.js';
import { NamedKeysService } from './named-keys.service.js';

/** The keys of clients. The composition root registers `ApiKeyGuard` for all routes. */
@Feature(AUTH, {
  jobs: [ApiKeyUses],
  imports: [EventsModule, PlatformModule],
  controllers: [ApiKeysController],
  providers: [ApiKeyRepository, ApiKeyService, KeyMemberRepository, NamedKeysService, RequestLimits],
  exports: [ApiKeyService, NamedKeysService, RequestLimits],
})
export class AuthModule {}
