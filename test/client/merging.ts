import type { Desk } from '../../packages/client/src/index.js';

/** Merges the second ticket into the first one, and ends the merge. */
export async function goThroughMerging(desk: Desk): Promise<void> {
  expect((await desk.mergeTicket(2, { into: 1 })).ticket.status).toBe('closed');
  const { ticket } = await desk.getTicket(2, { include: ['merged'] });
  expect(ticket.merged_into?.number).toBe(1);
  expect((await desk.unmergeTicket(2)).ticket.status).toBe('new');
}
