import { withSources } from '../kernel/formats/picture-sources.js';
import { checkDescription } from '../tickets/rules/description.rules.js';

/** A file of the mail itself. A mail has no host of its own, so each other address leads elsewhere. */
const OWN_FILE = /^cid:/i;

/**
 * Keeps a reader of a mail from asking other hosts for its pictures, which would tell the sender who reads it and when: `src` of each becomes
 * `data-src`. Pictures that are files of the mail stay. `content` is cleaned HTML.
 */
export function withoutRemotePictures(content: string): string {
  const hidden = withSources(content, (source) => (OWN_FILE.test(source) ? null : ` data-src="${source}"`));
  // Very many addresses would make the content longer than it may be. The original mail has them.
  if (checkDescription(hidden) === null || checkDescription(content) !== null) return hidden;
  return withSources(content, (source) => (OWN_FILE.test(source) ? null : ''));
}
