import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isIP } from 'node:net';
import type * as Undici from 'undici';
import { AddressRefused, PublicAddresses } from './public-addresses.js';
import { Configuration } from '../../platform/config/configuration.js';
import { createHmac } from 'node:crypto';
import { loadPackage } from '../../kernel/load-package.js';

/** An endpoint has this long for the whole of a try. */
export const TIMEOUT_MS = 15_000;
/** Reads this many bytes of an answer. */
const READ_BYTES = 1_024;

export interface TryOutcome {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The reason why there was no whole answer; null when there was one. */
  readonly error: string | null;
  readonly answer: string | null;
  readonly retryAfter: string | null;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends to endpoints at public addresses only. It uses no proxy, follows no redirect, and reads the first KiB of an answer. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly addresses: PublicAddresses;
  private agent: Undici.Agent | undefined;

  constructor({ webhooks }: Configuration) {
    this.addresses = new PublicAddresses(webhooks.allowedNetworks);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent?.destroy();
  }

  send(request: WebhookRequest, stop: AbortSignal): Promise<TryOutcome> {
    this.agent ??= agentFor(this.addresses);
    return sendBy(this.agent, request, AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]));
  }
}

/** Makes an agent that connects to allowed addresses only. */
export function agentFor(addresses: PublicAddresses): Undici.Agent {
  const { Agent, buildConnector } = loadPackage('undici') as typeof Undici;
  const connector = buildConnector({ lookup: addresses.lookup, timeout: TIMEOUT_MS });
  return new Agent({
    connect: (options, callback) => {
      // A host that is an address already is not looked up.
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !addresses.allow(host)) callback(new AddressRefused(host), null);
      else connector(options, callback);
    },
    pipelining: 1,
    maxHeaderSize: 16 * 1_024,
  });
}

export async function sendBy(
  agent: Undici.Agent,
  { url, headers, body }: WebhookRequest,
  signal: AbortSignal,
): Promise<TryOutcome> {
  const { origin, pathname, search } = new URL(url);
  let status: number | null = null;
  try {
    const response = await agent.request({
      ...{ origin, path: pathname + search, method: 'POST', headers, body, signal },
      ...{ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS },
    });
    status = response.statusCode;
    const answer = await firstBytes(response.body, signal);
    return { status, error: null, answer, retryAfter: textIn(response.headers['retry-after']) };
  } catch (error) {
    return { status, error: sentenceOf(error, signal), answer: null, retryAfter: null };
  }
}

async function firstBytes(
  body: Undici.Dispatcher.ResponseData['body'],
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= READ_BYTES) break;
    }
  } finally {
    // The rest of a longer answer is never read: its connection is closed.
    body.on('error', () => undefined).destroy();
  }
  signal.throwIfAborted();
  return storable(Buffer.concat(chunks).subarray(0, READ_BYTES));
}

/** Replaces NUL, which PostgreSQL cannot store, and a character that was cut. */
function storable(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD');
}

function textIn(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 15 seconds',
  UND_ERR_HEADERS_TIMEOUT: 'no answer within 15 seconds',
  UND_ERR_BODY_TIMEOUT: 'no answer within 15 seconds',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof AddressRefused) return error.message;
  const { name, code = '', message, errors } = error as NodeJS.ErrnoException & { readonly errors?: Error[] };
  if (signal.aborted || name === 'TimeoutError') return SENTENCES['UND_ERR_HEADERS_TIMEOUT'] ?? '';
  const known = SENTENCES[code];
  if (known !== undefined) return known;
  return storable(Buffer.from((message || (errors?.[0]?.message ?? '') || code || name).slice(0, 300)));
}

const PREFIX = 'whsec_';

/** Makes the headers of Standard Webhooks: the signature has a part for each secret that signs now. */
export function signedHeaders(
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature.join(' ') };
}
