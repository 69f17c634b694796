import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AnswerBudget, RESPONSE_BUFFER } from './answers/answer-budget.js';
import { BODY_LIMIT } from './requests/json-body.interceptor.js';

export interface HttpOptions {
  /** Bytes of the largest accepted body. */
  readonly bodyLimit: number;
  /** Bytes of large answers that the process holds for clients that have not taken them yet. */
  readonly responseBufferBytes: number;
}

/** What the interceptors of routes need, in whichever module the route is. */
@Global()
@Module({})
export class HttpModule {
  static forRoot({ bodyLimit, responseBufferBytes }: HttpOptions): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: BODY_LIMIT, useValue: bodyLimit },
        { provide: RESPONSE_BUFFER, useValue: responseBufferBytes },
        AnswerBudget,
      ],
      exports: [BODY_LIMIT, AnswerBudget],
    };
  }
}
