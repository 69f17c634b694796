import { createHash } from 'node:crypto';
import type { AuditedState } from './audit-entry.js';

/** Bytes of the longest text that the trail keeps as it is, in UTF-8. */
const LONGEST = 16 * 1024;
/** UTF-8 needs three bytes at the most for what JavaScript counts as one character. */
const BYTES_OF_A_CHARACTER = 3;

/** What the trail keeps of a longer text: enough to recognise it. */
export interface TextDigest {
  /** Its size in UTF-8. */
  readonly bytes: number;
  /** In hexadecimal digits, of its UTF-8. */
  readonly sha256: string;
}

/** A state with a digest in the place of each long text, however deep it lies. */
export function withoutLongTexts(state: AuditedState | null): AuditedState | null {
  return state && (shortened(state) as AuditedState);
}

/** Whether a value of an entry stands for a long text. Nothing else in an entry has these two properties alone. */
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
