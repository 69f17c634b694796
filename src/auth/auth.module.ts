import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysModule } from './api-keys.module.js';
import { RequestLimits } from './request-limits.js';
import { REQUESTS_IN_FLIGHT, RequestsInFlight } from './requests-in-flight.js';

/** What the service does with the keys of requests. The composition root registers `ApiKeyGuard` for all routes. */
@Global()
@Module({})
export class AuthModule {
  /** `requestsInFlight`: how many requests of one key run at once. */
  static forRoot({ requestsInFlight }: { readonly requestsInFlight: number }): DynamicModule {
    return {
      module: AuthModule,
      imports: [ApiKeysModule],
      controllers: [ApiKeysController],
      providers: [
        { provide: REQUESTS_IN_FLIGHT, useValue: requestsInFlight },
        RequestLimits,
        RequestsInFlight,
      ],
      exports: [RequestLimits, RequestsInFlight],
    };
  }
}
