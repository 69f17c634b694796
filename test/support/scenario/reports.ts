import type { TestWorkspace } from '../data/builders.js';

/** Reads every report. At the end the workspace gets another time zone, so that everything is counted anew. */
export async function exerciseReports(
  { app, client, subdomain }: TestWorkspace,
  tickets: readonly (number | string)[],
): Promise<void> {
  for (const ticket of tickets) await client.get(`/tickets/${ticket}/metrics`).expect(200);
  const ranges = [
    'last_24_hours',
    'last_7_days',
    'all_time',
    'custom&start_date=2024-01-01&end_date=2024-03-02',
  ];
  for (const range of ranges)
    for (const report of ['tickets', 'ticket-time-series', 'agents', 'groups', 'surveys'])
      await client.get(`/reports/${report}?range_type=${range}`).expect(200);
  for (const report of ['tickets', 'tickets/time_series', 'agents', 'groups', 'surveys'])
    await client.get(`/api/v1/public/reports/${report}`).expect(200);
  const settings = { subdomain, name: 'Elsewhere', time_zone: 'Europe/Berlin' };
  await app.operator.apply(JSON.stringify({ workspace: settings }));
  await client.get('/reports/tickets').expect(200);
}
