import { Global, Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysModule } from './api-keys.module.js';
import { RequestLimits } from './request-limits.js';

/** What the service does with the keys of requests. The composition root registers `ApiKeyGuard` for all routes. */
@Global()
@Module({
  imports: [ApiKeysModule],
  controllers: [ApiKeysController],
  providers: [RequestLimits],
  exports: [RequestLimits],
})
export class AuthModule {}
