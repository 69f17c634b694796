import { Global, Module, type DynamicModule } from '@nestjs/common';
import { BODY_LIMIT } from './requests/json-body.interceptor.js';

export interface HttpOptions {
  /** Bytes of the largest accepted body. */
  readonly bodyLimit: number;
}

/** What the interceptors of routes need, in whichever module the route is. */
@Global()
@Module({})
export class HttpModule {
  static forRoot({ bodyLimit }: HttpOptions): DynamicModule {
    return {
      module: HttpModule,
      providers: [{ provide: BODY_LIMIT, useValue: bodyLimit }],
      exports: [BODY_LIMIT],
    };
  }
}
