import { aTicket, type TestWorkspace } from '../data/builders.js';

/** Merges a ticket into another one, both into the given one, and ends one merge. */
export async function exerciseMerging(workspace: TestWorkspace, into: number): Promise<void> {
  const { client } = workspace;
  const line = { email: 'merged@customer.example', status: 'open', assignee_email: 'eve@team.example' };
  const { id, number } = await aTicket(workspace, line);
  const other = await aTicket(workspace);
  await client.post(`/tickets/${id}/merge`, { into: other.number }).expect(200);
  await client.post(`/tickets/${other.id}/merge`, { into }).expect(200);
  await client.patch(`/tickets/${number}`, { priority: 'low' }).expect(409);
  await client.get(`/tickets/${into}?include=merged`).expect(200);
  // The other one stays merged, for those who look at what is stored.
  await client.post(`/tickets/${id}/unmerge`).expect(200);
}
