import fc from 'fast-check';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import {
  addTickets,
  crawl,
  DAY_MS,
  sortedNumbers,
  START,
  tryPages,
  type TicketPlace,
} from '../../support/data/tickets/ticket-places.js';
import { size } from '../../support/sizes.js';

const app = useDesk();

/** Lets the service do what it does in the background, which may not show. */
const settle = ({ scope }: TestWorkspace): Promise<void> => app.operator.work(scope.workspaceId);

describe('the pages of tickets', () => {
  it('are the parts of the sorted list when they were created in three years, oldest first', () =>
    tryPages(app, (index, count) => START + Math.floor((index / count) * 1_095 * DAY_MS)));

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
          // The first hundred tickets are read in another way than those after them.
          for (const size of places.length > 60 ? [7, 100] : [1, 7, 100]) {
            for (const direction of ['asc', 'desc'] as const) {
              expect(await crawl(workspace, { direction, size })).toEqual(sortedNumbers(places, direction));
            }
          }
        },
      ),
      { numRuns: size({ here: 3, long: 8 }) },
    );
  });
});
