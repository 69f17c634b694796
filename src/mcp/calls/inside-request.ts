import type { Request, Response } from 'express';
import { takeInside, type InsideAnswer } from '../../platform/http/answers/inside-answer.js';
import { shareDeadline } from '../../platform/http/requests/request-deadline.js';
import { contextOf } from '../../platform/tenancy/request-context.js';

export interface OperationRoute {
  readonly method: string;
  /** The pattern, such as `/api/external/v2/tickets/:ticket_id`. */
  readonly path: string;
}

export interface OperationRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  /** The names are in lower case. A header without a value is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export type OperationAnswer = InsideAnswer;

/** The class of a request or response of the server, whose prototypes Express knows. */
type ClassOf<Message, Argument> = new (argument: Argument) => Message;

/** Makes a request inside another one: with its workspace, key, id and time, and with none of its headers but the host. */
export function insideRequest(
  outer: Request,
  { method, path }: OperationRoute,
  { params = NONE, query = NONE, body, headers = NONE }: OperationRequest,
): Request {
  const request = new (outer.constructor as ClassOf<Request, Request['socket']>)(outer.socket);
  request.method = method;
  request.url = pathOf(path, params);
  request.originalUrl = request.url;
  request.headers = { host: outer.headers.host ?? '', accept: 'application/json', ...defined(headers) };
  request.params = params;
  request.id = outer.id;
  request.complete = true;
  if (body !== undefined) request.body = body;
  Object.defineProperty(request, 'query', { value: defined(query) });
  const { workspaceId, isSuspended, address, apiKeyId, keyScopes } = contextOf(outer);
  const known = { workspaceId, isSuspended, address, apiKeyId, keyScopes, isInside: true };
  Object.assign(contextOf(request), known);
  shareDeadline(outer, request);
  return request;
}

/** Makes a response that no connection has. What its handler answers is taken as it is; errors come as texts. */
export function insideResponse(
  { res }: Request,
  request: Request,
  take: (answer: OperationAnswer) => void,
): Response {
  if (!res) throw new Error('A request that is answered already calls an operation.');
  const response = new (res.constructor as ClassOf<Response, Request>)(request);
  const end = (answer: OperationAnswer): void => {
    take(answer);
    // Whatever waits for the end of the answer, such as its place in memory, is given back.
    response.emit('close');
  };
  takeInside(response, end);
  response.end = ((text?: unknown) => {
    const body = typeof text === 'string' ? (JSON.parse(text) as unknown) : null;
    const etag = (response.getHeader('ETag') as string | undefined) ?? null;
    end({ status: response.statusCode, etag, body });
    return response;
  }) as Response['end'];
  return response;
}

const NONE: Readonly<Record<string, never>> = {};

/** The pattern of a route has its parameters between slashes. */
function pathOf(route: string, params: Readonly<Record<string, string>>): string {
  let path = route;
  for (const name in params) path = path.replace(`:${name}`, encodeURIComponent(params[name] ?? ''));
  return path;
}

function defined<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  const kept: Record<string, Value> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
