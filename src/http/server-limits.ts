import type { Server } from 'node:http';

/** How long a client may take to say what it wants, in milliseconds; a later one is answered 408 (decision 15). */
export interface RequestTimeouts {
  /** From the first byte of a request, or of the connection, to the end of the headers. */
  readonly headersTimeoutMs: number;
  /** From there to the end of the body, headers included. */
  readonly requestTimeoutMs: number;
}

/** How often Node.js looks for requests that are late. */
const LOOK_EVERY_MS = 1_000;

/**
 * Sets what the server bears of a client, before it listens. Headers that may come once only and come again are joined, so
 * that they are refused: two programs on the way of a request must not see two hosts.
 */
export function limitRequests(server: Server, { headersTimeoutMs, requestTimeoutMs }: RequestTimeouts): void {
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  // Options of `createServer`, which Nest calls without any; Node.js reads them when it needs them.
  Object.assign(server, {
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersTimeoutMs, requestTimeoutMs),
    joinDuplicateHeaders: true,
    // Refused in the one shape of errors, by `refuseMalformedRequests`.
    requireHostHeader: false,
  });
}
