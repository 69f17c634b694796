import { notFound } from '../../kernel/errors.js';
import { isUuid, type TicketId } from '../../kernel/ids.js';

/** A path names a ticket by its id or by its number [spec 4.3]. */
export type TicketRef = { readonly id: TicketId } | { readonly number: number };

const LARGEST_NUMBER = 2 ** 31 - 1;

/** Reads a reference from a path segment; null when it can name no ticket. */
export function parseTicketRef(segment: string): TicketRef | null {
  if (isUuid(segment)) return { id: segment as TicketId };
  const number = /^[1-9]\d{0,9}$/.test(segment) ? Number(segment) : Number.NaN;
  return number <= LARGEST_NUMBER ? { number } : null;
}

/** Answers 404 for an unknown ticket, another workspace's, and a reference that can name none [rule 2]. */
export const ticketNotFound = notFound('ticket');
