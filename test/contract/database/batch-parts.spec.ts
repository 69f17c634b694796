import { entriesOf } from '../../support/data/audit.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { allEvents } from '../../support/data/events.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/** One statement writes fewer tickets than this. */
const MANY = 60;

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app);
  const lines = Array.from({ length: MANY }, () =>
    JSON.stringify({ email: 'a@customer.example', subject: 'Before' }),
  );
  await app.operator.import(acme.scope.workspaceId, lines);
});

interface Result {
  readonly status: number;
  readonly ticket?: { readonly number: number; readonly subject: string };
}

/** Gives each ticket a subject of its own, or what `bodies` has for its number. */
async function updateAll(
  bodies: Readonly<Record<number, object>>,
  more: object = {},
): Promise<readonly Result[]> {
  const operations = Array.from({ length: MANY }, (_, index) => ({
    op: 'update',
    ticket: index + 1,
    body: bodies[index + 1] ?? { subject: `Ticket ${index + 1}` },
  }));
  const { body } = await acme.client.post('/tickets/batch', { operations, ...more });
  return body.results;
}

const subjectOf = async (number: number): Promise<unknown> =>
  (await acme.client.get(`/tickets/${number}`)).body.ticket.subject;

describe('a batch of more updates than one statement writes', () => {
  it('answers in the order of the request, with each refusal in its place', async () => {
    const results = await updateAll({ 3: { status: 'nope' }, 57: { priority: 'nope' } });
    expect(results.map(({ status, ticket }) => (status === 200 ? ticket?.subject : status))).toEqual(
      Array.from({ length: MANY }, (_, index) => ([2, 56].includes(index) ? 422 : `Ticket ${index + 1}`)),
    );
    const updates = (await allEvents(acme)).filter(({ type }) => type === 'ticket.updated');
    expect(updates.map(({ data }) => data.ticket?.number)).toEqual(
      Array.from({ length: MANY }, (_, index) => index + 1).filter((number) => ![3, 57].includes(number)),
    );
    expect(await subjectOf(57)).toBe('Before');
  });

  it('keeps nothing of an atomic one when its last update is refused', async () => {
    await updateAll({ [MANY]: { status: 'nope' } }, { atomic: true });
    expect([await subjectOf(1), await subjectOf(MANY)]).toEqual(['Before', 'Before']);
    expect((await entriesOf(acme)).filter(({ action }) => action === 'ticket.updated')).toEqual([]);
  });

  it.each([1, MANY])('does the others when the database refuses ticket %i alone', async (refused) => {
    await asAdmin(
      app.database,
      `ALTER TABLE tickets ADD CONSTRAINT refused CHECK (subject <> 'Refused ${acme.subdomain}')`,
    );
    const results = await updateAll({ [refused]: { subject: `Refused ${acme.subdomain}` } });
    await asAdmin(app.database, 'ALTER TABLE tickets DROP CONSTRAINT refused');
    expect(results.map(({ status }) => status)).toEqual(
      Array.from({ length: MANY }, (_, index) => (index + 1 === refused ? 500 : 200)),
    );
    const other = MANY + 1 - refused;
    expect([await subjectOf(refused), await subjectOf(other)]).toEqual(['Before', `Ticket ${other}`]);
    const entries = (await entriesOf(acme)).filter(({ action }) => action === 'ticket.updated');
    expect(entries).toHaveLength(MANY - 1);
  });
});
