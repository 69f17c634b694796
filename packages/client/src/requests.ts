import { ConnectionError, DeskError, errorOf } from './errors.js';
import { isSentAgain, sleep, waitBefore } from './retries.js';
import { JSON_TYPE, type BodyBytes, type Operation, type RequestOptions } from './types.js';

/** How a client sends. */
export interface Settings {
  readonly url: string;
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly retries: number;
  readonly timeout: number;
  readonly fetch: typeof fetch;
}

type Value = string | number | boolean | readonly string[];
type Query = Readonly<Record<string, unknown>>;
type HeaderValues = Readonly<Record<string, string | undefined>>;

/** A request before it is sent. Options that are not among `RequestOptions` are its query. */
export interface Call {
  readonly operation: Operation;
  readonly path: readonly (string | number)[];
  readonly body: unknown;
  readonly options: RequestOptions & Query;
}

export interface Answered {
  readonly data: unknown;
  readonly response: Response;
}

/** Sends a request, again and again while that may help. Each time it has the same `Idempotency-Key`. */
export async function send(settings: Settings, call: Call): Promise<Answered> {
  const { signal, retries = settings.retries } = call.options;
  const request = requestOf(settings, call);
  for (let tried = 0; ; tried++) {
    signal?.throwIfAborted();
    try {
      return await tryOnce(settings, call, request);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof DeskError) || tried >= retries || !isSentAgain(call.operation, error))
        throw error;
      const wait = waitBefore(tried, error);
      if (wait === null) throw error;
      await sleep(wait, signal);
    }
  }
}

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: BodyBytes | FormData | undefined;
}

function requestOf(settings: Settings, { operation, path, body, options }: Call): Request {
  const { signal: _, retries: _retries, timeout: _timeout, ...others } = options;
  const { headers: own, idempotencyKey, ifMatch, ifNoneMatch, ...query } = others;
  const { method, takes, bytes = false, keyed = false } = operation;
  const isJson = takes === JSON_TYPE && body !== undefined;
  const parts = [...path];
  const filled = operation.path.replace(/{\w+}/g, () => partOf(parts.shift()));
  const ours: HeaderValues = {
    Accept: bytes ? '*/*' : JSON_TYPE,
    // Unlike other headers, it does not follow to another server, such as the one that keeps files.
    Authorization: settings.key === undefined ? undefined : `Bearer ${settings.key}`,
    'Content-Type': body === undefined ? undefined : typeOf(takes),
    'If-Match': ifMatch,
    'If-None-Match': ifNoneMatch,
    'Idempotency-Key': idempotencyKey ?? (keyed ? `"${crypto.randomUUID()}"` : undefined),
  };
  return {
    url: settings.url + filled + queryOf(query),
    method,
    headers: merged(ours, settings.headers, own ?? {}),
    body: isJson ? JSON.stringify(body) : (body as BodyBytes | FormData | undefined),
  };
}

/** Joins headers, whose names have no case. A later one takes the place of an earlier one of its name. */
function merged(...all: readonly HeaderValues[]): Record<string, string> {
  const byName = new Map<string, readonly [string, string | undefined]>();
  for (const [name, value] of all.flatMap((each) => Object.entries(each)))
    byName.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(
    [...byName.values()].filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Encodes a part of a path. An empty one, or one that means a folder above, would lead to another operation. */
function partOf(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`No part of a path can be ${JSON.stringify(text)}.`);
  return encodeURIComponent(text);
}

/** A form names its own type, with what divides its parts. */
function typeOf(takes: string | undefined): string | undefined {
  if (takes?.startsWith('multipart/')) return undefined;
  return takes === '*/*' ? 'application/octet-stream' : takes;
}

function queryOf(query: Query): string {
  const stated = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, Value | undefined][])
    if (value !== undefined) stated.set(name, String(value));
  const text = stated.toString();
  return text === '' ? '' : `?${text}`;
}

async function tryOnce(
  settings: Settings,
  { operation, options }: Call,
  { url, body, ...request }: Request,
): Promise<Answered> {
  const { timeout = settings.timeout } = options;
  const control = new AbortController();
  const stop = (): void => {
    control.abort(options.signal?.reason);
  };
  const timer = setTimeout(() => {
    control.abort(new Error(`There was no answer within ${timeout} ms.`));
  }, timeout);
  options.signal?.addEventListener('abort', stop, { once: true });
  let areBytesComing = false;
  try {
    const init = { ...request, signal: control.signal, ...(body !== undefined && { body }) } as RequestInit;
    const response = await settings.fetch(url, init);
    areBytesComing = operation.bytes === true && response.ok;
    if (areBytesComing) return { data: response, response };
    const text = await response.text();
    if (!response.ok) throw errorOf(response, text);
    return { data: text === '' ? undefined : JSON.parse(text), response };
  } catch (error) {
    throw error instanceof DeskError ? error : noAnswer(error, control.signal);
  } finally {
    clearTimeout(timer);
    // The caller can still end the reading of bytes with its signal.
    if (!areBytesComing) options.signal?.removeEventListener('abort', stop);
  }
}

function noAnswer(error: unknown, { aborted, reason }: AbortSignal): ConnectionError {
  const cause: unknown = aborted ? reason : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ConnectionError({ status: 0, code: 'no_answer', message, cause });
}
