import { applyDecorators, HttpCode, UseInterceptors, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { ApiErrorDto, AuthenticationErrorDto } from '../platform/http/answers/error.dto.js';
import { RefusesIdempotencyKey } from '../platform/idempotency/idempotency.interceptor.js';
import { JsonBodyInterceptor } from '../platform/http/requests/json-body.interceptor.js';
import { REQUEST_ID, RETRY_AFTER } from '../platform/routes/described.js';
import {
  FAILURES,
  describedRefusals,
  refusalByState,
  type WithRefusals,
} from '../platform/routes/described-refusals.js';

interface AdminOperationDescription extends WithRefusals {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The class of the body of a success; a 204 has none. */
  readonly response?: Type;
  /** A JSON Schema in place of a class. */
  readonly schema?: object;
  readonly status?: 200 | 201 | 202 | 204;
  /** The status of the answer when the operation has made something. */
  readonly madeStatus?: 201;
  /** True when the answer may show a secret. Then `Idempotency-Key` is refused. */
  readonly keepsNoReply?: boolean;
}

const TOO_MANY_FAILURES = {
  status: 429,
  description: 'Authentication has failed too often from the address of the client.',
  type: ApiErrorDto,
  headers: { ...REQUEST_ID, ...RETRY_AFTER },
};

/** Describes a route of the listener for administration: its status, how its body is read, and all that its document says. */
export function AdminOperation(operation: AdminOperationDescription): MethodDecorator {
  const { id, summary, status = 200, madeStatus, hasBody = false, keepsNoReply = false } = operation;
  const decorators = (handler: object): MethodDecorator[] => [
    HttpCode(status),
    ...(hasBody ? [UseInterceptors(JsonBodyInterceptor)] : []),
    ...(keepsNoReply ? [UseInterceptors(RefusesIdempotencyKey)] : []),
    ApiOperation({
      operationId: id,
      summary,
      description: [`${summary}.`, operation.description].filter(Boolean).join(' '),
    }),
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description:
        'An id for this request. A well-formed id appears in the answer, in the log and in the audit trail.',
    }),
    ...[status, ...(madeStatus ? [madeStatus] : [])].map((one) => success(operation, one)),
    ApiResponse({
      ...{ status: 401, description: 'Authentication failed.' },
      ...{ type: AuthenticationErrorDto, headers: REQUEST_ID },
    }),
    ...refusalsOf(operation, handler),
    ...[TOO_MANY_FAILURES, ...FAILURES].map((failure) => ApiResponse(failure)),
  ];
  return (controller, name, descriptor) => {
    applyDecorators(...decorators(descriptor.value as object))(controller, name, descriptor);
  };
}

function success(
  { response, schema, madeStatus }: AdminOperationDescription,
  status: number,
): MethodDecorator {
  return ApiResponse({
    status,
    description: status === madeStatus ? 'It was made.' : 'Success.',
    headers: REQUEST_ID,
    ...(response && { type: response }),
    ...(schema && { schema }),
  });
}

function refusalsOf(operation: AdminOperationDescription, handler: object): MethodDecorator[] {
  const described = describedRefusals(handler, operation, [403]);
  return operation.conflict ? [...described, refusalByState(operation.conflict, false)] : described;
}
