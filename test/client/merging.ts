import type { Client } from 'openapi-fetch';
import { dataOf } from './data-of.js';
import type { paths } from '../../packages/client/src/openapi.js';

/** Merges the second ticket into the first one, and ends the merge. */
export async function goThroughMerging(api: Client<paths>): Promise<void> {
  const ofTicket = (ticket: string) => ({ params: { path: { ticket_id: ticket } } });
  const merge = '/api/external/v2/tickets/{ticket_id}/merge' as const;
  expect(dataOf(await api.POST(merge, { ...ofTicket('2'), body: { into: 1 } })).ticket.status).toBe('closed');
  const included = { path: { ticket_id: '2' }, query: { include: ['merged' as const] } };
  const { ticket } = dataOf(await api.GET('/api/external/v2/tickets/{ticket_id}', { params: included }));
  expect(ticket.merged_into?.number).toBe(1);
  const unmerged = dataOf(
    await api.POST('/api/external/v2/tickets/{ticket_id}/unmerge', { ...ofTicket('2') }),
  );
  expect(unmerged.ticket.status).toBe('new');
}
