import { applyDecorators, HttpCode, UseInterceptors, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import {
  IdempotencyInterceptor,
  Rereads,
  type Reread,
  RefusesIdempotencyKey,
} from '../idempotency/idempotency.interceptor.js';
import { Allow, AllowAlso, AllowIncludes, type Access, type IncludeScopes } from './access.js';
import type { DeclaredScope } from '../../app/features.js';
import { AuthenticationErrorDto, ApiErrorDto } from '../http/answers/error.dto.js';
import { type Direction, Transfer } from '../transfers/transfers.js';
import * as described from './described.js';
import {
  FAILURES,
  describedRefusals,
  refusalByState,
  type ResponseHeaders,
  type WithRefusals,
} from './described-refusals.js';
import { CountedAs } from './counted-requests.js';
import { BodySuccessorInterceptor } from './deprecated-routes.js';
import { addHandler, noteSuccessor, type OtherAddress } from './other-address.js';
import { JsonBodyInterceptor } from '../http/requests/json-body.interceptor.js';

const KEY_REFUSALS = [409, 422] as const;

const TOO_MUCH =
  'The key has sent too many requests, or authentication has failed too often from the address of the client.';
const TOO_MUCH_OF_CUSTOMER =
  'The sessions of the customer have sent too many requests, or authentication has failed too often from the address of the client.';
const TOO_MUCH_KEPT =
  'With the code `idempotency_quota_exceeded`, the answers that are kept for Idempotency-Keys of the last hour take too much room; ' +
  'nothing was done.';

const failuresOf = (operation: OperationDescription): readonly ApiResponseOptions[] => [
  {
    status: 429,
    description: [
      operation.needs === SESSION ? TOO_MUCH_OF_CUSTOMER : TOO_MUCH,
      ...(isKept(operation) ? [TOO_MUCH_KEPT] : []),
    ].join(' '),
    type: ApiErrorDto,
    headers: { ...described.REQUEST_ID, ...described.RATE_LIMIT, ...described.RETRY_AFTER },
  },
  ...FAILURES,
];

/** The access of customers, which is also the name of their security scheme in the document. */
export const SESSION = 'session';

interface OperationDescription extends WithRefusals {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** A key needs this scope, or any valid key will do; or it is for sessions of customers, and for no key. */
  readonly needs: Exclude<Access, 'public'>;
  /** A key with this scope may call it, too. */
  readonly orNeeds?: DeclaredScope;
  readonly includes?: IncludeScopes;
  /** The class of the body of a success; a 204 has none. */
  readonly response?: Type;
  readonly status?: 200 | 201 | 202 | 204;
  /** True for a write that has no body and deletes nothing. */
  readonly isAction?: boolean;
  /** True when the reply shows a secret. Then it is not kept, and `Idempotency-Key` is refused. */
  readonly keepsNoReply?: boolean;
  /** The request brings a file, or the success is the bytes of one, or lines that are made while they leave, or a stream of events. All take long. */
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
  /** Tells how many requests one with this body counts as in the rate limit of its key. Without it: one. */
  readonly counts?: (body: unknown) => number;
  readonly deprecated?: boolean;
  /** The handler of the same controller that replaces it, for an older operation that reads its request in another way. */
  readonly replacedBy?: string;
  /** Names the address that replaces it when the body tells which one; null when it does not. */
  readonly replacedAt?: (body: unknown) => string | null;
  /** Older addresses of the operation, and twins under another method. */
  readonly alsoAt?: readonly OtherOperation[];
}

/** Another address of an operation. A property that is absent here is that of the operation, except for the description. */
interface OtherOperation extends OtherAddress, Partial<Omit<OperationDescription, 'alsoAt' | 'id'>> {
  readonly summary: string;
  /** The properties of the operation that it does not have. */
  readonly without?: readonly (keyof OperationDescription)[];
  /** Further decorators of its handler, such as a guard. */
  readonly besides?: readonly MethodDecorator[];
}

/**
 * Describes a route: who may call it, its status, the interceptors of a write in their order (body, then idempotency), and
 * everything that the OpenAPI document says of it, with every refusal that it can answer with.
 */
export function Operation({ alsoAt = [], ...operation }: OperationDescription): MethodDecorator {
  return (controller, name, descriptor) => {
    const handler = descriptor.value as object;
    for (const other of alsoAt) describeOther(controller, String(name), operation, other);
    if (operation.replacedBy) namesSuccessor(controller, handler, operation.replacedBy);
    applyDecorators(...decoratorsOf(operation, handler))(controller, name, descriptor);
  };
}

function describeOther(
  controller: object,
  name: string,
  { description: _description, reread, ...operation }: OperationDescription,
  { without = [], ...other }: OtherOperation,
): void {
  const { answers } = other;
  const again: Reread | undefined =
    reread && answers ? async (...of) => answers((await reread(...of)) as never) : reread;
  const described = { ...operation, ...(again && { reread: again }), ...other };
  for (const property of without) Reflect.deleteProperty(described, property);
  const descriptor = addHandler(controller, name, other);
  const decorators = [...decoratorsOf(described, descriptor.value), ...(other.besides ?? [])];
  applyDecorators(...decorators)(controller, other.id, descriptor);
  if (other.deprecated) namesSuccessor(controller, descriptor.value, name);
}

function namesSuccessor(controller: object, older: object, name: string): void {
  const newer = Reflect.get(controller, name) as object;
  noteSuccessor({ controller: controller.constructor, older, newer });
}

function decoratorsOf(operation: OperationDescription, handler: object): MethodDecorator[] {
  const { id, summary, needs, orNeeds, includes, status = 200, deprecated = false } = operation;
  // Programs that make tools from operations show the first sentence only.
  const description = [`${summary}.`, operation.description, neededBy(operation), ...besidesOf(operation)]
    .filter(Boolean)
    .join(' ');
  return [
    HttpCode(status),
    ...handlingOf(operation),
    Allow(needs),
    ...(orNeeds ? [AllowAlso(orNeeds)] : []),
    ...(includes ? [AllowIncludes(includes)] : []),
    ApiOperation({ operationId: id, summary, description, deprecated }),
    ...(needs === SESSION ? [ApiSecurity(SESSION)] : []),
    ...(isScope(needs) ? [ApiExtension('x-required-scope', needs)] : []),
    ...(orNeeds ? [ApiExtension('x-alternative-scope', orNeeds)] : []),
    ApiHeader({
      name: 'X-Request-Id',
      required: false,
      description: 'An id for this request. A well-formed id appears in the answer and in the service log.',
    }),
    ...conditionsOf(operation),
    ...(isKept(operation) ? [ApiHeader(described.IDEMPOTENCY_KEY)] : []),
    ...(operation.transfer === 'download' ? described.fileResponses() : []),
    ...(operation.transfer === 'stream' ? [ApiHeader(described.LAST_EVENT_ID)] : []),
    ...successesOf(operation),
    ApiResponse({
      status: 401,
      description: 'Authentication failed.',
      type: AuthenticationErrorDto,
      headers: described.REQUEST_ID,
    }),
    ...refusalsOf(operation, handler),
    ...failuresOf(operation).map((failure) => ApiResponse(failure)),
  ];
}

function neededBy({ needs, orNeeds }: OperationDescription): string {
  if (needs === SESSION) return 'Only the session of a customer may call it.';
  if (needs === 'any key') return 'Any valid key may call it, whatever its scopes.';
  const alternative = orNeeds === undefined ? '' : ` The scope \`${orNeeds}\` is enough, too.`;
  return `Needs the scope \`${needs}\`.${alternative}`;
}

const isScope = (needs: OperationDescription['needs']): needs is DeclaredScope =>
  needs !== SESSION && needs !== 'any key';

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
      ...(transfer === 'export' && {
        content: described.LINES_CONTENT,
        headers: { ...headers, ...described.EXPORT_HEADERS },
      }),
      ...(transfer === 'stream' && { content: described.STREAM_CONTENT }),
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
    ...(operation.replacedAt ? [UseInterceptors(new BodySuccessorInterceptor(operation.replacedAt))] : []),
    ...(operation.counts ? [CountedAs(operation.counts)] : []),
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

function refusalsOf(operation: OperationDescription, handler: object): MethodDecorator[] {
  const statuses = [
    ...(operation.needs === SESSION ? ([404] as const) : ([403, 404] as const)),
    ...(isConditional(operation) ? ([412] as const) : []),
    ...(isKept(operation) ? KEY_REFUSALS : []),
    ...(operation.transfer === 'download' ? ([412, 416] as const) : []),
  ];
  const ETag = { ...described.ETAG.ETag, ...(operation.createsIfMissing && { required: false }) };
  const refusals = describedRefusals(handler, operation, statuses, { 412: { ETag } });
  if (operation.conflict === undefined) return refusals;
  return [...refusals, refusalByState(operation.conflict, isKept(operation))];
}

/** Tells whether the reply of a write is kept for an `Idempotency-Key`. */
function isKept({ hasBody, isAction, resource, keepsNoReply }: OperationDescription): boolean {
  return (hasBody === true || isAction === true || resource === 'deleted') && keepsNoReply !== true;
}

/** A resource that is about to be made has no state that a client could expect. */
function isConditional({ resource }: OperationDescription): boolean {
  return resource !== undefined && resource !== 'created';
}
