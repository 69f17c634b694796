import fc from 'fast-check';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  addTickets,
  crawl,
  DAY_MS,
  pageOf,
  sortedNumbers,
  START,
  type TicketPlace,
} from '../../support/data/ticket-places.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Lets the service do what it does in the background, which may not show. */
const settle = ({ scope }: TestWorkspace): Promise<void> => app.operator.work(scope.workspaceId);

const DISTRIBUTIONS: Readonly<Record<string, (index: number, count: number) => number>> = {
  'one instant': () => START,
  'one minute, in no order': (index, count) => START + (((index * 7_919) % count) % 60_000),
  'three years, oldest first': (index, count) => START + Math.floor((index / count) * 1_095 * DAY_MS),
  'three years, newest first': (index, count) => START - Math.floor((index / count) * 1_095 * DAY_MS),
};

describe('the pages of tickets', () => {
  for (const [name, createdAt] of Object.entries(DISTRIBUTIONS)) {
    it(`are the parts of the sorted list when they were created in ${name}`, async () => {
      const workspace = await aWorkspace(app);
      const count = 9_000;
      const places = Array.from({ length: count }, (_, index) => ({
        number: index + 1,
        createdAt: createdAt(index, count),
        status: ['open', 'closed', 'spam'][index % 50 === 0 ? 2 : index % 2] as string,
      }));
      await addTickets(workspace, places);
      await settle(workspace);
      await expectPagesOf(workspace, places);
      const moved = places.map((place) => (place.number % 7 === 0 ? { ...place, status: 'new' } : place));
      await addTickets(
        workspace,
        moved.filter(({ status }) => status === 'new'),
      );
      await expectPagesOf(workspace, moved);
      await settle(workspace);
      await expectPagesOf(workspace, moved);
    });
  }

  it('are right for any tickets, whether they are in the counts or not', async () => {
    const place = fc.record({
      createdAt: fc.integer({ min: 0, max: 20 }).map((hours) => START + hours * 3_600_000),
      status: fc.constantFrom('new', 'open', 'closed'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(place, { minLength: 1, maxLength: 120 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        async (batches, isSettled) => {
          const workspace = await aWorkspace(app);
          const places: TicketPlace[] = [];
          for (const [index, batch] of batches.entries()) {
            const numbered = batch.map((one, at) => ({ ...one, number: places.length + at + 1 }));
            await addTickets(workspace, numbered);
            places.push(...numbered);
            if (isSettled[index] === true) await settle(workspace);
          }
          // The first hundred tickets are read in another way than those behind them.
          for (const size of places.length > 60 ? [7, 100] : [1, 7, 100]) {
            for (const direction of ['asc', 'desc'] as const) {
              expect(await crawl(workspace, { direction, size })).toEqual(sortedNumbers(places, direction));
            }
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});

/** Tries pages at the ends, around the middle, and of lists by status. */
async function expectPagesOf(workspace: TestWorkspace, places: readonly TicketPlace[]): Promise<void> {
  for (const statuses of [undefined, ['open'], ['spam'], ['open', 'spam', 'new']]) {
    const wanted = places.filter(({ status }) => statuses?.includes(status) ?? true);
    for (const direction of ['asc', 'desc'] as const) {
      const expected = sortedNumbers(wanted, direction);
      const last = Math.ceil(expected.length / 70);
      for (const number of [1, 2, 3, Math.ceil(last / 3), Math.ceil(last / 2), last, last + 1]) {
        const page = await pageOf(workspace, { ...(statuses && { statuses }), direction, number, size: 70 });
        expect(page).toEqual({
          total: expected.length,
          numbers: expected.slice((number - 1) * 70, number * 70),
        });
      }
    }
  }
}
