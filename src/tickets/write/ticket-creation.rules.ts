import { checkSizeOfValues } from '../../fields/field-values.rules.js';
import type { Problems } from '../../kernel/problems.js';
import { stepOf, type Step } from './ticket-batch.rules.js';
import type { BatchContext, NewTicket, TicketEntry } from './ticket-content.rules.js';

/**
 * What becomes of a ticket that a client raises; null when there are problems.
 * @param taken the ticket that has its external key already
 */
export function judgeCreation(
  entry: TicketEntry,
  taken: Pick<NewTicket, 'id' | 'number'> | null,
  context: Omit<BatchContext, 'history'>,
  problems: Problems,
): Step | null {
  if (taken) problems.add('external_id', `is already used by ticket ${taken.number} (${taken.id})`);
  const slot = { stored: null, content: null };
  const step = stepOf(entry, slot, { ...context, history: null }, problems);
  if (step) checkSizeOfValues({}, step.after.fieldValues, problems);
  return step;
}
