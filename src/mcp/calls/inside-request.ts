import type { Request, Response } from 'express';
import { shareDeadline } from '../../platform/http/requests/request-deadline.js';
import { contextOf } from '../../platform/tenancy/request-context.js';

/** Names an operation of the API with what a request for it would have. */
export interface OperationCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The pattern of the route, such as `/api/external/v2/tickets/:ticket_id`. */
  readonly route: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  /** The names are in lower case. A header without a value is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface OperationAnswer {
  readonly status: number;
  /** The entity tag as the header has it. */
  readonly etag: string | null;
  /** The body as JSON says it; null when there is none. */
  readonly body: unknown;
}

/** The class of a request or response of the server, whose prototypes Express knows. */
type ClassOf<Message, Argument> = new (argument: Argument) => Message;

/** Makes a request inside another one: with its workspace, key, id and time, and with none of its headers but the host. */
export function insideRequest(outer: Request, call: OperationCall): Request {
  const { method, route, params = {}, query = {}, body, headers = {} } = call;
  const request = new (outer.constructor as ClassOf<Request, Request['socket']>)(outer.socket);
  const path = route.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const { host } = outer.headers;
  request.headers = { ...(host !== undefined && { host }), accept: 'application/json', ...defined(headers) };
  Object.defineProperty(request, 'query', { value: defined(query) });
  Object.assign(request, {
    ...{ method, url: path, originalUrl: path, baseUrl: '', params, body, id: outer.id },
    ...{ httpVersion: '1.1', complete: true },
  });
  const { workspaceId, isSuspended, address, apiKeyId, keyScopes } = contextOf(outer);
  Object.assign(contextOf(request), {
    ...{ workspaceId, isSuspended, address, apiKeyId, keyScopes },
    isInside: true,
  });
  shareDeadline(outer, request);
  return request;
}

/** Makes a response that no connection has. Its answer comes when it ends. */
export function insideResponse(
  { res }: Request,
  request: Request,
): { readonly response: Response; readonly answer: Promise<OperationAnswer> } {
  if (!res) throw new Error('A request that is answered already calls an operation.');
  const response = new (res.constructor as ClassOf<Response, Request>)(request);
  const pieces: string[] = [];
  const note = (piece: unknown): void => {
    if (typeof piece === 'string' || Buffer.isBuffer(piece)) pieces.push(piece.toString());
  };
  const answer = new Promise<OperationAnswer>((resolve) => {
    const write = (piece: unknown): boolean => {
      note(piece);
      return true;
    };
    const end = (piece: unknown): Response => {
      note(piece);
      const { statusCode: status } = response;
      const text = pieces.join('');
      const body = text === '' ? null : (JSON.parse(text) as unknown);
      resolve({ status, etag: (response.getHeader('ETag') as string | undefined) ?? null, body });
      // Whatever waits for the end of the answer, such as its place in memory, is given back.
      response.emit('close');
      return response;
    };
    Object.assign(response, { write, end });
  });
  return { response, answer };
}

function defined<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Record<
    string,
    Value
  >;
}
