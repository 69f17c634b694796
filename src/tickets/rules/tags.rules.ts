import { checkLine } from '../../kernel/checks.js';
import type { Problems } from '../../kernel/problems.js';
import { distinctByCase } from '../../kernel/text.js';

/** The limits of tags (decisions, section 4). */
const MAX_TAGS = 100;
const MAX_TAG_LENGTH = 64;

/** Trims tags and keeps each once without regard to case. Each wrong tag is a problem at its own path. */
export function readTags(sent: readonly unknown[], problems: Problems): string[] {
  const tags = sent.flatMap((tag, index) => {
    const trimmed: unknown = typeof tag === 'string' ? tag.trim() : tag;
    const problem = checkLine(trimmed, { max: MAX_TAG_LENGTH, blank: 'refused' });
    if (problem !== null) problems.add(`tags[${index}]`, problem);
    return problem === null ? [trimmed as string] : [];
  });
  const distinct = distinctByCase(tags);
  if (distinct.length > MAX_TAGS) problems.add('tags', `must have at most ${MAX_TAGS} different tags`);
  return distinct;
}
