import type { Desk } from '../../packages/client/src/index.js';

/** Changes two tickets by one request, and copies all of them with a key that names the scope. */
export async function goThroughMany(desk: Desk, copier: Desk): Promise<void> {
  const operations = [
    { op: 'update' as const, ticket: 1, if_match: '*', body: { add_tags: ['many'] } },
    { op: 'update' as const, ticket: 2, body: { add_tags: ['many'] } },
  ];
  const { results, succeeded } = await desk.batch(operations, { atomic: true });
  expect(results.map(({ ticket }) => ticket?.number)).toEqual([1, 2]);
  expect(succeeded).toBe(2);
  const again = await desk.batchTickets({ operations: [{ op: 'update', ticket: 999_999, body: {} }] });
  expect(again.results).toMatchObject([{ status: 404, code: 'ticket_not_found' }]);
  const copy = await copier.export({ include: ['comments'] });
  const numbers: number[] = [];
  for await (const { number } of copy) numbers.push(number);
  const { pagination } = await desk.listTickets().page();
  expect(numbers).toHaveLength(pagination.total_records);
  const { events } = await desk.listEvents({ after: copy.position });
  expect(events).toEqual([]);
  const response = await copier.exportTickets();
  expect(await response.text()).toMatch(/^\{"position":\d+\}\n/);
}
