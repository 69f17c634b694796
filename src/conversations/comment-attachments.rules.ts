import type { Problems } from '../kernel/problems.js';

/**
 * Refuses files: there is nowhere to send them to yet (extensions, section 16). The writers of comments and of drafts call it with what
 * the request names.
 */
export function refuseAttachments(signedIds: readonly string[], problems: Problems): void {
  if (signedIds.length > 0) problems.add('attachments', 'must be empty: this service takes no files');
}
