import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { countAs } from '../http/requests/admission.js';

type CountOf = (body: unknown) => number;

/** Names the metadata of a handler that holds its `CountOf`. */
const COUNTED = 'support-desk:counted';

/** Counts a request as several ones in the rate limit of its key, by its body. */
export const CountedAs = (countOf: CountOf): MethodDecorator =>
  applyDecorators(SetMetadata(COUNTED, countOf), UseInterceptors(CountInterceptor));

/** Runs after the body was read. @throws rate_limited */
@Injectable()
class CountInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const countOf = this.reflector.get<CountOf>(COUNTED, context.getHandler());
    await countAs(request, countOf(request.body));
    return next.handle();
  }
}
