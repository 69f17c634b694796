import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

type Header = readonly [name: string, value: string];

/** Replies of the API are data: a browser must not run, load, frame or keep anything of them. */
const OF_DATA = {
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  // These headers are for pages.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const satisfies HelmetOptions;

/** The documentation loads only files of this service. It must work without HTTPS, so requests are not upgraded. */
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

/** Pages of forms load only files of this service. Browsers show chosen pictures from their memory. */
const OF_FORMS = {
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'blob:'],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
    },
  },
  xFrameOptions: false,
  // Pages may be in frames and opened by others. They keep nothing, and browsers complain of these two where there is no HTTPS.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
} as const satisfies HelmetOptions;

/** The header holds for a year and this host only: the service does not decide for other names of the domain. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** The headers of every reply of the API, errors included. */
export const API_HEADERS: readonly Header[] = [...headersOf(OF_DATA), ['Cache-Control', 'no-store']];

const DOCUMENTATION_HEADERS = headersOf(OF_DOCUMENTATION);
const FORM_HEADERS = headersOf(OF_FORMS);

/**
 * Sets the security headers of a form's page in place of those of data.
 * @param origins of pages that may show it in a frame
 */
export function secureForm(response: ServerResponse, origins: readonly string[]): void {
  for (const [name, value] of FORM_HEADERS) response.setHeader(name, value);
  const ancestors = origins.length === 0 ? "'none'" : origins.join(' ');
  const policy = String(response.getHeader('Content-Security-Policy'));
  response.setHeader('Content-Security-Policy', `${policy};frame-ancestors ${ancestors}`);
  // This header cannot have a list of origins.
  if (origins.length === 0) response.setHeader('X-Frame-Options', 'DENY');
  else response.removeHeader('X-Frame-Options');
}

/** Sets the security headers of every reply, and `Strict-Transport-Security` when the request came by HTTPS to a trusted proxy. */
export const secureReplies: RequestHandler = (request, response, next) => {
  const headers = request.url.startsWith('/docs') ? DOCUMENTATION_HEADERS : API_HEADERS;
  for (const [name, value] of headers) response.setHeader(name, value);
  if (request.secure) response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
  next();
};

/** The headers that helmet sets with these options, made once for all replies. */
function headersOf(options: HelmetOptions): Header[] {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  } as unknown as ServerResponse;
  helmet(options)({} as never, recorder, () => undefined);
  return [...headers];
}
