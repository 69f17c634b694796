import { plain, type Wanted } from './worst-request.parts.js';

const REPORTED: readonly Wanted[] = [
  ...plain(),
  { name: 'all time', query: 'range_type=all_time', status: 200 },
  { name: '3,660 days', query: 'range_type=custom&start_date=2016-12-31&end_date=2027-01-07', status: 200 },
];
const ROUTES = [
  ...['agents', 'groups', 'surveys', 'ticket-time-series', 'tickets'].map((name) => `external/v2/reports/${name}`),
  ...['agents', 'tickets', 'tickets/time_series'].map((name) => `v1/public/reports/${name}`),
]; // prettier-ignore

/** Those of reports, and of the metrics of a ticket. */
export const reports: Readonly<Record<string, readonly Wanted[]>> = {
  'get /api/external/v2/tickets/:ticket_id/metrics': plain(),
  ...Object.fromEntries(ROUTES.map((route) => [`get /api/${route}`, REPORTED])),
};
