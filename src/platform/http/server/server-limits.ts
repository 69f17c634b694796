import type { Server } from 'node:http';

/** How long a client may take to send a request, in milliseconds. A slower one gets 408 (decision 15). */
export interface RequestTimeouts {
  /** From the first byte of a request, or of the connection, to the end of the headers. */
  readonly headersTimeoutMs: number;
  /** From there to the end of the body, headers included. */
  readonly requestTimeoutMs: number;
}

/** How often Node.js looks for requests that are late. */
const LOOK_EVERY_MS = 1_000;

/**
 * How long a connection stays open for the next request. Proxies keep theirs for 60 seconds: a connection that ends a moment before its
 * next request costs that request.
 */
const KEEP_ALIVE_MS = 65_000;

/**
 * Sets the limits of the server before it listens. A header that may come only once and comes again is joined into one value, which
 * is then refused, so that two programs on the way of a request never see two different hosts.
 */
export function limitRequests(server: Server, { headersTimeoutMs, requestTimeoutMs }: RequestTimeouts): void {
  server.headersTimeout = headersTimeoutMs;
  // Bodies have a time of their own (`limitBodyTime`): a file may take longer than other requests.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // These are options of `createServer`, which Nest calls without options. Node.js reads them when it needs them.
  Object.assign(server, {
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersTimeoutMs, requestTimeoutMs),
    joinDuplicateHeaders: true,
    // Otherwise Node.js drops what comes behind 2,000 headers. `refuseMalformedRequests` refuses far fewer.
    maxHeadersCount: 0,
    // `refuseMalformedRequests` refuses a request without a host, in the one shape of errors.
    requireHostHeader: false,
  });
}
