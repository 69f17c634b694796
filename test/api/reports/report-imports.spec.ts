import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { datesWithTickets, entriesInto, groupsIn, inShort, membersIn } from '../../support/data/reports.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app, { ...TWO_AGENTS, groups: [{ name: 'Support' }] });
});

const OLD = {
  ...{ email: CUSTOMER, subject: 'Old', description: '', external_id: '1', source: 'old desk' },
  ...{ assignee_email: EVE.email, group: 'Support', created_at: '2025-03-01T10:00:00Z' },
};
const CLOSED = { ...OLD, status: 'closed', closed_at: '2025-03-02T10:00:00Z' };
const imported = (...tickets: object[]) =>
  app.operator.import(
    acme.scope.workspaceId,
    tickets.map((ticket) => JSON.stringify(ticket)),
  );
const MARCH = 'range_type=custom&start_date=2025-03-01&end_date=2025-03-31';

describe('an imported ticket', () => {
  // @proves E-23-18
  it('counts with its own dates', async () => {
    await imported(CLOSED, { ...OLD, external_id: '2' });
    expect(await datesWithTickets(acme, MARCH)).toEqual({ '2025-03-01': [2, 0], '2025-03-02': [0, 1] });
    expect(await entriesInto(acme, MARCH)).toEqual({ new: 1, closed: 1 });
    expect(inShort(await membersIn(acme, MARCH))).toMatchObject({ 'Eve Jones': [null, 86_400, 2, 1] });
    expect(inShort(await groupsIn(acme, MARCH))).toEqual({ Support: [null, 86_400, 2, 1] });
    expect(await entriesInto(acme)).toEqual({});
  });

  // @proves E-23-18
  it('that is imported again counts once, and its closing counts on that day', async () => {
    await imported(OLD);
    await imported(OLD);
    await imported(CLOSED);
    await imported(CLOSED);
    expect(await datesWithTickets(acme, MARCH)).toEqual({ '2025-03-01': [1, 0], '2025-03-02': [0, 1] });
    expect(inShort(await membersIn(acme, MARCH))).toMatchObject({ 'Eve Jones': [null, 86_400, 1, 1] });
  });

  // @proves E-23-12, E-23-18
  it('has no first response from before the import', async () => {
    const reply = { author_email: EVE.email, content: 'Hello', created_at: '2025-03-01T11:00:00Z' };
    await imported({ ...OLD, comments: [reply] });
    expect(inShort(await membersIn(acme, MARCH))).toMatchObject({ 'Eve Jones': [null, null, 1, 0] });
    await aComment(acme, 1, { author_email: KIM.email });
    const { 'Kim Li': kim } = inShort(await membersIn(acme));
    expect(kim).toEqual([expect.any(Number), null, 0, 0]);
  });

  // @proves E-23-18
  it('counts later changes on the day of the change', async () => {
    await imported(OLD);
    await acme.client.put('/tickets/1', { status: 'closed', assignee_email: KIM.email }).expect(200);
    expect(inShort(await membersIn(acme))).toMatchObject({ 'Kim Li': [null, expect.any(Number), 1, 1] });
    expect(await datesWithTickets(acme, MARCH)).toEqual({ '2025-03-01': [1, 0] });
  });
});

describe('a ticket that a client takes over', () => {
  // @proves E-23-18
  it('counts with its own dates', async () => {
    await acme.client
      .post('/tickets', { ...CLOSED, assignee_email: undefined, group: undefined })
      .expect(201);
    await aTicket(acme, { created_at: '2025-03-05T10:00:00Z' });
    expect(await datesWithTickets(acme, MARCH)).toEqual({
      ...{ '2025-03-01': [1, 0], '2025-03-02': [0, 1], '2025-03-05': [1, 0] },
    });
  });
});

describe('made-up tickets', () => {
  // @proves E-23-18
  it('count with their own dates', async () => {
    await app.operator.seed(acme.scope.workspaceId, 50, 1, '2025-03-31T00:00:00Z');
    const counts = Object.values(await datesWithTickets(acme, 'range_type=all_time'));
    expect(counts.reduce((sum, [created]) => sum + created, 0)).toBe(50);
    expect(await entriesInto(acme)).toEqual({});
  });
});
