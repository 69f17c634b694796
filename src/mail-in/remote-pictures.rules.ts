import { checkDescription } from '../tickets/rules/description.rules.js';

/** A tag in cleaned HTML: cleaning has escaped every other `<`, and every `"`, `<` and `>` in an attribute. */
const PICTURES = /<img [^<>]*>/g;
/** An address of a picture that is no file of the mail itself. A mail has no host of its own, so each other address leads elsewhere. */
const ELSEWHERE = / src="(?!cid:)([^"]*)"/i;

/**
 * Keeps a reader of a mail from asking other hosts for its pictures, which would tell the sender who reads it and when: `src` of each becomes
 * `data-src`. Pictures that are files of the mail stay. `content` is cleaned HTML.
 */
export function withoutRemotePictures(content: string): string {
  const hidden = content.replace(PICTURES, (tag) => tag.replace(ELSEWHERE, ' data-src="$1"'));
  // Very many addresses would make the content longer than it may be. The original mail has them.
  if (checkDescription(hidden) === null || checkDescription(content) !== null) return hidden;
  return content.replace(PICTURES, (tag) => tag.replace(ELSEWHERE, ''));
}
