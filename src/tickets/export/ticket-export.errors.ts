import { RetryLater } from '../../platform/http/answers/refusal.js';

/** Makes a 429: the workspace has one copy under way at a time, in all processes together. */
export function exportUnderWay(): RetryLater {
  return new RetryLater(
    'rate_limited',
    'export_under_way',
    'Another export of this workspace is under way, please wait for its end.',
    10,
  );
}
