import { DomainError, invalidRequest, notFound, Problems, type FieldProblem } from '../../kernel/errors.js';
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

/** Reads a reference as `parseTicketRef` does. @throws ticket_not_found for a text that can name no ticket */
export function ticketRefOf(segment: string): TicketRef {
  const ref = parseTicketRef(segment);
  if (!ref) throw ticketNotFound();
  return ref;
}

/** A body names a ticket by its id, or by its number as a text or as a number of JSON [rule 29]. */
export type SentTicketRef = string | number;

const LONGEST = 36;

/** Describes a `SentTicketRef` in the document. */
export const TICKET_REF_FORMS = [
  { type: 'string', maxLength: LONGEST },
  { type: 'integer', minimum: 1 },
];

/** Checks the shape of a `SentTicketRef`. */
export function checkTicketRef(value: unknown): string | null {
  const isText = typeof value === 'string' && value.length <= LONGEST;
  const isNumber = Number.isSafeInteger(value) && Number(value) > 0;
  return isText || isNumber ? null : 'must be the id or number of a ticket';
}

/** Answers 404 for an unknown ticket, another workspace's, and a reference that can name none [rule 2]. */
export const ticketNotFound = notFound('ticket');

/** Says of a reference in a body that it names no ticket. */
export const UNKNOWN_TICKET = 'is not the id or number of a ticket';

/**
 * Does work on the ticket that a body names at `path`. Its 404 becomes a problem there, beside the `others` of the body.
 * @throws invalid_request, what the work throws
 */
export async function onNamedTicket<Result>(
  path: string,
  work: () => Promise<Result>,
  others: () => Promise<readonly FieldProblem[]> = () => Promise.resolve([]),
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== NOT_FOUND.code) throw error;
    const problems = new Problems(await others());
    if (!problems.has(path)) problems.add(path, UNKNOWN_TICKET);
    throw invalidRequest(problems);
  }
}

const NOT_FOUND = ticketNotFound();
