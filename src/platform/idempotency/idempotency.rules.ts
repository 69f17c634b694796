import { createHash } from 'node:crypto';
import { isObject } from '../../kernel/objects.js';
import type { Steps } from '../../kernel/steps.js';

const MAX_LENGTH = 255;

/** Matches a string of a structured header (RFC 8941, section 3.3.3): printable ASCII, `"` and `\` escaped. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
/** Matches a string without quotes, as many clients send it: without spaces, separators and escapes. */
const BARE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/** Reads the key of a header value, 1 to 255 characters; null when it is malformed. */
export function readIdempotencyKey(value: string): string | null {
  const quoted = QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1');
  const key = quoted ?? (BARE.test(value) ? value : '');
  return key.length >= 1 && key.length <= MAX_LENGTH ? key : null;
}

/** Names the kept reply of a customer's request. A key of a client has no tab, so the reply belongs to nobody else [rule 30]. */
export function keyOfCustomer(customerId: string, key: string): string {
  return `${customerId}\t${createHash('sha256').update(key).digest('base64url')}`;
}

/** Two requests are one when these parts are equal. */
export interface RequestContent {
  readonly method: string;
  /** The path with its query string, as they were sent. */
  readonly address: string;
  /** `If-Match` and `If-None-Match`. */
  readonly conditions: readonly (string | undefined)[];
  /** As it was read from JSON; undefined when there is none. */
  readonly body: unknown;
}

/** Makes 32 bytes that two requests share only if they are the same request. In JSON, the properties of an object have no order. */
export function* fingerprintOf(content: RequestContent): Steps<Buffer> {
  return digestOf({ ...content, body: yield* inOrder(content.body, { looked: 0 }) });
}

/** Tells whether a reply was kept for a request. Earlier versions told requests apart by the order of their properties, too. */
export function isReplyTo(content: RequestContent, fingerprint: Buffer, kept: Buffer): boolean {
  return kept.equals(fingerprint) || kept.equals(digestOf(content));
}

function digestOf({ method, address, conditions, body }: RequestContent): Buffer {
  const text = JSON.stringify([method, address, conditions, body]);
  const marks = marksOf(body);
  return createHash('sha256')
    .update(/[+-]/.test(marks) ? text + marks : text)
    .digest();
}

/** A step looks at this number of values. */
const STEP = 1000;

/** Sorts the properties of all objects in a value by their names. */
function* inOrder(value: unknown, counter: { looked: number }): Steps<unknown> {
  if (++counter.looked % STEP === 0) yield;
  if (Array.isArray(value)) {
    const all: unknown[] = [];
    for (const one of value) all.push(yield* inOrder(one, counter));
    return all;
  }
  if (!isObject(value)) return value;
  const sorted: [string, unknown][] = [];
  for (const name of Object.keys(value).sort()) sorted.push([name, yield* inOrder(value[name], counter)]);
  return Object.fromEntries(sorted);
}

/** Gives a sign for each null and for each number that would be rounded, which was read as infinity: JSON writes null for both. */
function marksOf(value: unknown): string {
  if (value === null) return '0';
  if (value === Infinity) return '+';
  if (value === -Infinity) return '-';
  if (typeof value !== 'object') return '';
  let marks = '';
  for (const one of Array.isArray(value) ? value : Object.values(value)) marks += marksOf(one);
  return marks;
}
