import { choiceTools } from './choice-tools.js';
import { commentTools } from './comment-tools.js';
import { customerTools } from './customer-tools.js';
import { eventTools } from './event-tools.js';
import { ticketReadingTools } from './ticket-reading-tools.js';
import { ticketWritingTools } from './ticket-writing-tools.js';
import type { AnyTool } from './tool.js';

/** The table of tools, in the order in which clients show them [rule 26]. */
export const TOOLS: readonly AnyTool[] = [
  ...ticketReadingTools,
  ...customerTools,
  ...choiceTools,
  ...eventTools,
  ...commentTools,
  ...ticketWritingTools,
];
