import { applyDecorators, HttpCode, UseInterceptors, type Type } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { Rereads, type Reread } from '../idempotency/rereading.js';
import { Allow, AllowIncludes, type Access, type IncludeScopes } from './access.js';
import { AuthenticationErrorDto, ApiErrorDto, InvalidRequestDto } from '../http/answers/error.dto.js';
import { RefusesIdempotencyKey } from '../idempotency/refuses-idempotency-key.js';
import type { Direction } from '../transfers/transfer-places.js';
import { Transfer } from '../transfers/transfer.js';
import { FILE_CONTENT, FILE_HEADERS, fileResponses } from './described-files.js';
import {
  CONDITIONS,
  DEPRECATION,
  ETAG,
  IDEMPOTENCY_KEY,
  LOCATION,
  RATE_LIMIT,
  REPLAYED,
  REQUEST_ID,
  RETRY_AFTER,
} from './described-headers.js';
import { JsonBodyInterceptor } from '../http/requests/json-body.interceptor.js';

/** What each refusal means, in the words of the document. */
const REFUSALS = {
  400: { description: 'The address, a header or the body of the request is malformed.', type: ApiErrorDto },
  403: {
    description: 'The key lacks the scope of this operation. `error` names the scope.',
    type: ApiErrorDto,
  },
  404: { description: 'The workspace, the route or the resource does not exist.', type: ApiErrorDto },
  406: { description: '`Accept` is missing or does not include `application/json`.', type: ApiErrorDto },
  408: { description: 'The request took too long to arrive.', type: ApiErrorDto },
  409: {
    description: 'A request with the same Idempotency-Key is still running.',
    type: ApiErrorDto,
    headers: RETRY_AFTER,
  },
  410: { description: 'What was asked for is not kept any more.', type: ApiErrorDto },
  412: {
    description: 'The resource does not meet the condition of the request. Nothing was changed.',
    type: ApiErrorDto,
    headers: ETAG,
  },
  413: { description: 'The body is too large.', type: ApiErrorDto },
  415: { description: 'The body is not `application/json`.', type: ApiErrorDto },
  422: {
    description: 'The request is well formed but invalid. `field_errors` lists every problem.',
    type: InvalidRequestDto,
  },
  416: {
    description: 'No byte of the range is in the file.',
    type: ApiErrorDto,
    headers: {
      'Content-Range': { description: 'The size of the file.', schema: { type: 'string' as const } },
    },
  },
  431: { description: 'The request headers are too large.', type: ApiErrorDto },
} as const;

type ResponseHeaders = NonNullable<ApiResponseOptions['headers']>;

interface Refusal {
  readonly description: string;
  readonly type: Type;
  readonly headers?: ResponseHeaders;
}

/** The refusals of every operation. */
const COMMON_REFUSALS = [400, 408, 431] as const;
const BODY_REFUSALS = [413, 415, 422] as const;
const KEY_REFUSALS = [409, 422] as const;

const TOO_MUCH =
  'The key has sent too many requests, or authentication has failed too often from the address of the client.';
const TOO_MUCH_KEPT =
  'With the code `idempotency_quota_exceeded`, the answers that are kept for Idempotency-Keys of the last hour take too much room; ' +
  'nothing was done.';

/** The failures of an operation. */
const failuresOf = (operation: OperationDescription): readonly ApiResponseOptions[] => [
  {
    status: 429,
    description: isKept(operation) ? `${TOO_MUCH} ${TOO_MUCH_KEPT}` : TOO_MUCH,
    type: ApiErrorDto,
    headers: { ...REQUEST_ID, ...RATE_LIMIT, ...RETRY_AFTER },
  },
  { status: 500, description: 'The service has a defect.', type: ApiErrorDto, headers: REQUEST_ID },
  {
    status: 503,
    description:
      'The database is unreachable or busy. With the code `unavailable`, nothing was changed. With `outcome_unknown`, it is ' +
      'unknown whether the change was made.',
    type: ApiErrorDto,
    headers: { ...REQUEST_ID, ...RETRY_AFTER },
  },
];

export interface OperationDescription {
  /** A good method name for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope that a key needs, or that any valid key will do. */
  readonly scope: Exclude<Access, 'public'>;
  /** The scopes that values of the parameter `include` need besides. */
  readonly includes?: IncludeScopes;
  /** The body of the success; none for 204. */
  readonly response?: Type;
  readonly status?: 200 | 201 | 202 | 204;
  /** The body is JSON. */
  readonly hasBody?: boolean;
  /** Set for a write that has no body and deletes nothing. */
  readonly isAction?: boolean;
  /** The reply shows a secret, so it is not kept, and `Idempotency-Key` is refused. */
  readonly keepsNoReply?: boolean;
  /** A file comes or leaves, which takes long. */
  readonly transfer?: Direction;
  /** The success is the bytes of a file. */
  readonly file?: boolean;
  /** What happens to the resource of the request, when it is a single one with an entity tag. */
  readonly resource?: 'read' | 'created' | 'changed' | 'deleted';
  /** Whether the write makes the resource of its address when there is none. Then a refused condition may have no tag to name. */
  readonly makesMissing?: boolean;
  /** Whether a creation answers with 200 when what it would make is there already. */
  readonly findsMade?: boolean;
  /** Whether the answer says where the resource is that was made. */
  readonly hasLocation?: boolean;
  /**
   * How the resource of a write is read again. A repetition with the same Idempotency-Key needs it when the answer was too large to be
   * kept. Without it every answer is kept whole, so it belongs to each write whose answer may be larger than 256 KiB.
   */
  readonly reread?: Reread;
  readonly refusals?: readonly (keyof typeof REFUSALS)[];
  readonly deprecated?: boolean;
}

