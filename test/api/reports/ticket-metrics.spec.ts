import { setTimeout as sleep } from 'node:timers/promises';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { merging, unmerging } from '../../support/data/merges.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const metricsOf = async (ticket: number | string) =>
  (await acme.client.get(`/tickets/${ticket}/metrics`).expect(200)).body as Record<string, number | null>;
const change = (number: number, changes: object) =>
  acme.client.put(`/tickets/${number}`, changes).expect(200);
const NOTHING = {
  ...{ first_response_seconds: null, resolution_seconds: null },
  ...{ reopened_count: 0, agent_replies: 0, customer_replies: 0 },
};

describe('the metrics of a ticket', () => {
  // @proves E-23-11
  it('are null and 0 at first, by number and by id', async () => {
    const { number, id } = await aTicket(acme);
    expect(await metricsOf(number)).toEqual(NOTHING);
    expect(await metricsOf(id)).toEqual(NOTHING);
  });

  // @proves E-23-11, E-23-12
  it('count replies by their kind of author, and no notes; the first response is the first one given here', async () => {
    const { number } = await aTicket(acme);
    await aComment(acme, number, { author_email: CUSTOMER });
    await aComment(acme, number, { comment_type: 'note' });
    await aComment(acme, number, { author_email: CUSTOMER, author_type: 'customer', comment_type: 'note' });
    await aComment(acme, number, { created_at: '2020-01-01T00:00:00Z' });
    expect(await metricsOf(number)).toEqual({ ...NOTHING, customer_replies: 1, agent_replies: 1 });
    // The clock of the database cannot be moved, and it counts whole seconds.
    await sleep(1_100);
    await aComment(acme, number);
    const first = await metricsOf(number);
    expect(first['first_response_seconds']).toBeGreaterThanOrEqual(1);
    expect(first['agent_replies']).toBe(2);
    await sleep(1_100);
    await aComment(acme, number);
    expect((await metricsOf(number))['first_response_seconds']).toBe(first['first_response_seconds']);
  });

  // @proves E-23-11
  it('have the resolution while the ticket is closed, and how often it was opened again', async () => {
    const { number } = await aTicket(acme, { created_at: '2025-03-01T10:00:00Z' });
    await change(number, { status: 'closed' });
    expect((await metricsOf(number))['resolution_seconds']).toBeGreaterThan(86_400);
    await change(number, { status: 'closed', subject: 'Still closed' });
    await change(number, { status: 'open' });
    expect(await metricsOf(number)).toEqual({ ...NOTHING, reopened_count: 1 });
    await change(number, { status: 'closed' });
    await aComment(acme, number, { author_email: CUSTOMER });
    expect(await metricsOf(number)).toEqual({ ...NOTHING, reopened_count: 2, customer_replies: 1 });
  });

  // @proves E-23-11
  it.each(['spam', 'trash'])(
    'do not take a closed ticket for an open one that becomes %s',
    async (status) => {
      const [one, other] = [await aTicket(acme), await aTicket(acme)];
      await change(one.number, { status: 'closed' });
      await change(one.number, { status });
      expect(await metricsOf(one.number)).toEqual(NOTHING);
      const both = (changes: object) =>
        acme.client.post('/tickets/batch', {
          operations: [one, other].map(({ number }) => ({ op: 'update', ticket: number, body: changes })),
        });
      await both({ status: 'closed' }).expect(200);
      await both({ status }).expect(200);
      expect([await metricsOf(one.number), await metricsOf(other.number)]).toEqual([NOTHING, NOTHING]);
      await both({ status: 'closed' }).expect(200);
      await both({ status: 'open' }).expect(200);
      expect((await metricsOf(other.number))['reopened_count']).toBe(1);
    },
  );

  // @proves E-23-11
  it('include tickets that an import opens again', async () => {
    const line = { email: CUSTOMER, subject: 'Old', external_id: 'm-1', source: 'old desk' };
    const imported = (ticket: object) =>
      app.operator.import(acme.scope.workspaceId, [JSON.stringify({ ...line, ...ticket })]);
    await imported({
      status: 'closed',
      created_at: '2025-03-01T10:00:00Z',
      closed_at: '2025-03-01T10:01:00.5Z',
    });
    const { body } = await acme.client.get('/tickets?external_id=m-1').expect(200);
    const { number } = body.tickets[0] as { number: number };
    expect(await metricsOf(number)).toEqual({ ...NOTHING, resolution_seconds: 60 });
    await imported({ status: 'open' });
    expect(await metricsOf(number)).toEqual({ ...NOTHING, reopened_count: 1 });
  });

  // @proves E-23-11, E-24-11
  it('have no resolution of a merge, but one from before it', async () => {
    const { number: into } = await aTicket(acme);
    const { number } = await aTicket(acme, { created_at: '2025-03-01T10:00:00Z' });
    await merging(acme, number, into).expect(200);
    expect(await metricsOf(number)).toEqual(NOTHING);
    await unmerging(acme, number).expect(200);
    expect(await metricsOf(number)).toEqual({ ...NOTHING, reopened_count: 1 });
    await change(number, { status: 'closed' });
    const resolved = await metricsOf(number);
    expect(resolved['resolution_seconds']).toBeGreaterThan(86_400);
    await merging(acme, number, into).expect(200);
    expect(await metricsOf(number)).toEqual(resolved);
  });

  // @proves E-23-11, E-24-9
  it('have the resolution from before a merge, also when the merge has ended', async () => {
    const { number: into } = await aTicket(acme);
    const dates = { created_at: '2025-03-01T10:00:00Z', closed_at: '2025-03-01T10:02:00Z' };
    const { number } = await aTicket(acme, { status: 'closed', ...dates });
    const resolved = { ...NOTHING, resolution_seconds: 120 };
    await merging(acme, number, into).expect(200);
    expect(await metricsOf(number)).toEqual(resolved);
    await unmerging(acme, number).expect(200);
    expect(await metricsOf(number)).toEqual(resolved);
  });

  // @proves E-23-11
  it('need the scope tickets:read', async () => {
    const { number } = await aTicket(acme, { assignee_email: EVE.email });
    const reader = acme.clientWith(await aKey(acme, 'reader', { scopes: ['tickets:read'] }));
    await reader.get(`/tickets/${number}/metrics`).expect(200);
    const other = acme.clientWith(await aKey(acme, 'other', { scopes: ['reports:read'] }));
    await other.get(`/tickets/${number}/metrics`).expect(403);
  });

  // @proves E-23-11
  it.each([999_999, '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', 'x'])(
    'of no ticket are not found: %s',
    async (ref) => {
      const { body } = await acme.client.get(`/tickets/${ref}/metrics`).expect(404);
      expect(body.code).toBe('ticket_not_found');
    },
  );
});
