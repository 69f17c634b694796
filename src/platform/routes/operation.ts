import { applyDecorators, HttpCode, UseInterceptors, type Type } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import {
  IdempotencyInterceptor,
  Rereads,
  type Reread,
  RefusesIdempotencyKey,
} from '../idempotency/idempotency.interceptor.js';
import { Allow, AllowAlso, AllowIncludes, type Access, type IncludeScopes } from './access.js';
import type { DeclaredScope } from '../../app/features.js';
import { AuthenticationErrorDto, ApiErrorDto, InvalidRequestDto } from '../http/answers/error.dto.js';
import { type Direction, Transfer } from '../transfers/transfers.js';
import * as described from './described.js';
import { JsonBodyInterceptor } from '../http/requests/json-body.interceptor.js';

type ResponseHeaders = NonNullable<ApiResponseOptions['headers']>;

interface DescribedRefusal {
  readonly description: string;
  readonly type?: Type;
  readonly headers?: ResponseHeaders;
}

const REFUSALS = {
  400: { description: 'The address, a header or the body of the request is malformed.' },
  403: {
    description:
      'The key lacks the scope of this operation, which `error` names, or the workspace is suspended.',
  },
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

export type RefusalStatus = keyof typeof REFUSALS;

/** Every operation has these refusals. */
const COMMON_REFUSALS = [400, 408, 431] as const;
const BODY_REFUSALS = [413, 415, 422] as const;
const KEY_REFUSALS = [409, 422] as const;

const TOO_MUCH =
  'The key has sent too many requests, or authentication has failed too often from the address of the client.';
const TOO_MUCH_KEPT =
  'With the code `idempotency_quota_exceeded`, the answers that are kept for Idempotency-Keys of the last hour take too much room; ' +
  'nothing was done.';

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

interface OperationDescription {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** A key needs this scope, or any valid key will do. */
  readonly needs: Exclude<Access, 'public'>;
  /** A key with this scope may call it, too. */
  readonly orNeeds?: DeclaredScope;
  readonly includes?: IncludeScopes;
  /** The class of the body of a success; a 204 has none. */
  readonly response?: Type;
  readonly status?: 200 | 201 | 202 | 204;
  readonly hasBody?: boolean;
  /** True for a write that has no body and deletes nothing. */
  readonly isAction?: boolean;
  /** True when the reply shows a secret. Then it is not kept, and `Idempotency-Key` is refused. */
  readonly keepsNoReply?: boolean;
  /** The request brings a file, or the success is the bytes of one. Both take long. */
  readonly transfer?: Direction;
  /** The operation does this to the one resource of its address, which has an entity tag. */
  readonly resource?: 'read' | 'created' | 'changed' | 'deleted';
  /** True when the write creates a missing resource. Then a refused condition may have no tag to name. */
  readonly createsIfMissing?: boolean;
  /** True when a creation answers with 200 and the existing resource. */
  readonly returnsExisting?: boolean;
  /** True when the answer names the address of the new resource. */
  readonly hasLocation?: boolean;
  /** Reads the resource of a write again when its answer was too large to be kept. A write whose answer may have 256 KiB needs it. */
  readonly reread?: Reread;
  readonly refusals?: readonly (keyof typeof REFUSALS)[];
  /** Says which state of the resource refuses the write with 409. */
  readonly conflict?: string;
  readonly deprecated?: boolean;
}

/**
 * Describes a route: who may call it, its status, the interceptors of a write in their order (body, then idempotency), and
 * everything that the OpenAPI document says of it, with every refusal that it can answer with.
 */
export function Operation(operation: OperationDescription): MethodDecorator {
  const { id, summary, needs, orNeeds, includes, status = 200, deprecated = false } = operation;
  // Programs that make tools of operations show the first sentence only.
  const description = [`${summary}.`, operation.description, neededBy(operation), ...besidesOf(operation)]
    .filter(Boolean)
    .join(' ');
  return applyDecorators(
    HttpCode(status),
    ...handlingOf(operation),
    Allow(needs),
    ...(orNeeds ? [AllowAlso(orNeeds)] : []),
    ...(includes ? [AllowIncludes(includes)] : []),
    ApiOperation({ operationId: id, summary, description, deprecated }),
    ...(needs === 'any key' ? [] : [ApiExtension('x-required-scope', needs)]),
    ...(orNeeds ? [ApiExtension('x-alternative-scope', orNeeds)] : []),
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description: 'An id for this request. A well-formed id appears in the answer and in the service log.',
    }),
    ...conditionsOf(operation),
    ...(isKept(operation) ? [ApiHeader(described.IDEMPOTENCY_KEY)] : []),
    ...(operation.transfer === 'download' ? described.fileResponses() : []),
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

function neededBy({ needs, orNeeds }: OperationDescription): string {
  if (needs === 'any key') return 'Any valid key may call it, whatever its scopes.';
  const alternative = orNeeds === undefined ? '' : ` The scope \`${orNeeds}\` is enough, too.`;
  return `Needs the scope \`${needs}\`.${alternative}`;
}

function besidesOf({ includes = {} }: OperationDescription): string[] {
  return Object.entries(includes).map(([name, scope]) => `\`include=${name}\` needs \`${scope}\` besides.`);
}

function successesOf(operation: OperationDescription): MethodDecorator[] {
  const { response, status = 200, transfer, returnsExisting } = operation;
  const headers = headersOf(operation);
  const type = response && { type: response };
  return [
    ApiResponse({
      ...{ status, description: 'Success.', headers, ...type },
      ...(transfer === 'download' && {
        content: described.FILE_CONTENT,
        headers: { ...headers, ...described.FILE_HEADERS },
      }),
    }),
    ...(returnsExisting
      ? [ApiResponse({ status: 200, description: 'It was there already.', headers, ...type })]
      : []),
  ];
}

/** A request passes these interceptors before its handler. */
function handlingOf(operation: OperationDescription): MethodDecorator[] {
  return [
    ...(operation.hasBody === true ? [UseInterceptors(JsonBodyInterceptor)] : []),
    ...(isKept(operation) ? [UseInterceptors(IdempotencyInterceptor)] : []),
    ...(operation.keepsNoReply === true ? [UseInterceptors(RefusesIdempotencyKey)] : []),
    ...(operation.transfer ? [Transfer(operation.transfer)] : []),
    ...(operation.reread ? [Rereads(operation.reread)] : []),
  ];
}

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
  const statuses = new Set<keyof typeof REFUSALS>([
    403,
    404,
    ...COMMON_REFUSALS,
    ...(operation.hasBody ? BODY_REFUSALS : []),
    ...(isConditional(operation) ? ([412] as const) : []),
    ...(isKept(operation) ? KEY_REFUSALS : []),
    ...(operation.transfer === 'download' ? ([412, 416] as const) : []),
    ...(operation.refusals ?? []),
  ]);
  const tag = { ETag: { ...described.ETAG.ETag, ...(operation.createsIfMissing && { required: false }) } };
  const refusals = [...statuses].map((status) => refusal(status, status === 412 ? tag : {}));
  if (operation.conflict === undefined) return refusals;
  return [...refusals, refusalByState(operation.conflict, isKept(operation))];
}

