import { ConnectionError } from './errors.js';

/** A comment of a copied ticket. */
export interface CopiedComment {
  readonly id: string;
  readonly comment_type: string;
  readonly author_type: string;
  readonly author_email: string;
  readonly content: string;
  readonly created_at: string;
  readonly [property: string]: unknown;
}

/** A ticket of a copy, with the properties of a file that `desk import tickets` reads. What is empty is left out. */
export interface CopiedTicket {
  readonly id: string;
  readonly number: number;
  readonly email: string;
  readonly subject: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly comments?: readonly CopiedComment[];
  readonly [property: string]: unknown;
}

/** All tickets of one moment, by number, once. Reading ends with an error unless everything came. */
export interface TicketCopy extends AsyncIterable<CopiedTicket> {
  /** Go on with the events after it: they have every change that the copy lacks. */
  readonly position: number;
}

export function copyOf(response: Response): TicketCopy {
  const position = Number(response.headers.get('x-events-position'));
  return { position, [Symbol.asyncIterator]: () => ticketsOf(response) };
}

/** A line has a ticket, more comments of the ticket before it, the position, or the number of all tickets. */
type Line = Partial<CopiedTicket> & { readonly position?: number; readonly tickets?: number };

/** Gives each ticket once. The last line says how many there are; without it the copy is no copy. */
async function* ticketsOf(response: Response): AsyncGenerator<CopiedTicket, void, undefined> {
  let given = 0;
  let total: unknown;
  let ticket: CopiedTicket | undefined;
  for await (const text of linesOf(response)) {
    const line = JSON.parse(text) as Line;
    if (line.id === undefined) {
      total = line.tickets;
    } else if (line.id === ticket?.id) {
      ticket = { ...ticket, comments: [...(ticket.comments ?? []), ...(line.comments ?? [])] };
    } else {
      if (ticket) yield ticket;
      ticket = line as CopiedTicket;
      given += 1;
    }
  }
  if (given !== total) throw incomplete(undefined);
  if (ticket) yield ticket;
}

async function* linesOf(response: Response): AsyncGenerator<string, void, undefined> {
  const body = response.body as ReadableStream<Uint8Array> | null;
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let begun = '';
  try {
    for (;;) {
      const read = await reader?.read();
      if (!read || read.done) break;
      const lines = (begun + decoder.decode(read.value, { stream: true })).split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw incomplete(error);
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
  if (begun !== '') throw incomplete(undefined);
}

function incomplete(cause: unknown): ConnectionError {
  const message = 'The copy broke off before its last line: begin again.';
  return new ConnectionError({ status: 0, code: 'incomplete_copy', message, cause });
}
