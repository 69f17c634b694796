import { OPERATIONS } from '../../support/operations.js';
import { plain, type Wanted } from './worst-request.parts.js';

const REPORTED: readonly Wanted[] = [
  ...plain(),
  { name: 'all time', query: 'range_type=all_time', status: 200 },
  { name: '3,660 days', query: 'range_type=custom&start_date=2016-12-31&end_date=2027-01-07', status: 200 },
];
/** Those of reports. */
export const reports: Readonly<Record<string, readonly Wanted[]>> = Object.fromEntries(
  OPERATIONS.filter(({ template }) => template.includes('/reports/')).map(({ route }) => [route, REPORTED]),
);
