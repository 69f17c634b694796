import { applyDecorators, type Type } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';
import type { Conflict, DomainError, Exemplified } from '../../kernel/errors.js';
import { STATUS } from '../http/answers/error-response.js';
import { ApiErrorDto, InvalidRequestDto } from '../http/answers/error.dto.js';
import * as described from './described.js';
import { parametersOf } from './other-address.js';

export type ResponseHeaders = NonNullable<ApiResponseOptions['headers']>;

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

/** Every operation can fail like this. */
export const FAILURES: readonly ApiResponseOptions[] = [
  {
    status: 500,
    description: 'The service has a defect.',
    type: ApiErrorDto,
    headers: described.REQUEST_ID,
  },
  {
    status: 503,
    description:
      'The database is unreachable or busy. With the code `unavailable`, nothing was changed. With `outcome_unknown`, it is ' +
      'unknown whether the change was made.',
    type: ApiErrorDto,
    headers: { ...described.REQUEST_ID, ...described.RETRY_AFTER },
  },
];

export type RefusalStatus = keyof typeof REFUSALS;

/** Every operation has these refusals. */
const COMMON_REFUSALS = [400, 408, 431] as const;
const BODY_REFUSALS = [413, 415, 422] as const;

/** Describes the refusals of every operation for a route without a key. */
export const CommonRefusals = (): MethodDecorator =>
  applyDecorators(...COMMON_REFUSALS.map((status) => refusal(status)));

/** A factory of errors. One that takes arguments has an example. */
type Refusal = Exemplified | (() => DomainError);

export interface WithRefusals {
  readonly hasBody?: boolean;
  /** The operation has these refusals of its own. The document shows their examples. */
  readonly refusals?: readonly Refusal[];
  /** A state of the resource refuses the write with 409. */
  readonly conflict?: Conflict;
}

/**
 * Describes the refusals of an operation: those of all operations, of its body and its query, its own, and those of `statuses`, with
 * the headers that some of them have besides.
 */
export function describedRefusals(
  handler: object,
  { hasBody = false, refusals = [] }: WithRefusals,
  statuses: readonly RefusalStatus[],
  headers: Partial<Record<RefusalStatus, ResponseHeaders>> = {},
): MethodDecorator[] {
  const errors = refusals.map((factory) => ('example' in factory ? factory.example() : factory()));
  const examples = new Map(errors.map((error) => [statusOf(error), described.exampleOf(error)]));
  const all = new Set<RefusalStatus>([
    ...statuses,
    ...COMMON_REFUSALS,
    ...(hasBody ? BODY_REFUSALS : []),
    ...(parametersOf(handler).some((parameter) => parameter.in === 'query') ? ([422] as const) : []),
    ...examples.keys(),
  ]);
  return [...all].map((status) => refusal(status, headers[status], examples.get(status)));
}

/** Describes a 409. A request that is kept may get it, too, while an earlier one is running. */
export function refusalByState(conflict: Conflict, isKept: boolean): MethodDecorator {
  const waiting = { 'Retry-After': { ...described.RETRY_AFTER['Retry-After'], required: false } };
  return ApiResponse({
    status: 409,
    description: isKept ? `${conflict.state} Or: ${REFUSALS[409].description}` : conflict.state,
    type: ApiErrorDto,
    ...(!isKept && { example: described.exampleOf(conflict.example()) }),
    headers: { ...described.REQUEST_ID, ...(isKept && waiting) },
  });
}

/** Describes a refusal in the words that all operations share. */
function refusal(status: RefusalStatus, more: ResponseHeaders = {}, example?: object): MethodDecorator {
  const { description, type = ApiErrorDto, headers: own }: DescribedRefusal = REFUSALS[status];
  const headers = { ...described.REQUEST_ID, ...own, ...more };
  return ApiResponse({ status, description, type, headers, ...(example && { example }) });
}

/** @throws Error when operations have no words for refusals of this kind */
function statusOf({ kind }: DomainError): RefusalStatus {
  const status = STATUS[kind];
  if (status in REFUSALS) return status as RefusalStatus;
  throw new Error(`No operation is refused with ${status}.`);
}
