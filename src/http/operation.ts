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
import { IdempotencyGuard } from './idempotency.guard.js';
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

const ETAG = {
  ETag: {
    description:
      'Names the state of the resource: another one whenever anything that is shown of it changes.',
    schema: { type: 'string' as const },
  },
};

const REPLAYED = {
  'Idempotent-Replayed': {
    description:
      '`true` when this is the answer that the request got before, under the same Idempotency-Key.',
    required: false,
    schema: { type: 'string' as const, enum: ['true'] },
  },
};

/** What a request may expect of the resource that it names. */
const CONDITIONS = {
  'If-Match': 'Entity tags, or `*`: the request is refused with 412 unless the resource has one of them.',
  'If-None-Match':
    'Entity tags, or `*`: when the resource has one of them, a read is answered with 304 and a write is refused with 412.',
};

const RATE_LIMIT = {
  'RateLimit-Policy': {
    description: 'How many requests the key may send in how many seconds.',
    schema: { type: 'string' as const, example: '"per-key";q=60000;w=60' },
  },
  RateLimit: {
    description: 'How many of them are left, and in how many seconds they start again.',
    schema: { type: 'string' as const, example: '"per-key";r=59999;t=42' },
  },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'Names this request, best by a UUID in double quotes: sent again with the same key within 24 hours it is not done again, ' +
    'and gets the same answer.',
  schema: { type: 'string' as const, minLength: 1 },
};

/** What each refusal means, for the document. */
const REFUSALS = {
  400: { description: 'The request is malformed: its address, its headers or its body.', type: ErrorDto },
  403: { description: 'The key lacks the scope of this operation, which `error` names.', type: ErrorDto },
  404: { description: 'There is no such workspace, route or resource.', type: ErrorDto },
  406: { description: '`Accept` is missing or does not include `application/json`.', type: ErrorDto },
  408: { description: 'The request took too long to arrive.', type: ErrorDto },
  409: {
    description: 'A request with the same Idempotency-Key is still running.',
    type: ErrorDto,
    headers: RETRY_AFTER,
  },
  412: {
    description: 'The resource is not in the state that the request expects; nothing was changed.',
    type: ErrorDto,
    headers: ETAG,
  },
  413: { description: 'The body is too large.', type: ErrorDto },
  415: { description: 'The body is not `application/json`.', type: ErrorDto },
  422: {
    description: 'The request is well formed but invalid; `field_errors` lists every problem.',
    type: InvalidRequestDto,
  },
  431: { description: 'The request headers are too large.', type: ErrorDto },
} as const;

type ResponseHeaders = NonNullable<ApiResponseOptions['headers']>;

interface Refusal {
  readonly description: string;
  readonly type: Type;
  readonly headers?: ResponseHeaders;
}

/** What every operation can refuse, whatever it does. */
const COMMON_REFUSALS = [400, 408, 431] as const;
const BODY_REFUSALS = [413, 415, 422] as const;
const KEY_REFUSALS = [409, 422] as const;

/** What every operation can fail with. */
const FAILURES: readonly ApiResponseOptions[] = [
  {
    status: 429,
    description:
      'The key has sent too many requests, or authentication has failed too often from the address of the client.',
    type: ErrorDto,
    headers: { ...REQUEST_ID, ...RATE_LIMIT, ...RETRY_AFTER },
  },
  { status: 500, description: 'A defect of the service.', type: ErrorDto, headers: REQUEST_ID },
  {
    status: 503,
    description:
      'The database is unreachable or busy. With the code `unavailable` nothing was changed; with `outcome_unknown` the change ' +
      'may have been kept or not.',
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
  /** What becomes of the one resource that the request names or makes, when it is one: then it has an entity tag. */
  readonly resource?: 'read' | 'created' | 'changed' | 'deleted';
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
  return applyDecorators(
    HttpCode(status),
    ...(hasBody ? [UseGuards(JsonBodyGuard)] : []),
    ...(isWrite(operation) ? [UseGuards(IdempotencyGuard)] : []),
    RequireScope(scope),
    ApiOperation({ operationId: id, summary, description, deprecated }),
    ApiExtension('x-required-scope', scope),
    ApiSecurity(API_KEY_SCHEME),
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description: 'Names this request; kept when well formed.',
    }),
    ...conditionsOf(operation),
    ...(isWrite(operation) ? [ApiHeader(IDEMPOTENCY_KEY)] : []),
    ApiResponse({
      status,
      description: 'Success.',
      headers: headersOf(operation),
      ...(response && { type: response }),
    }),
    ApiResponse({
      status: 401,
      description: 'Authentication failed.',
      type: AuthenticationErrorDto,
      headers: REQUEST_ID,
    }),
    ...refusalsOf(operation),
    ...FAILURES.map((failure) => ApiResponse(failure)),
  );
}

/** The headers of a success. */
function headersOf(operation: OperationDescription): ResponseHeaders {
  const { deprecated = false, resource } = operation;
  const hasTag = resource !== undefined && resource !== 'deleted';
  return {
    ...REQUEST_ID,
    ...RATE_LIMIT,
    ...(deprecated && DEPRECATION),
    ...(hasTag && ETAG),
    ...(isWrite(operation) && REPLAYED),
  };
}

/** The conditions that a request may carry, and what a reader gets who has the representation already. */
function conditionsOf(operation: OperationDescription): MethodDecorator[] {
  if (!isConditional(operation)) return [];
  const headers = Object.entries(CONDITIONS).map(([name, description]) =>
    ApiHeader({ name, required: false, description }),
  );
  if (operation.resource !== 'read') return headers;
  const notModified = {
    status: 304,
    description: 'The client has this representation.',
    headers: { ...REQUEST_ID, ...RATE_LIMIT, ...ETAG },
  };
  return [...headers, ApiResponse(notModified)];
}

function refusalsOf(operation: OperationDescription): MethodDecorator[] {
  const statuses = new Set([
    403 as const,
    404 as const,
    ...COMMON_REFUSALS,
    ...(operation.hasBody ? BODY_REFUSALS : []),
    ...(isConditional(operation) ? [412 as const] : []),
    ...(isWrite(operation) ? KEY_REFUSALS : []),
    ...(operation.refusals ?? []),
  ]);
  return [...statuses].map(refusal);
}

/** The refusals that every operation can answer with, for one that has no key. */
export const CommonRefusals = (): MethodDecorator => applyDecorators(...COMMON_REFUSALS.map(refusal));

function refusal(status: keyof typeof REFUSALS): MethodDecorator {
  const { headers = {}, ...described }: Refusal = REFUSALS[status];
  return ApiResponse({ status, ...described, headers: { ...REQUEST_ID, ...headers } });
}

function isWrite({ hasBody = false, resource }: OperationDescription): boolean {
  return hasBody || resource === 'deleted';
}

/** What is about to be made has no state that anybody could expect. */
function isConditional({ resource }: OperationDescription): boolean {
  return resource !== undefined && resource !== 'created';
}
