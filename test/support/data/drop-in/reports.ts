import { count, list, object, pagination, text, uuid, type Recorded } from './shapes.js';

const percentage = { type: ['number', 'null'] };
const number = object({
  ...{ present: count, previous: { type: ['integer', 'null'] }, change_percentage: percentage },
});
const average = object({
  ...{ present: { type: ['number', 'null'] }, previous: { type: ['number', 'null'] } },
  change_percentage: percentage,
});
const figures = {
  ...{ average_first_response_time: average, average_resolution_time: average },
  ...{ assigned_tickets: number, closed_tickets: number },
};
const statuses = object({ ticket_statuses: list(object({ name: text, value: number })) });
const series = object({
  dates: list({ type: 'string', format: 'date' }),
  data: list(object({ name: { enum: ['new', 'closed'] }, values: list(count) })),
});
const members = object({
  members: list(object({ id: uuid, name: text, email: text, ...figures })),
  pagination,
});

/** Requests for reports. */
export const RECORDED_REPORTS: readonly Recorded[] = [
  {
    client: 'the command line reports on tickets of the last days',
    request: ['get', '/api/external/v2/reports/tickets?range_type=last_7_days'],
    status: 200,
    declares: statuses,
  },
  {
    client: 'the command line draws tickets over time',
    request: [
      'get',
      '/api/external/v2/reports/ticket-time-series?range_type=custom&start_date=2025-01-01&end_date=2025-01-31',
    ],
    status: 200,
    declares: series,
  },
  {
    client: 'the command line reports on agents, by pages',
    request: ['get', '/api/external/v2/reports/agents?range_type=last_30_days&page=1&page_size=10'],
    status: 200,
    declares: members,
  },
  {
    client: 'a connector reports on groups',
    request: ['get', '/api/external/v2/reports/groups?range_type=last_90_days&page_number=1'],
    status: 200,
    declares: object({ teams: list(object({ id: uuid, name: text, ...figures })), pagination }),
  },
  {
    client: 'a connector reports on surveys',
    request: ['get', '/api/external/v2/reports/surveys?range_type=all_time'],
    status: 200,
    declares: object({ surveys: { type: 'array', maxItems: 0 } }),
  },
  {
    client: 'the older version reports on tickets',
    request: ['get', '/api/v1/public/reports/tickets?range_type=last_24_hours'],
    status: 200,
    declares: statuses,
  },
  {
    client: 'the older version draws tickets over time',
    request: ['get', '/api/v1/public/reports/tickets/time_series'],
    status: 200,
    declares: series,
  },
  {
    client: 'the older version reports on agents',
    request: ['get', '/api/v1/public/reports/agents?range_type=last_7_days'],
    status: 200,
    declares: members,
  },
  {
    client: 'the older version reports on groups',
    request: ['get', '/api/v1/public/reports/groups?range_type=last_30_days'],
    status: 200,
    declares: object({ teams: list(object({ id: uuid, name: text, ...figures })), pagination }),
  },
  {
    client: 'the older version reports on surveys',
    request: ['get', '/api/v1/public/reports/surveys'],
    status: 200,
    declares: object({ surveys: { type: 'array', maxItems: 0 } }),
  },
];
