import { numbersOf } from '../../expectations.js';
import type { TestApp } from '../../test-app.js';
import { aWorkspace, type TestWorkspace } from '../builders.js';
import { size } from '../../sizes.js';

/** The place of a ticket in the sorted list, and in the lists by status. */
export interface TicketPlace {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly status: string;
}

export interface Wanted {
  readonly statuses?: readonly string[];
  readonly direction?: 'asc' | 'desc';
  readonly number?: number;
  readonly size?: number;
}

/** The numbers of a page's tickets, and how many there are in all. */
export interface SeenPage {
  readonly numbers: number[];
  readonly total: number;
}

export const DAY_MS = 86_400_000;
export const START = Date.UTC(2024, 0, 1);

/** Imports tickets, all of one customer. They get the next numbers of the workspace, which their places must have already. */
export async function addTickets(
  { app, scope }: TestWorkspace,
  places: readonly TicketPlace[],
): Promise<void> {
  const lines = places.map(({ number, createdAt, status }) =>
    JSON.stringify({
      email: 'john@customer.example',
      subject: 'Ticket',
      status,
      created_at: new Date(createdAt).toISOString(),
      external_id: `place ${number}`,
    }),
  );
  const { rejected } = await app.operator.import(scope.workspaceId, lines);
  expect(rejected).toEqual([]);
}

/** A page as a client sees it. */
export async function pageOf({ client }: TestWorkspace, wanted: Wanted): Promise<SeenPage> {
  const { statuses, direction = 'desc', number = 1, size = 100 } = wanted;
  const of = statuses ? `&status=${statuses.join()}` : '';
  const response = await client.get(
    `/tickets?order=${direction}&page_number=${number}&page_size=${size}${of}`,
  );
  expect(response.status).toBe(200);
  return { numbers: numbersOf(response), total: response.body.pagination.total_records as number };
}

/** The numbers of all tickets, page by page, until one is empty. */
export async function crawl(workspace: TestWorkspace, wanted: Omit<Wanted, 'number'>): Promise<number[]> {
  const seen: number[] = [];
  for (let number = 1; ; number++) {
    const { numbers } = await pageOf(workspace, { ...wanted, number });
    if (numbers.length === 0) return seen;
    seen.push(...numbers);
  }
}

/** The numbers of all tickets as a list would show them at once. */
export function sortedNumbers(places: readonly TicketPlace[], direction: 'asc' | 'desc'): number[] {
  const oldestFirst = places
    .toSorted((one, other) => one.createdAt - other.createdAt || one.number - other.number)
    .map(({ number }) => number);
  return direction === 'asc' ? oldestFirst : oldestFirst.reverse();
}

/** Compares pages with the sorted list of many tickets, before some of them change, right after, and when that is folded. */
export async function tryPages(
  app: TestApp,
  createdAt: (index: number, count: number) => number,
): Promise<void> {
  const workspace = await aWorkspace(app);
  const settle = () => app.operator.work(workspace.scope.workspaceId);
  const count = size({ here: 2_000, long: 9_000 });
  const places = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    createdAt: createdAt(index, count),
    status: ['open', 'closed', 'spam'][index % 50 === 0 ? 2 : index % 2] as string,
  }));
  await addTickets(workspace, places);
  await settle();
  await expectPagesOf(workspace, places);
  const moved = places.map((place) => (place.number % 7 === 0 ? { ...place, status: 'new' } : place));
  await addTickets(
    workspace,
    moved.filter(({ status }) => status === 'new'),
  );
  await expectPagesOf(workspace, moved);
  await settle();
  await expectPagesOf(workspace, moved);
}

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
