import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.js';
import type { ShownEvent, ShownPage } from '../../support/data/events.js';

/** What a ticket shows of itself, in the words of an event. */
export type TicketState = Readonly<Record<string, unknown>>;

const EMPTY = { category: 'None', group: null, assignee_email: null, tags: [], priority: null };
const KEPT = ['status', 'priority', 'category', 'group', 'assignee_email', 'email', 'tags'];

interface ShownTicket {
  readonly number: number;
  readonly status: string;
  readonly priority: string | null;
  readonly category: string;
  readonly group: string | null;
  readonly tags: string[];
  readonly assignee: { readonly email: string } | null;
  readonly customer: { readonly email: string };
}

/**
 * Crawls the feed from its start, as a program of an integration would, and rebuilds the tickets. It writes down everything that must
 * not be: a gap, a repetition, a change that does not go on from the one before it.
 */
export class FeedConsumer {
  readonly wrong: string[] = [];
  private after = 0;
  private seen = 0;
  private readonly ids = new Set<string>();
  /** What events have said of each ticket. */
  private readonly said = new Map<number, Record<string, unknown>>();
  /** What imported tickets had when the consumer read them. */
  private readonly read = new Map<number, TicketState>();

  constructor(private readonly call: Caller) {}

  /** How many events it has seen. */
  get count(): number {
    return this.seen;
  }

  /** Reads on until `isOver` says so, and then to the end. */
  async crawl(isOver: () => boolean): Promise<void> {
    for (;;) {
      const wasOver = isOver();
      const { status, body } = await this.call('GET', `/events?after=${this.after}&limit=200`);
      if (status !== 200) {
        await sleep(100);
        continue;
      }
      const page = body as ShownPage;
      for (const event of page.events) await this.take(event);
      this.after = page.next_after;
      if (!page.has_more && wasOver) return;
      if (!page.has_more) await sleep(20);
    }
  }

  /** The tickets as the events tell them. */
  get tickets(): ReadonlyMap<number, TicketState> {
    const numbers = new Set([...this.said.keys(), ...this.read.keys()]);
    return new Map(
      [...numbers].map((number) => [number, { ...this.read.get(number), ...this.said.get(number) }]),
    );
  }

  private async take(event: ShownEvent): Promise<void> {
    const expected = this.seen + 1;
    if (event.position !== expected) this.wrong.push(`position ${event.position} instead of ${expected}`);
    if (this.ids.has(event.id)) this.wrong.push(`event ${event.id} again`);
    this.ids.add(event.id);
    this.seen = event.position;
    const { ticket, changes, first_number: first, last_number: last } = event.data;
    if (ticket) this.apply(ticket.number, event.type, changes);
    if (event.type === 'tickets.imported' && typeof first === 'number' && typeof last === 'number')
      await this.readAll(first, last);
  }

  private apply(number: number, type: string, changes: ShownEvent['data']['changes']): void {
    const state = this.said.get(number) ?? (type === 'ticket.created' ? { ...EMPTY } : {});
    for (const name of KEPT) {
      const change = changes[name];
      if (!change) continue;
      const [before, after] = change;
      if (type === 'ticket.updated' && name in state && !same(state[name], before))
        this.wrong.push(
          `ticket ${number}: ${name} was ${JSON.stringify(state[name])}, not ${JSON.stringify(before)}`,
        );
      state[name] = after;
    }
    this.said.set(number, state);
  }

  private async readAll(first: number, last: number): Promise<void> {
    for (const [number, state] of await listedTickets(this.call))
      if (number >= first && number <= last) this.read.set(number, state);
  }
}

/** All tickets as the lists show them. */
export async function listedTickets(call: Caller): Promise<ReadonlyMap<number, TicketState>> {
  const tickets = new Map<number, TicketState>();
  for (let page = 1; ; page++) {
    const { status, body } = await call('GET', `/tickets?order=asc&page_size=100&page_number=${page}`);
    if (status !== 200) {
      page--;
      await sleep(100);
      continue;
    }
    const { tickets: shown, pagination } = body as {
      tickets: ShownTicket[];
      pagination: { total_pages: number };
    };
    for (const ticket of shown) tickets.set(ticket.number, stateOf(ticket));
    if (page >= pagination.total_pages) return tickets;
  }
}

function stateOf({ status, priority, category, group, tags, assignee, customer }: ShownTicket): TicketState {
  return {
    ...{ status, priority, category, group, tags },
    ...{ assignee_email: assignee?.email ?? null, email: customer.email },
  };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
