import { isUuid, type TicketId } from '../../kernel/ids.js';

/** How a path names a ticket: by its id or by its number, interchangeably (specification 4.3). */
export type TicketRef = { readonly id: TicketId } | { readonly number: number };

const LARGEST_NUMBER = 2 ** 31 - 1;

/** The reference that a path segment holds, or null when it can name no ticket. */
export function parseTicketRef(segment: string): TicketRef | null {
  if (isUuid(segment)) return { id: segment as TicketId };
  const number = /^[1-9]\d{0,9}$/.test(segment) ? Number(segment) : Number.NaN;
  return number <= LARGEST_NUMBER ? { number } : null;
}
