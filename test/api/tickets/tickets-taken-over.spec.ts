import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors, messagesOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const PLAIN = { email: 'john@customer.example', subject: 'Help', description: '<p>Please</p>' };
const raised = (more: object) => acme.client.post('/tickets', { ...PLAIN, ...more });

describe('the key of another system', () => {
  // @proves E-11-8
  it('is kept, and a second ticket with it is refused with the number of the first', async () => {
    const key = { external_id: 'CP-1', source: 'other' };
    const first = await raised(key);
    expect(first.body.ticket).toMatchObject(key);
    const second = await raised(key);
    const { id, number } = first.body.ticket as { id: string; number: number };
    expect(messagesOf(second)).toEqual([`external_id is already used by ticket ${number} (${id})`]);
    expect((await raised({ ...key, source: 'third' })).status).toBe(201);
  });

  // @proves E-11-8
  it('is taken once when twenty requests want it at the same moment', async () => {
    const wanted = { external_id: 'CP-2', source: 'other' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => raised(wanted)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(422)]);
  });

  // @proves E-11-8
  it.each([
    [{ external_id: 'CP-3' }, ['source']],
    [{ source: 'other' }, ['external_id']],
    [{ source: 'other', external_id: null }, ['external_id']],
    [{ source: ' ', external_id: 'CP-3' }, ['source']],
  ])('must have both halves: %j is refused', async (body, paths) => {
    const response = await raised(body);
    expect([response.status, fieldErrors(response)]).toEqual([422, paths]);
  });
});

// @proves E-29-1
describe('a ticket that was closed and opened again in another system', () => {
  const PAST = { created_at: '2023-05-01T08:00:00Z', updated_at: '2023-05-09T08:00:00Z' };
  const CLOSED_AT = '2023-05-02T08:00:00Z';
  const metricsOf = async (number: number) =>
    (await acme.client.get(`/tickets/${number}/metrics`).expect(200)).body as object;

  it.each([
    ['open', 1],
    ['waiting_on_customer', 1],
    ['spam', 0],
    ['trash', 0],
  ])('may have the status %s, and was opened %i times', async (status, reopened_count) => {
    const { body } = await raised({ ...PAST, status, closed_at: CLOSED_AT }).expect(201);
    expect(body.ticket).toMatchObject({ status, updated_at: '2023-05-09T08:00:00.000Z' });
    expect(await metricsOf(body.ticket.number as number)).toMatchObject({
      ...{ reopened_count, resolution_seconds: null },
    });
  });

  it('has its first status without one, and was changed when it was closed unless it says more', async () => {
    const { created_at } = PAST;
    const { body } = await raised({ created_at, closed_at: CLOSED_AT }).expect(201);
    expect(body.ticket).toMatchObject({ status: 'new', updated_at: '2023-05-02T08:00:00.000Z' });
  });

  it('counts that closing on its day, and a later one besides', async () => {
    const desk = await aWorkspace(app);
    const past = { ...PLAIN, ...PAST, status: 'open', closed_at: CLOSED_AT };
    const { body } = await desk.client.post('/tickets', past).expect(201);
    const series = `/reports/ticket-time-series?range_type=custom&start_date=2023-05-01&end_date=2023-05-03`;
    const { data } = (await desk.client.get(series).expect(200)).body;
    expect(data).toEqual([
      { name: 'new', values: [1, 0, 0] },
      { name: 'closed', values: [0, 1, 0] },
    ]);
    const entries = await desk.client.get(series.replace('ticket-time-series', 'tickets')).expect(200);
    expect(
      (entries.body.ticket_statuses as { name: string; value: { present: number } }[])
        .filter(({ value }) => value.present > 0)
        .map(({ name, value }) => [name, value.present]),
    ).toEqual([
      ['closed', 1],
      ['open', 1],
    ]);
    const { number } = body.ticket as { number: number };
    await desk.client.put(`/tickets/${number}`, { status: 'closed' }).expect(200);
    await desk.client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
    const metrics = (await desk.client.get(`/tickets/${number}/metrics`).expect(200)).body;
    expect(metrics).toMatchObject({ reopened_count: 2 });
    const { events } = (await desk.client.get('/events?types=ticket.created').expect(200)).body;
    expect(events[0].data.changes.closed_at).toEqual([null, '2023-05-02T08:00:00.000Z']);
  });
});

describe('the dates of a ticket', () => {
  // @proves E-11-9
  it('are those that it names', async () => {
    const dates = { created_at: '2024-01-01T10:00:00+01:00', updated_at: '2024-02-01T00:00:00Z' };
    const { body } = await raised({ ...dates, status: 'closed', closed_at: '2024-01-15T00:00:00Z' });
    expect(body.ticket).toMatchObject({
      created_at: '2024-01-01T09:00:00.000Z',
      updated_at: '2024-02-01T00:00:00.000Z',
    });
  });

  // @proves E-29-1
  it('make the closing the last change of a closed ticket that names none', async () => {
    const dates = { created_at: '2024-01-01T00:00:00Z', closed_at: '2024-01-15T00:00:00Z' };
    const { body } = await raised({ ...dates, status: 'closed' }).expect(201);
    expect(body.ticket).toMatchObject({ updated_at: '2024-01-15T00:00:00.000Z' });
  });

  const future = '2099-01-01T00:00:00Z';
  // @proves E-11-9
  it.each([
    ['a day to come', { created_at: future }, ['created_at must not be in the future']],
    [
      'days to come',
      { created_at: future, updated_at: future, closed_at: future, status: 'closed' },
      [
        'created_at must not be in the future',
        'updated_at must not be in the future',
        'closed_at must not be in the future',
      ],
    ],
    [
      'a change before the beginning',
      { created_at: '2024-01-02T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' },
      ['updated_at must not be before created_at'],
    ],
    [
      'an end without the status and without a beginning',
      { closed_at: '2024-01-03T00:00:00Z' },
      ['closed_at is only for tickets with the status closed'],
    ],
    [
      'an end before the beginning, of a ticket that was opened again',
      { status: 'open', created_at: '2024-01-02T00:00:00Z', closed_at: '2024-01-01T00:00:00Z' },
      ['closed_at must not be before created_at'],
    ],
    [
      'an end behind the last change, of a ticket that was opened again',
      {
        ...{ status: 'open', created_at: '2024-01-02T00:00:00Z', updated_at: '2024-01-03T00:00:00Z' },
        closed_at: '2024-01-03T00:00:00.001Z',
      },
      ['closed_at must not be after updated_at'],
    ],
    [
      'an end behind the last change, of a closed ticket',
      {
        ...{ status: 'closed', created_at: '2024-01-02T00:00:00Z', updated_at: '2024-01-03T00:00:00Z' },
        closed_at: '2024-01-03T00:00:00.001Z',
      },
      ['closed_at must not be after updated_at'],
    ],
    [
      'an end to come, of a ticket that was opened again',
      { status: 'open', created_at: '2024-01-02T00:00:00Z', closed_at: future },
      ['closed_at must not be in the future'],
    ],
    [
      'no date at all',
      { created_at: 'yesterday', updated_at: null },
      [
        'created_at must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z',
        'updated_at must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z',
      ],
    ],
  ])('are refused for %s', async (_what, body, messages) => {
    const response = await raised(body);
    expect([response.status, messagesOf(response).sort()]).toEqual([422, [...messages].sort()]);
  });
});
