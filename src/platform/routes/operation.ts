import { applyDecorators, HttpCode, UseInterceptors, type Type } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import { IdempotencyInterceptor } from '../idempotency/idempotency.interceptor.js';
import { Rereads, type Reread } from '../idempotency/rereading.js';
import { Allow, AllowIncludes, type Access, type IncludeScopes } from './access.js';
import { AuthenticationErrorDto, ApiErrorDto, InvalidRequestDto } from '../http/answers/error.dto.js';
import { RefusesIdempotencyKey } from '../idempotency/refuses-idempotency-key.js';
import type { Direction } from '../transfers/transfers.js';
import { Transfer } from '../transfers/transfer.js';
import { FILE_CONTENT, fileResponses } from './described-files.js';
import * as described from './described-headers.js';
import { JsonBodyInterceptor } from '../http/requests/json-body.interceptor.js';

type ResponseHeaders = NonNullable<ApiResponseOptions['headers']>;

interface Refusal {
  readonly description: string;
  readonly type?: Type;
  readonly headers?: ResponseHeaders;
}

/** The meaning of each refusal, in the words of the document. */
const REFUSALS = {
  400: { description: 'The address, a header or the body of the request is malformed.' },
  403: { description: 'The key lacks the scope of this operation. `error` names the scope.' },
  404: { description: 'The workspace, the route or the resource does not exist.' },
  406: { description: '`Accept` is missing or does not include `application/json`.' },
  408: { description: 'The request took too long to arrive.' },
  409: {
    description: 'A request with the same Idempotency-Key is still running.',
    headers: described.RETRY_AFTER,
  },
  410: { description: 'What was asked for is not kept any more.' },
  412: { description: 'The resource does not meet the condition of the request. Nothing was changed.' },
  413: { description: 'The body is too large.' },
  415: { description: 'The body is not `application/json`.' },
  416: { description: 'No byte of the range is in the file.', headers: described.FILE_SIZE },
  422: {
    description: 'The request is well formed but invalid. `field_errors` lists every problem.',
    type: InvalidRequestDto,
  },
  431: { description: 'The request headers are too large.' },
} as const;

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
    headers: { ...described.REQUEST_ID, ...described.RATE_LIMIT, ...described.RETRY_AFTER },
  },
  { status: 500, description: 'The service has a defect.', type: ApiErrorDto, headers: described.REQUEST_ID },
  {
    status: 503,
    description:
      'The database is unreachable or busy. With the code `unavailable`, nothing was changed. With `outcome_unknown`, it is ' +
      'unknown whether the change was made.',
    type: ApiErrorDto,
    headers: { ...described.REQUEST_ID, ...described.RETRY_AFTER },
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
  /** How the resource of a write is read again when its answer was too large to be kept. A write whose answer may have 256 KiB needs it. */
  readonly reread?: Reread;
  readonly refusals?: readonly (keyof typeof REFUSALS)[];
  readonly deprecated?: boolean;
}

/**
 * Describes a route: who may call it, its status, the interceptors of a write in their order (body, then idempotency), and
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
    ...(isKept(operation) ? [ApiHeader(described.IDEMPOTENCY_KEY)] : []),
    ...(operation.file === true ? fileResponses() : []),
    ...successesOf(operation),
    ApiResponse({
      status: 401,
      description: 'Authentication failed.',
      type: AuthenticationErrorDto,
      headers: described.REQUEST_ID,
    }),
    ...refusalsOf(operation),
    ...failuresOf(operation).map((failure) => ApiResponse(failure)),
  );
}

function besidesOf({ includes = {} }: OperationDescription): string[] {
  return Object.entries(includes).map(([name, scope]) => `\`include=${name}\` needs \`${scope}\` besides.`);
}

function successesOf(operation: OperationDescription): MethodDecorator[] {
  const { response, status = 200, file = false, findsMade } = operation;
  const headers = headersOf(operation);
  const type = response && { type: response };
  return [
    ApiResponse({
      ...{ status, description: 'Success.', headers, ...type },
      ...(file && { content: FILE_CONTENT, headers: { ...headers, ...described.FILE_HEADERS } }),
    }),
    ...(findsMade
      ? [ApiResponse({ status: 200, description: 'It was there already.', headers, ...type })]
      : []),
  ];
}

/** The interceptors that a request passes before its handler. */
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
    ...described.REQUEST_ID,
    ...described.RATE_LIMIT,
    ...(deprecated && described.DEPRECATION),
    ...(hasTag && described.ETAG),
    ...(hasLocation && described.LOCATION),
    ...(isKept(operation) && described.REPLAYED),
  };
}

/** The headers for conditions, and 304 for reads. */
function conditionsOf(operation: OperationDescription): MethodDecorator[] {
  if (!isConditional(operation)) return [];
  const headers = Object.entries(described.CONDITIONS).map(([name, description]) =>
    ApiHeader({ name, required: false, description }),
  );
  if (operation.resource !== 'read') return headers;
  const notModified = {
    status: 304,
    description: 'The client has this representation.',
    headers: { ...described.REQUEST_ID, ...described.RATE_LIMIT, ...described.ETAG },
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
  const others = [...statuses].filter((status) => status !== 412).map((status) => refusal(status));
  if (!statuses.has(412)) return others;
  const tag = { ETag: { ...described.ETAG.ETag, ...(operation.makesMissing && { required: false }) } };
  return [...others, refusal(412, tag)];
}

/** The refusals of every operation, for a route without a key. */
export const CommonRefusals = (): MethodDecorator =>
  applyDecorators(...COMMON_REFUSALS.map((status) => refusal(status)));

function refusal(status: keyof typeof REFUSALS, more: ResponseHeaders = {}): MethodDecorator {
  const { description, type = ApiErrorDto, headers }: Refusal = REFUSALS[status];
  return ApiResponse({
    status,
    description,
    type,
    headers: { ...described.REQUEST_ID, ...headers, ...more },
  });
}

/** Whether the reply is kept for an `Idempotency-Key`: that of every other write. */
function isKept({ hasBody, isAction, resource, keepsNoReply }: OperationDescription): boolean {
  return (hasBody === true || isAction === true || resource === 'deleted') && keepsNoReply !== true;
}

/** A resource that is about to be made has no state that a client could expect. */
function isConditional({ resource }: OperationDescription): boolean {
  return resource !== undefined && resource !== 'created';
}
