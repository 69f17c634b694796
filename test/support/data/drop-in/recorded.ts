import { RECORDED_BESIDES } from './besides.js';
import { RECORDED_CONVERSATION } from './conversation.js';
import { RECORDED_OLDER } from './older.js';
import { RECORDED_REPORTS } from './reports.js';
import type { Recorded } from './shapes.js';
import { RECORDED_TICKETS } from './tickets.js';

/** All requests that any key of a workspace may send; docs/drop-in.md has a row for each. */
export const RECORDED: readonly Recorded[] = [
  ...RECORDED_TICKETS,
  ...RECORDED_CONVERSATION,
  ...RECORDED_BESIDES,
  ...RECORDED_REPORTS,
  ...RECORDED_OLDER,
];
