import { createHash } from 'node:crypto';
import type { AuditedState } from './audit-entry.js';

/** The trail keeps texts of up to this number of bytes of UTF-8 as they are. */
const LONGEST = 16 * 1024;
/** UTF-8 needs three bytes at the most for what JavaScript counts as one character. */
const BYTES_OF_A_CHARACTER = 3;

/** The trail keeps the size in bytes and the digest, in hexadecimal digits, of a longer text in UTF-8. */
export interface TextDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Puts a digest in the place of each long text, however deep it lies. */
export function withoutLongTexts(state: AuditedState | null): AuditedState | null {
  return state && (shortened(state) as AuditedState);
}

/** Tells whether a value of an entry stands for a long text. No other value has these two properties alone. */
export function isTextDigest(value: unknown): value is TextDigest {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { bytes, sha256 } = value as Partial<Record<keyof TextDigest, unknown>>;
  return typeof bytes === 'number' && typeof sha256 === 'string';
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortenedText(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}

function shortenedText(text: string): string | TextDigest {
  if (text.length * BYTES_OF_A_CHARACTER <= LONGEST) return text;
  const bytes = Buffer.byteLength(text);
  return bytes <= LONGEST ? text : { bytes, sha256: createHash('sha256').update(text).digest('hex') };
}
