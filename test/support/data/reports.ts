import { asAdmin } from '../test-database.js';
import type { TestWorkspace } from './builders.js';

/** A number of a range beside that of the period before it. */
export interface Compared {
  readonly present: number | null;
  readonly previous: number | null;
  readonly change_percentage: number | null;
}

/** What a member or a group did, as the API shows it. */
export interface ShownFigures {
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  readonly average_first_response_time: Compared;
  readonly average_resolution_time: Compared;
  readonly assigned_tickets: Compared;
  readonly closed_tickets: Compared;
}

export interface ShownSeries {
  readonly dates: readonly string[];
  readonly new: readonly number[];
  readonly closed: readonly number[];
}

/** The numbers of the statuses that tickets have entered; with `of` those of the period before, too. */
export async function entriesInto(
  { client }: TestWorkspace,
  query = '',
  of: keyof Compared = 'present',
): Promise<Record<string, number | null>> {
  const { body } = await client.get(`/reports/tickets?${query}`).expect(200);
  const statuses = body.ticket_statuses as { name: string; value: Compared }[];
  const some = statuses.filter(({ value }) => value[of] !== 0);
  return Object.fromEntries(some.map(({ name, value }) => [name, value[of]]));
}

export async function seriesOf({ client }: TestWorkspace, query = ''): Promise<ShownSeries> {
  const { body } = await client.get(`/reports/ticket-time-series?${query}`).expect(200);
  const valuesOf = (name: string): number[] =>
    (body.data as { name: string; values: number[] }[]).find((one) => one.name === name)?.values ?? [];
  return { dates: body.dates as string[], new: valuesOf('new'), closed: valuesOf('closed') };
}

/** The dates of a series that have any ticket: new and closed ones. */
export async function datesWithTickets(
  workspace: TestWorkspace,
  query: string,
): Promise<Record<string, readonly [created: number, closed: number]>> {
  const series = await seriesOf(workspace, query);
  const all = series.dates.map(
    (date, index) => [date, [series.new[index] ?? 0, series.closed[index] ?? 0]] as const,
  );
  return Object.fromEntries(all.filter(([, [created, closed]]) => created + closed > 0));
}

export async function membersIn({ client }: TestWorkspace, query = ''): Promise<ShownFigures[]> {
  return (await client.get(`/reports/agents?${query}`).expect(200)).body.members as ShownFigures[];
}

export async function groupsIn({ client }: TestWorkspace, query = ''): Promise<ShownFigures[]> {
  return (await client.get(`/reports/groups?${query}`).expect(200)).body.teams as ShownFigures[];
}

/** Says in short what somebody has: first response, resolution, assigned, closed. */
export function inShort(
  subjects: readonly ShownFigures[],
  of: keyof Compared = 'present',
): Record<string, readonly (number | null)[]> {
  return Object.fromEntries(
    subjects.map((subject) => [
      subject.name,
      [
        subject.average_first_response_time[of],
        subject.average_resolution_time[of],
        subject.assigned_tickets[of],
        subject.closed_tickets[of],
      ],
    ]),
  );
}

/** Moves what was done with a ticket, or with the workspace itself, to a number of days ago. */
export async function pretendDone(
  { app, scope }: TestWorkspace,
  subjectId: string,
  days: number,
): Promise<void> {
  await asAdmin(
    app.database,
    `UPDATE audit_entries SET at = (at AT TIME ZONE 'UTC' - make_interval(days => $2)) AT TIME ZONE 'UTC'
     WHERE workspace_id = $1 AND subject_id = $3`,
    [scope.workspaceId, days, subjectId],
  );
}
