import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

type Header = readonly [name: string, value: string];

/** A reply of the API is data: whatever a browser takes it for, nothing in it may run, load, be framed or be kept. */
const OF_DATA = {
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  // These speak of pages.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const satisfies HelmetOptions;

/**
 * The page of the documentation loads what this service serves, and nothing else. Its own style sheet is inside of it; it
 * must work without HTTPS, too, so requests are not moved there.
 */
const OF_DOCUMENTATION = {
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    directives: {
      'base-uri': ["'none'"],
      'font-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'upgrade-insecure-requests': null,
    },
  },
  xFrameOptions: { action: 'deny' },
} as const satisfies HelmetOptions;

/** A year, for this host alone: the domain's other names are not ours to decide on. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** What every reply of the API carries, errors included. */
export const API_HEADERS: readonly Header[] = [...headersOf(OF_DATA), ['Cache-Control', 'no-store']];

const DOCUMENTATION_HEADERS = headersOf(OF_DOCUMENTATION);

/**
 * Sets the security headers of every reply, and `Strict-Transport-Security` on those that travel by HTTPS: ours, or that of
 * a trusted proxy. The rest is the same for all replies, so helmet is asked once.
 */
export const secureReplies: RequestHandler = (request, response, next) => {
  const headers = request.url.startsWith('/docs') ? DOCUMENTATION_HEADERS : API_HEADERS;
  for (const [name, value] of headers) response.setHeader(name, value);
  if (request.secure) response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
  next();
};

/** The headers that helmet sets, whatever the request. */
function headersOf(options: HelmetOptions): Header[] {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  } as unknown as ServerResponse;
  helmet(options)({} as never, recorder, () => undefined);
  return [...headers];
}
