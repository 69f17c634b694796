import { ConnectionError, type DeskError } from './errors.js';
import { JSON_TYPE, type Operation } from './types.js';

/** A longer wait than this is for the caller to decide. */
const LONGEST_MS = 60_000;
const [FIRST_MS, LAST_MS] = [250, 8_000];

/** Statuses that pass: the service or something before it was too busy or away. */
const PASSING = new Set([408, 429, 502, 503, 504]);

/** Tells whether the same request may be answered another time. */
export function isPassing(error: DeskError): boolean {
  return (
    error instanceof ConnectionError || PASSING.has(error.status) || error.code === 'request_in_progress'
  );
}

/**
 * Tells whether to send a request again. One that is done each time it is sent, such as a new webhook, is sent again only when it
 * certainly was not done.
 */
export function isSentAgain(operation: Operation, error: DeskError): boolean {
  if (!isPassing(error)) return false;
  return isRepeatable(operation) || error.status === 429 || error.code === 'unavailable';
}

/** A mail is known by its id, and a file that is sent twice and attached once is removed. */
function isRepeatable({ method, keyed, takes = JSON_TYPE }: Operation): boolean {
  return method !== 'POST' || keyed === true || takes !== JSON_TYPE;
}

/** Milliseconds before the next try: what the service asks for, or twice as long each time. Null when that is too long. */
export function waitBefore(tried: number, error: DeskError, random = Math.random()): number | null {
  const asked = askedFor(error.response?.headers.get('retry-after') ?? null);
  if (asked === null) return Math.min(LAST_MS, FIRST_MS * 2 ** tried) * (0.5 + random / 2);
  return asked > LONGEST_MS ? null : asked + FIRST_MS * random;
}

/** Reads `Retry-After`: seconds, or a date. */
function askedFor(header: string | null): number | null {
  if (header === null) return null;
  const milliseconds = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds);
}

/** Waits, or ends with the reason of the signal. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