/** Describes a 409, which a repeated request may get, too, while the first one is running. */
function refusalByState(state: string, isKept: boolean): MethodDecorator {
  const waiting = { 'Retry-After': { ...described.RETRY_AFTER['Retry-After'], required: false } };
  return ApiResponse({
    status: 409,
    description: isKept ? `${state} Or: ${REFUSALS[409].description}` : state,
    type: ApiErrorDto,
    headers: { ...described.REQUEST_ID, ...(isKept && waiting) },
  });
}

/** Describes the refusals of every operation for a route without a key. */
export const CommonRefusals = (): MethodDecorator =>
  applyDecorators(...COMMON_REFUSALS.map((status) => refusal(status)));

/** Describes a refusal in the words that all operations share. */
export function refusal(status: RefusalStatus, more: ResponseHeaders = {}): MethodDecorator {
  const { description, type = ApiErrorDto, headers: own }: DescribedRefusal = REFUSALS[status];
  const headers = { ...described.REQUEST_ID, ...own, ...more };
  return ApiResponse({ status, description, type, headers });
}

/** Tells whether the reply of a write is kept for an `Idempotency-Key`. */
function isKept({ hasBody, isAction, resource, keepsNoReply }: OperationDescription): boolean {
  return (hasBody === true || isAction === true || resource === 'deleted') && keepsNoReply !== true;
}

/** A resource that is about to be made has no state that a client could expect. */
function isConditional({ resource }: OperationDescription): boolean {
  return resource !== undefined && resource !== 'created';
}
