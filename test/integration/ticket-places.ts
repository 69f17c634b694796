import type { Page } from '../../src/kernel/page.js';
import type { TicketRow } from '../../src/tickets/ticket.row.js';
import { TicketsService } from '../../src/tickets/tickets.service.js';
import type { TestWorkspace } from '../support/builders.js';
import { asAdmin } from '../support/test-database.js';

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

export const DAY_MS = 86_400_000;
export const START = Date.UTC(2024, 0, 1);

/** Adds tickets in one statement, as an import does, all of one customer. */
export async function addTickets(
  { app, scope }: TestWorkspace,
  places: readonly TicketPlace[],
): Promise<void> {
  await asAdmin(
    app.database,
    `WITH customer AS (INSERT INTO customers (workspace_id, id) VALUES ($1, gen_random_uuid()) RETURNING id),
       address AS (INSERT INTO customer_emails (workspace_id, customer_id, email, email_key, is_primary, position)
                   SELECT $1, id, id || '@customer.example', id || '@customer.example', true, 0 FROM customer)
     INSERT INTO tickets (workspace_id, id, number, subject, description, status_id, customer_id, created_at, updated_at)
     SELECT $1, gen_random_uuid(), place.number, 'Ticket', '', status.id, customer.id,
       to_timestamp(place."createdAt" / 1000.0), now()
     FROM jsonb_to_recordset($2::jsonb) AS place (number integer, "createdAt" bigint, status text)
     JOIN ticket_statuses status ON status.workspace_id = $1 AND status.name = place.status CROSS JOIN customer`,
    [scope.workspaceId, JSON.stringify(places)],
  );
}

/** A page the way the controller asks for it. */
export function pageOf({ app, scope }: TestWorkspace, wanted: Wanted): Promise<Page<TicketRow>> {
  const { statuses, direction = 'desc', number = 1, size = 100 } = wanted;
  const query = { ...(statuses && { statuses }), order: { by: 'createdAt' as const, direction } };
  return app.app.get(TicketsService).list(scope, { value: query, problems: [] }, { number, size });
}

/** The numbers of all tickets, page by page, until one is empty. */
export async function crawl(workspace: TestWorkspace, wanted: Omit<Wanted, 'number'>): Promise<number[]> {
  const seen: number[] = [];
  for (let number = 1; ; number++) {
    const { items } = await pageOf(workspace, { ...wanted, number });
    if (items.length === 0) return seen;
    seen.push(...items.map((ticket) => ticket.number));
  }
}

/** The numbers of all tickets as a list would show them at once. */
export function sortedNumbers(places: readonly TicketPlace[], direction: 'asc' | 'desc'): number[] {
  const oldestFirst = places
    .toSorted((one, other) => one.createdAt - other.createdAt || one.number - other.number)
    .map(({ number }) => number);
  return direction === 'asc' ? oldestFirst : oldestFirst.reverse();
}
