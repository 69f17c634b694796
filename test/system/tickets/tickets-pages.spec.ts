import { DAY_MS, START, tryPages } from '../../support/data/tickets/ticket-places.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

/** Besides those of test/api/tickets/tickets-pages. */
const DISTRIBUTIONS: Readonly<Record<string, (index: number, count: number) => number>> = {
  'one instant': () => START,
  'one minute, in no order': (index, count) => START + (((index * 7_919) % count) % 60_000),
  'three years, newest first': (index, count) => START - Math.floor((index / count) * 1_095 * DAY_MS),
};

describe('the pages of tickets', () => {
  it.each(Object.entries(DISTRIBUTIONS))(
    'are the parts of the sorted list when they were created in %s',
    (_name, createdAt) => tryPages(app, createdAt),
  );
});
