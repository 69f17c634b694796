import { asAdmin } from '../test-database.js';
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

/** Everything after a position, page by page. */
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

/** Makes the first events of a workspace a number of days old. */
export async function makeEventsOld(
  { app, scope }: TestWorkspace,
  lastPosition: number,
  days: number,
): Promise<void> {
  // A cluster takes no expression here that depends on the time zone of the connection.
  await asAdmin(
    app.database,
    `UPDATE audit_entries SET at = (at AT TIME ZONE 'UTC' - $3 * interval '1 day') AT TIME ZONE 'UTC'
     WHERE workspace_id = $1 AND position <= $2`,
    [scope.workspaceId, lastPosition, days],
  );
}

/** Adds a number of events about fields, with their positions. */
export async function addEventsOfFields({ app, scope }: TestWorkspace, count: number): Promise<void> {
  await asAdmin(
    app.database,
    `WITH stream AS (SELECT last_position AS last FROM event_streams WHERE workspace_id = $1 FOR UPDATE), added AS (
       INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, position, awaits_position)
       SELECT $1, now(), gen_random_uuid(), 'a test', 'a test', 'field.created', 'field', $1, last + number, false
       FROM stream, generate_series(1, $2::integer) AS number)
     UPDATE event_streams SET last_position = last + $2::integer FROM stream WHERE workspace_id = $1`,
    [scope.workspaceId, count],
  );
}

/** Gives a ticket that was just made this number of updates, a millisecond apart. The events have no positions yet. */
export async function addUpdates(
  { app, scope }: TestWorkspace,
  number: number,
  count: number,
): Promise<void> {
  await asAdmin(
    app.database,
    `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, ticket_number, after)
     SELECT e.workspace_id, now() + n * interval '1 ms', gen_random_uuid(), 'test', 'r', 'ticket.updated', 'ticket', e.subject_id,
       e.ticket_number, '{}'
     FROM audit_entries e CROSS JOIN generate_series(1, $3::int) AS n
     WHERE e.workspace_id = $1 AND e.action = 'ticket.created' AND e.ticket_number = $2`,
    [scope.workspaceId, number, count],
  );
}
