// What consumers of the feed rely on.
export default [
  {
    name: 'positions in another order',
    file: 'src/events/feed/event-feed.sql.ts',
    find: 'OVER (ORDER BY at, id)',
    replace: 'OVER (ORDER BY at DESC, id)',
    specs: ['test/api/events/events.spec.ts', 'test/api/events/events-races.spec.ts'],
    breaks: 'a consumer sees a later change of a ticket before an earlier one',
  },
  {
    name: 'a feed that waits for the background',
    file: 'src/events/feed/event-feed.service.ts',
    find: 'if (page.isBehind && !page.hasMore) {',
    replace: 'if (page.isBehind && !page.hasMore && page.last < 0) {',
    specs: ['test/api/events/events.spec.ts'],
    breaks: 'who has the answer to a write does not find its event',
  },
  {
    name: 'an old position that is not refused',
    file: 'src/events/feed/event-feed.service.ts',
    find: 'if (begin < oldest - 1) throw cursorExpired(oldest);',
    replace: '',
    specs: ['test/api/events/events.spec.ts'],
    breaks: 'a consumer that was away for too long misses events and does not hear so',
  },
];
