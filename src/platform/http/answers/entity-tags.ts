import { hash } from 'node:crypto';

interface EntityTag {
  /** Quotes included. */
  readonly opaque: string;
  readonly isWeak: boolean;
}

/** What `If-Match` or `If-None-Match` says: any state at all, or one of these (RFC 9110, section 13.1). */
export type TagCondition = '*' | readonly EntityTag[];

const TAG = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(`^[ \\t,]*${TAG}(?:[ \\t]*,[ \\t,]*${TAG})*[ \\t,]*$`);
const EACH_TAG = new RegExp(TAG, 'g');

/** The strong entity tag of a representation, with its quotes. Two texts never have the same tag. */
export function entityTagOf(representation: string): string {
  return `"${hash('sha256', representation, 'base64url')}"`;
}

/** Reads the value of `If-Match` or `If-None-Match`; null when it is malformed. */
export function parseTagCondition(value: string): TagCondition | null {
  if (value.trim() === '*') return '*';
  if (!TAGS.test(value)) return null;
  return (value.match(EACH_TAG) ?? []).map((tag) => {
    const isWeak = tag.startsWith('W/');
    return { opaque: isWeak ? tag.slice(2) : tag, isWeak };
  });
}

/** Whether a condition names `tag`, which is strong. Weak tags in the condition never match. For writes. */
export function matchesStrongly(condition: TagCondition, tag: string): boolean {
  return condition === '*' || condition.some(({ opaque, isWeak }) => !isWeak && opaque === tag);
}

/** Whether a condition names `tag`, strong or weak, because a proxy that compresses makes strong tags weak. For reads. */
export function matchesWeakly(condition: TagCondition, tag: string): boolean {
  return condition === '*' || condition.some(({ opaque }) => opaque === tag);
}
