import type { Server } from 'node:http';
import type { Config } from '../../config/env.js';

/** A client must have sent the headers and the whole of a request in these times ([choice 15]: 408). */
export type RequestTimeouts = Pick<Config, 'headersTimeoutMs' | 'requestTimeoutMs'>;

/** Node.js checks for late requests at this interval. */
const LOOK_EVERY_MS = 1_000;

/** Connections stay open longer than the 60 seconds of proxies, so that no request comes on one that the service has just ended. */
const KEEP_ALIVE_MS = 65_000;

/** Sets the limits of the server before it listens. */
export function limitRequests(server: Server, { headersTimeoutMs, requestTimeoutMs }: RequestTimeouts): void {
  server.headersTimeout = headersTimeoutMs;
  // Bodies have a time of their own (`limitBodyTime`): a file may take longer than other requests.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // These are options of `createServer`, which Nest calls without options. Node.js reads them when it needs them.
  Object.assign(server, {
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersTimeoutMs, requestTimeoutMs),
    // A second host is joined to the first and then refused, so that two programs on the way never see two different hosts.
    joinDuplicateHeaders: true,
    // Otherwise Node.js drops what comes after 2,000 headers. `refuseMalformedRequests` refuses far fewer.
    maxHeadersCount: 0,
    // `refuseMalformedRequests` refuses a request without a host, in the one shape of errors.
    requireHostHeader: false,
  });
}
