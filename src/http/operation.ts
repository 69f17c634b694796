import { applyDecorators, HttpCode, UseGuards, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import type { KeyScope } from '../kernel/key-scopes.js';
import { JsonBodyGuard } from './json-body.guard.js';
import { AuthenticationErrorDto, ErrorDto, InvalidRequestDto } from './error.dto.js';
import { RequireScope } from './required-scope.js';

/** The name of the security scheme in the OpenAPI document. */
export const API_KEY_SCHEME = 'apiKey';

const REQUEST_ID = {
  'X-Request-Id': {
    description: 'Names this request in the service log; a well-formed inbound one is kept.',
    schema: { type: 'string' as const },
  },
};

const DEPRECATION = {
  Deprecation: { description: 'Since when the route is deprecated.', schema: { type: 'string' as const } },
  Link: { description: 'The successor of this route.', schema: { type: 'string' as const } },
};

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer' as const },
  },
};

/** What each refusal means, for the document. */
const REFUSALS = {
  400: { description: 'The body is not valid JSON or not a JSON object.', type: ErrorDto },
  403: { description: 'The key lacks the scope of this operation, which `error` names.', type: ErrorDto },
  404: { description: 'There is no such workspace, route or resource.', type: ErrorDto },
  406: { description: '`Accept` is missing or does not include `application/json`.', type: ErrorDto },
  413: { description: 'The body is too large.', type: ErrorDto },
  415: { description: 'The body is not `application/json`.', type: ErrorDto },
  422: {
    description: 'The request is well formed but invalid; `field_errors` lists every problem.',
    type: InvalidRequestDto,
  },
  431: { description: 'The request headers are too large.', type: ErrorDto },
} as const;

const BODY_REFUSALS = [400, 413, 415, 422] as const;

/** What every operation can fail with. */
const FAILURES: readonly ApiResponseOptions[] = [
  { status: 500, description: 'A defect of the service.', type: ErrorDto, headers: REQUEST_ID },
  {
    status: 503,
    description: 'The database is unreachable or busy.',
    type: ErrorDto,
    headers: { ...REQUEST_ID, ...RETRY_AFTER },
  },
];

export interface OperationDescription {
  /** A good method name for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** What a key must be allowed to do. */
  readonly scope: KeyScope;
  /** The body of the success; none for 204. */
  readonly response?: Type;
  readonly status?: 200 | 201 | 204;
  readonly hasBody?: boolean;
  readonly refusals?: readonly (keyof typeof REFUSALS)[];
  readonly deprecated?: boolean;
}

/**
 * Everything that the OpenAPI document says of an operation, its success status and the scope that it asks for: summary,
 * key, success, and every refusal that it can answer with.
 */
export function Operation(operation: OperationDescription): MethodDecorator {
  const { id, summary, scope, response, status = 200, hasBody = false, deprecated = false } = operation;
  const description = [operation.description, `Needs the scope \`${scope}\`.`].filter(Boolean).join(' ');
  const headers = deprecated ? { ...REQUEST_ID, ...DEPRECATION } : REQUEST_ID;
  const refusals = new Set([
    403 as const,
    404 as const,
    431 as const,
    ...(hasBody ? BODY_REFUSALS : []),
    ...(operation.refusals ?? []),
  ]);
  return applyDecorators(
    HttpCode(status),
    ...(hasBody ? [UseGuards(JsonBodyGuard)] : []),
    RequireScope(scope),
    ApiOperation({ operationId: id, summary, description, deprecated }),
    ApiExtension('x-required-scope', scope),
    ApiSecurity(API_KEY_SCHEME),
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description: 'Names this request; kept when well formed.',
    }),
    ApiResponse({ status, description: 'Success.', headers, ...(response && { type: response }) }),
    ApiResponse({
      status: 401,
      description: 'Authentication failed.',
      type: AuthenticationErrorDto,
      headers: REQUEST_ID,
    }),
    ...[...refusals].map((code) => ApiResponse({ status: code, ...REFUSALS[code], headers: REQUEST_ID })),
    ...FAILURES.map((failure) => ApiResponse(failure)),
  );
}
