// A batch does what its operations would do one by one.
import { entriesOf } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { allEvents } from '../../support/data/events.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { numbersOf, someOperations, type AnOperation } from '../../support/data/operations.js';
import { size } from '../../support/sizes.js';
import { useDesk } from '../../support/test-app.js';

const OPERATIONS = size({ here: 300, long: 2_000, by: 'OPERATIONS' });
const SEED = size({ here: 1, long: 7, by: 'SEED' });
const TICKETS = 12;
const TIMEOUT_MS = 600_000;

const app = useDesk();

interface Prepared extends TestWorkspace {
  readonly tickets: readonly { readonly id: string; readonly number: number }[];
}

const MANIFEST = {
  ...FURNISHED,
  fields: [
    ...FURNISHED.fields,
    { name: 'Reason', kind: 'text', is_required_for_agent_when_closing_ticket: true },
  ],
};

async function prepared(): Promise<Prepared> {
  const workspace = await aWorkspace(app, MANIFEST);
  const tickets = [];
  for (let index = 0; index < TICKETS; index++)
    tickets.push(
      await aTicket(workspace, {
        subject: `Ticket ${index}`,
        ...(index % 2 && { ticket_fields: { Reason: 'x' } }),
      }),
    );
  return { ...workspace, tickets };
}

/** Leaves out what differs between two workspaces: ids, times, and the address. */
const comparable = (value: unknown, { subdomain }: Prepared): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(subdomain, 'desk'),
  );

const refOf = ({ ticket, byId }: AnOperation, { tickets }: Prepared): string | number => {
  const named = typeof ticket === 'number' ? tickets[ticket] : undefined;
  return named ? (byId === true ? named.id : named.number) : (ticket ?? '');
};

async function alone(workspace: Prepared, operations: readonly AnOperation[]): Promise<object[]> {
  const results: object[] = [];
  for (const operation of operations) {
    const { op, body, if_match: tag } = operation;
    const { client } = workspace;
    const request =
      op === 'create'
        ? client.post('/tickets', body)
        : client.put(`/tickets/${refOf(operation, workspace)}`, body);
    const { status, body: answer } = await (tag === undefined ? request : request.set('If-Match', tag));
    results.push({ status, ...(answer as object) });
  }
  return results;
}

async function together(workspace: Prepared, operations: readonly AnOperation[]): Promise<object[]> {
  const results: object[] = [];
  for (let start = 0; start < operations.length; start += 100) {
    const part = operations
      .slice(start, start + 100)
      .map(({ byId: _byId, ticket: _ticket, ...operation }, index) => ({
        ...operation,
        ...(operation.op === 'update' && {
          ticket: refOf(operations[start + index] as AnOperation, workspace),
        }),
      }));
    const { body } = await workspace.client.post('/tickets/batch', { operations: part }).expect(200);
    results.push(...(body.results as object[]));
  }
  return results;
}

async function stateOf(workspace: Prepared): Promise<object> {
  const { client } = workspace;
  const tickets: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await client.get(`/tickets?page_size=100&page_number=${page}&order=asc`).expect(200);
    tickets.push(...(body.tickets as unknown[]));
    pages = body.pagination.total_pages as number;
  }
  const entries = (await entriesOf(workspace)).map(({ request_id: _id, ...entry }) => entry);
  const events = await allEvents(workspace);
  return { tickets, entries, events };
}

// @proves E-32-2, E-32-3
it(
  `${OPERATIONS} random operations in batches answer, write and tell what they do one by one (seed ${SEED})`,
  async () => {
    const operations = someOperations(numbersOf(SEED), OPERATIONS, TICKETS);
    const [one, many] = [await prepared(), await prepared()];
    const [expected, results] = [await alone(one, operations), await together(many, operations)];
    for (const [index, result] of results.entries())
      expect([index, operations[index], comparable(result, many)]).toEqual([
        index,
        operations[index],
        comparable(expected[index], one),
      ]);
    expect(results.length).toBe(OPERATIONS);
    expect(comparable(await stateOf(many), many)).toEqual(comparable(await stateOf(one), one));
    const done = results.filter((result) => 'ticket' in result).length;
    expect(done).toBeGreaterThan(OPERATIONS / 4);
    expect(done).toBeLessThan(OPERATIONS);
  },
  TIMEOUT_MS,
);
