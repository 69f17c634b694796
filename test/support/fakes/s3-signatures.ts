import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

// Signatures of S3, version 4, checked as Amazon's documentation describes them: s3rver takes every signature for right.

/** Who may use the server. */
export interface S3Keys {
  readonly id: string;
  readonly secret: string;
}

interface Signature {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  /** As `20261122T204635Z`. */
  readonly date: string;
  readonly payload: string;
  readonly seconds: number;
}

/** Whether a request is signed with the keys, by its header or by its address, and not too late. */
export function isSigned(request: IncomingMessage, keys: S3Keys, now = Date.now()): boolean {
  const url = new URL(request.url ?? '/', 'http://server');
  const sent = signatureInAddress(url.searchParams) ?? signatureInHeader(request);
  if (sent === null) return false;
  const [id, day = '', region = '', service = ''] = sent.credential.split('/');
  const until = momentOf(sent.date) + sent.seconds * 1_000;
  if (id !== keys.id || now > until) return false;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const canonical = canonicalRequest(request, url, sent);
  const toSign = ['AWS4-HMAC-SHA256', sent.date, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secret}`);
  return hmac(key, toSign).toString('hex') === sent.signature;
}

function signatureInAddress(query: URLSearchParams): Signature | null {
  const signature = query.get('X-Amz-Signature');
  if (signature === null) return null;
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature,
    date: query.get('X-Amz-Date') ?? '',
    payload: 'UNSIGNED-PAYLOAD',
    seconds: Number(query.get('X-Amz-Expires')),
  };
}

function signatureInHeader({ headers }: IncomingMessage): Signature | null {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(.+)$/.exec(
    headers.authorization ?? '',
  );
  if (found === null) return null;
  const [, credential = '', signedHeaders = '', signature = ''] = found;
  const date = String(headers['x-amz-date']);
  return {
    ...{ credential, signedHeaders, signature, date, seconds: 15 * 60 },
    payload: String(headers['x-amz-content-sha256']),
  };
}

function canonicalRequest({ method, headers }: IncomingMessage, url: URL, sent: Signature): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const named = sent.signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
    .join('');
  return [method, url.pathname, query.join('&'), named, sent.signedHeaders, sent.payload].join('\n');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function momentOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3:$4:$5Z'));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
