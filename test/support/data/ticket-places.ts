import { numbersOf } from '../expectations.js';
import type { TestWorkspace } from './builders.js';

/** Where a ticket stands in the sorted list, and in which lists by status. */
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
