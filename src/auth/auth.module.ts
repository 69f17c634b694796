import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { LimitsModule } from '../platform/limits/limits.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysModule } from './api-keys.module.js';
import { RequestLimits } from './request-limits.js';

/** Checks the keys of requests. The composition root registers `ApiKeyGuard` for all routes. */
@Module({
  imports: [ApiKeysModule, PlatformModule, LimitsModule],
  controllers: [ApiKeysController],
  providers: [RequestLimits],
  exports: [ApiKeysModule, RequestLimits],
})
export class AuthModule {}