/**
 * What a route does: who may call it, its status, the interceptors of a write in their order (body, then idempotency), and
 * everything that the OpenAPI document says of it, with every refusal that it can answer with.
 */
export function Operation(operation: OperationDescription): MethodDecorator {
  const { id, summary, scope, includes, status = 200, deprecated = false } = operation;
  const needed =
    scope === 'any key' ? 'Any valid key may call it, whatever its scopes.' : `Needs the scope \`${scope}\`.`;
  // Programs that make tools of operations show the first sentence only.
  const description = [`${summary}.`, operation.description, needed, ...besidesOf(operation)]
    .filter(Boolean)
    .join(' ');
  return applyDecorators(
    HttpCode(status),
    ...handlingOf(operation),
    Allow(scope),
    ...(includes ? [AllowIncludes(includes)] : []),
    ApiOperation({ operationId: id, summary, description, deprecated }),
    ...(scope === 'any key' ? [] : [ApiExtension('x-required-scope', scope)]),
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description: 'An id for this request. A well-formed id appears in the answer and in the service log.',
    }),
    ...conditionsOf(operation),
    ...(isKept(operation) ? [ApiHeader(IDEMPOTENCY_KEY)] : []),
    ...(operation.file === true ? fileResponses() : []),
    ...successesOf(operation),
    ApiResponse({
      status: 401,
      description: 'Authentication failed.',
      type: AuthenticationErrorDto,
      headers: REQUEST_ID,
    }),
    ...refusalsOf(operation),
    ...failuresOf(operation).map((failure) => ApiResponse(failure)),
  );
}

function besidesOf({ includes = {} }: OperationDescription): string[] {
  return Object.entries(includes).map(([name, scope]) => `\`include=${name}\` needs \`${scope}\` besides.`);
}

/** What a success is answered with. */
function successesOf(operation: OperationDescription): MethodDecorator[] {
  const { response, status = 200, file = false, findsMade } = operation;
  const headers = headersOf(operation);
  const type = response && { type: response };
  return [
    ApiResponse({
      ...{ status, description: 'Success.', headers, ...type },
      ...(file && { content: FILE_CONTENT, headers: { ...headers, ...FILE_HEADERS } }),
    }),
    ...(findsMade
      ? [ApiResponse({ status: 200, description: 'It was there already.', headers, ...type })]
      : []),
  ];
}

/** What a request passes before its handler. */
function handlingOf(operation: OperationDescription): MethodDecorator[] {
  return [
    ...(operation.hasBody === true ? [UseInterceptors(JsonBodyInterceptor)] : []),
    ...(isKept(operation) ? [UseInterceptors(IdempotencyInterceptor)] : []),
    ...(operation.keepsNoReply === true ? [UseInterceptors(RefusesIdempotencyKey)] : []),
    ...(operation.transfer ? [Transfer(operation.transfer)] : []),
    ...(operation.reread ? [Rereads(operation.reread)] : []),
  ];
}

/** The headers of a success. */
function headersOf(operation: OperationDescription): ResponseHeaders {
  const { deprecated = false, hasLocation = false, resource } = operation;
  const hasTag = resource !== undefined && resource !== 'deleted';
  return {
    ...REQUEST_ID,
    ...RATE_LIMIT,
    ...(deprecated && DEPRECATION),
    ...(hasTag && ETAG),
    ...(hasLocation && LOCATION),
    ...(isKept(operation) && REPLAYED),
  };
}

/** The headers for conditions, and 304 for reads. */
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
    ...(operation.scope === 'any key' ? [] : [403 as const]),
    404 as const,
    ...COMMON_REFUSALS,
    ...(operation.hasBody ? BODY_REFUSALS : []),
    ...(isConditional(operation) ? [412 as const] : []),
    ...(isKept(operation) ? KEY_REFUSALS : []),
    ...(operation.file === true ? [412 as const, 416 as const] : []),
    ...(operation.refusals ?? []),
  ]);
  const described = [...statuses].filter((status) => status !== 412).map(refusal);
  if (!statuses.has(412)) return described;
  const { headers } = REFUSALS[412];
  const tag = { ETag: { ...headers.ETag, ...(operation.makesMissing && { required: false }) } };
  return [...described, ApiResponse({ status: 412, ...REFUSALS[412], headers: { ...REQUEST_ID, ...tag } })];
}

/** The refusals of every operation, for a route without a key. */
export const CommonRefusals = (): MethodDecorator => applyDecorators(...COMMON_REFUSALS.map(refusal));

function refusal(status: keyof typeof REFUSALS): MethodDecorator {
  const { headers = {}, ...described }: Refusal = REFUSALS[status];
  return ApiResponse({ status, ...described, headers: { ...REQUEST_ID, ...headers } });
}

/** Whether the reply is kept for an `Idempotency-Key`: that of every other write. */
function isKept({
  hasBody = false,
  isAction = false,
  resource,
  keepsNoReply = false,
}: OperationDescription): boolean {
  return (hasBody || isAction || resource === 'deleted') && !keepsNoReply;
}

/** A resource that is about to be made has no state that a client could expect. */
function isConditional({ resource }: OperationDescription): boolean {
  return resource !== undefined && resource !== 'created';
}
