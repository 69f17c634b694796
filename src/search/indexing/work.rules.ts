import type { CommentId } from '../../kernel/ids.js';
import { textOfHtml, type TextPart } from '../../kernel/search/words.rules.js';

/** Position 0 is the ticket's own text, the others are its comments. */
export interface TextKey {
  readonly ticketNumber: number;
  readonly position: number;
}

/** All texts from the first to the last one, which may not be there. */
export interface TextRange {
  readonly first: TextKey;
  readonly last: TextKey;
}

export interface TextToIndex extends TextKey {
  /** Null for the ticket's own text. */
  readonly commentType: 'reply' | 'note' | null;
  /** Null for a comment. */
  readonly subject: string | null;
  /** Cleaned HTML. */
  readonly html: string;
  readonly bytes: number;
}

/** Makes the parts of a text, with the weights by which a search may leave some out. */
export function partsOf({ commentType, subject, html }: TextToIndex): TextPart[] {
  const text = textOfHtml(html);
  if (commentType !== null) return [{ text, weight: commentType === 'note' ? 'D' : 'C' }];
  return [
    { text: subject ?? '', weight: 'A' },
    { text, weight: 'B' },
  ];
}

export function distinctKeys<Key extends TextKey>(keys: readonly Key[]): Key[] {
  const seen = new Map(keys.map((key) => [`${key.ticketNumber} ${key.position}`, key]));
  return [...seen.values()];
}

/** Makes the next id in the order of PostgreSQL. */
export function idAfter(id: CommentId): CommentId {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as CommentId;
}
