import type { TestWorkspace } from './builders.js';

/** An event as the API shows it. */
export interface ShownEvent {
  readonly id: string;
  readonly position: number;
  readonly type: string;
  readonly occurred_at: string;
  readonly data: {
    readonly ticket?: { readonly id: string; readonly number: number };
    readonly changes: Record<string, [unknown, unknown]>;
    readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null };
    readonly silent: boolean;
    readonly first_number?: number | null;
    readonly last_number?: number | null;
  };
}

export interface ShownPage {
  readonly events: ShownEvent[];
  readonly next_after: number;
  readonly has_more: boolean;
}

/** One page of the feed. */
export async function eventsOf({ client }: TestWorkspace, query: string): Promise<ShownPage> {
  const { body } = await client.get(`/events${query}`).expect(200);
  return body as ShownPage;
}

/** Everything behind a position, page by page. */
export async function allEvents(workspace: TestWorkspace, after = 0): Promise<ShownEvent[]> {
  const events: ShownEvent[] = [];
  for (let page = await eventsOf(workspace, `?after=${after}&limit=500`); ;) {
    events.push(...page.events);
    if (!page.has_more) return events;
    page = await eventsOf(workspace, `?after=${page.next_after}&limit=500`);
  }
}

/** What happened to one ticket, oldest first. */
export async function ticketEvents(workspace: TestWorkspace, number: number): Promise<ShownEvent[]> {
  return (await allEvents(workspace)).filter(({ data }) => data.ticket?.number === number);
}
