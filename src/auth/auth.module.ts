import { PlatformModule } from '../platform/platform.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { RequestLimits } from './request-limits.js';
import { Feature } from '../platform/features/feature.js';
import { EventsModule } from '../events/events.module.js';
import { ApiKeyUses } from './api-key-uses.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { KeyMemberRepository } from './key-member.repository.js';
import { NamedKeysService } from './named-keys.service.js';
import { SESSION_SWEEP, SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';

/** The keys of clients, and the sessions of customers. The composition root registers `ApiKeyGuard` for all routes. */
@Feature({
  jobs: [ApiKeyUses],
  sweeps: [SESSION_SWEEP],
  imports: [EventsModule, PlatformModule],
  controllers: [ApiKeysController],
  providers: [
    ApiKeyRepository,
    ApiKeyService,
    KeyMemberRepository,
    NamedKeysService,
    RequestLimits,
    SessionRepository,
    SessionService,
  ],
  exports: [ApiKeyService, NamedKeysService, RequestLimits, SessionService],
})
export class AuthModule {}
