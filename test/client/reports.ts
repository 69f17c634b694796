import type { Desk } from '../../packages/client/src/index.js';

/** Reads every report, and the metrics of the first ticket. */
export async function goThroughReports(desk: Desk): Promise<void> {
  const range = { range_type: 'last_30_days' as const };
  const tickets = await desk.reportTickets(range);
  expect(tickets.ticket_statuses.find(({ name }) => name === 'new')?.value.present).toBeGreaterThan(0);
  expect((await desk.reportTicketTimeSeries(range)).dates).toHaveLength(30);
  expect((await desk.reportAgents(range).page()).members[0]?.name).toBe('Eve Jones');
  expect((await desk.reportGroups(range).page()).teams).toEqual([]);
  expect((await desk.reportSurveys(range)).surveys).toEqual([]);
  expect(await desk.reportTicketsLegacy(range)).toEqual(tickets);
  expect((await desk.reportTicketTimeSeriesLegacy(range)).data).toHaveLength(2);
  expect((await desk.reportAgentsLegacy(range).page()).pagination.total_records).toBeGreaterThan(0);
  expect((await desk.reportGroupsLegacy(range).page()).teams).toEqual([]);
  expect((await desk.reportSurveysLegacy(range)).surveys).toEqual([]);
  expect((await desk.getTicketMetrics(1)).agent_replies).toBeGreaterThan(0);
}
