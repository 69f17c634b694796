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
  it('is kept, and a second ticket of the same is told which one the first is', async () => {
    const key = { external_id: 'CP-1', source: 'other' };
    const first = await raised(key);
    expect(first.body.ticket).toMatchObject(key);
    const second = await raised(key);
    const { id, number } = first.body.ticket as { id: string; number: number };
    expect(messagesOf(second)).toEqual([`external_id is already used by ticket ${number} (${id})`]);
    expect((await raised({ ...key, source: 'third' })).status).toBe(201);
  });

  // @proves E-11-8
  it('is taken once by twenty who want it at the same moment', async () => {
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
  ])('has two halves: %j is refused', async (body, paths) => {
    const response = await raised(body);
    expect([response.status, fieldErrors(response)]).toEqual([422, paths]);
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
      'an end without the status',
      { created_at: '2024-01-02T00:00:00Z', closed_at: '2024-01-03T00:00:00Z' },
      ['closed_at is only for tickets with the status closed'],
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
