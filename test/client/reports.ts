import type { Client } from 'openapi-fetch';
import { dataOf } from './data-of.js';
import type { paths } from '../../packages/client/src/openapi.js';

const REPORTS = '/api/external/v2/reports';
const LEGACY = '/api/v1/public/reports';

/** Reads every report, and the metrics of the first ticket. */
export async function goThroughReports(api: Client<paths>): Promise<void> {
  const params = { query: { range_type: 'last_30_days' as const } };
  const tickets = dataOf(await api.GET(`${REPORTS}/tickets`, { params }));
  expect(tickets.ticket_statuses.find(({ name }) => name === 'new')?.value.present).toBeGreaterThan(0);
  expect(dataOf(await api.GET(`${REPORTS}/ticket-time-series`, { params })).dates).toHaveLength(30);
  expect(dataOf(await api.GET(`${REPORTS}/agents`, { params })).members[0]?.name).toBe('Eve Jones');
  expect(dataOf(await api.GET(`${REPORTS}/groups`, { params })).teams).toEqual([]);
  expect(dataOf(await api.GET(`${REPORTS}/surveys`, { params })).surveys).toEqual([]);
  expect(dataOf(await api.GET(`${LEGACY}/tickets`, { params }))).toEqual(tickets);
  expect(dataOf(await api.GET(`${LEGACY}/tickets/time_series`, { params })).data).toHaveLength(2);
  expect(dataOf(await api.GET(`${LEGACY}/agents`, { params })).pagination.total_records).toBeGreaterThan(0);
  const path = { ticket_id: '1' };
  const metrics = dataOf(await api.GET('/api/external/v2/tickets/{ticket_id}/metrics', { params: { path } }));
  expect(metrics.agent_replies).toBeGreaterThan(0);
}
