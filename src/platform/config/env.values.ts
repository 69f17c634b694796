import { isIP } from 'node:net';
import { z } from 'zod';
import { isOrigin } from '../../kernel/checks.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SECRETS_KEY_BYTES = 32;

const LABEL = '(?!-)[a-z0-9-]{1,63}(?<!-)';
export const SUBDOMAIN = new RegExp(`^${LABEL}$`);
export const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);

// These functions read single variables. Each message says how the value must be.

export const wholeNumber = (from: number, to: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`);

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()));

/** Reads a text by `understand`, which returns null for a mistake. */
export const understoodBy = <Value>(
  understand: (text: string) => Value | null,
  mistake: string,
): z.ZodType<Value> =>
  z.string().transform((text, { issues }) => {
    const value = understand(text);
    if (value !== null) return value;
    issues.push({ code: 'custom', message: mistake, input: undefined });
    return z.NEVER;
  });

/** `METRICS_PORT`: a port, and perhaps the address before it. */
export const metricsAddress = understoodBy((text) => {
  const [, host = '127.0.0.1', port] = /^(?:\[?([^\s[\]]+)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  return Number(port) <= 65_535 ? { host, port: Number(port) } : null;
}, 'must be a port from 0 to 65535, perhaps after an address: 9464, 0.0.0.0:9464, [::]:9464');

export const webAddress = z
  .string()
  .refine(
    (url) => /^https?:\/\/[^/?#]+\/?$/.test(url) && URL.canParse(url),
    'must be an http:// or https:// address without a path',
  )
  .transform((url) => url.replace(/\/$/, ''));

export const bucketName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be the name of a bucket (3 to 63 of a-z, 0-9, dots, hyphens)',
  );

/** `CLAMD_URL`: a port or a socket. */
export const clamdAddress = understoodBy((url) => {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(url)?.[1];
  if (path !== undefined) return { path };
  if (!/^tcp:\/\/[^/?#@]+:\d+$/.test(url) || !URL.canParse(url)) return null;
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}, 'must be tcp://<host>:<port> or unix:<path of a socket>');

export const postgresUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url), 'must be a postgres:// address');

/** `TRUST_PROXY`: the number of proxies in front, or the addresses of those that may set `X-Forwarded-*`. */
export const trustProxy = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : list.parse(text)))
  .refine(
    (value) => typeof value === 'number' || value.every(isTrusted),
    'must be a number of proxies or a comma-separated list of IP addresses, networks, loopback, linklocal, uniquelocal',
  );

export const publicUrl = z
  .string()
  .refine(
    (url) => isWebAddress(url.replaceAll('{workspace}', 'acme')) && !/[?#]/.test(url),
    'must be an http:// or https:// address; {workspace} stands for the subdomain',
  )
  .transform((url) => url.replace(/\/+$/, ''));

export const ticketUrlTemplate = z
  .string()
  .refine(
    (template) =>
      isWebAddress(template.replace(/\{(?:workspace|number|id)\}/g, '1')) &&
      /\{(?:number|id)\}/.test(template),
    'must be an http:// or https:// address with {number} or {id}, and perhaps {workspace}',
  );

/** `CORS_ORIGINS`: what browsers send as `Origin`. */
export const corsOrigins: z.ZodType<readonly string[]> = list.refine(
  (origins) => origins.every(isOrigin),
  'must be a comma-separated list of origins such as https://app.example.com: scheme, host and a port that is not the usual one, nothing after them',
);

/** `SECRETS_KEY`: keys of 32 bytes in base64, separated by commas. The first one encrypts, all decrypt. */
export const secretsKeys: z.ZodType<readonly Buffer[]> = list
  .transform((parts) => parts.map((part) => Buffer.from(part, 'base64')))
  .refine(
    (keys) => keys.every((key) => key.length === SECRETS_KEY_BYTES),
    'must be 32 bytes in base64, as `openssl rand -base64 32` prints them; several are separated by commas',
  );

/** `WEBHOOK_ALLOWED_NETWORKS`: networks such as `10.0.0.0/8`. */
export const networks: z.ZodType<readonly string[]> = list.refine(
  (all) => all.every((network) => network.includes('/') && isNetwork(network)),
  'must be a comma-separated list of networks such as 10.0.0.0/8 or fd00::/8',
);

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && !/[{}]/.test(text);
}

const isTrusted = (entry: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isNetwork(entry);

/** Tells whether a text is an address such as `10.0.0.1`, or a network such as `10.0.0.0/28`. */
export function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
