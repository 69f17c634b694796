import type { webhooks } from './openapi.js';

/** The body of a delivery: an event, or `webhook.test`. */
export type WebhookMessage = {
  [Type in keyof webhooks]: webhooks[Type]['post'] extends {
    requestBody: { content: { 'application/json': infer Body } };
  }
    ? Body
    : never;
}[keyof webhooks];

/** Headers in any form in which servers have them. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookRules {
  /** Seconds by which clocks may differ: 300 unless stated. */
  readonly tolerance?: number;
}

/** A request that no secret of ours has signed, or long ago: answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Gives what a webhook has brought, when one of the secrets (`whsec_...`) signed it within five minutes, as Standard Webhooks say.
 * The body is the text or the bytes as they came: JSON that was read and written again has another signature.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance = 300 }: WebhookRules = {},
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('A header of Standard Webhooks is missing.');
  const at = Number.parseInt(timestamp, 10);
  const apart = Math.floor(Date.now() / 1_000) - at;
  if (!(Math.abs(apart) <= tolerance))
    throw new WebhookVerificationError('The moment of the request is too far from now.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const given = signatures.split(' ').flatMap((part) => {
    const [version, signature] = part.split(',');
    return version === 'v1' && signature ? [signature] : [];
  });
  for (const secret of [secrets].flat()) {
    const expected = await signatureOf(secret, `${id}.${at}.`, bytes);
    if (given.some((signature) => isEqual(signature, expected)))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage;
  }
  throw new WebhookVerificationError('No secret has made the signature.');
}

function headerOf(headers: WebhookHeaders, name: string): string | null | undefined {
  if (typeof headers['get'] === 'function') return (headers as Headers).get(name);
  const values = Object.entries(headers as Readonly<Record<string, string | readonly string[] | undefined>>);
  const [, value] = values.find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

/** Signs a body, with the id and the moment before it, as Standard Webhooks say. */
export async function signatureOf(secret: string, before: string, body: Uint8Array): Promise<string> {
  const key = bytesOf(atob(secret.replace(/^whsec_/, '')));
  if (key.length === 0) throw new TypeError('A secret is empty.');
  const head = new TextEncoder().encode(before);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
  return btoa(String.fromCharCode(...signature));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Compares every character, so that the time does not tell how many are right. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < other.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
