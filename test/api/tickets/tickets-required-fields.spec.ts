import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors, messagesOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

const PLAIN = { email: 'john@customer.example', subject: 'Help', description: '<p>Please</p>' };
const raised = (more: object, workspace: TestWorkspace) =>
  workspace.client.post('/tickets', { ...PLAIN, ...more });

describe('fields that must be filled in', () => {
  let strict: TestWorkspace;
  beforeAll(async () => {
    strict = await aWorkspace(app, {
      fields: [
        { name: 'Country', kind: 'text', is_required_for_agent_when_submitting_form: true },
        { name: 'Seats', kind: 'integer', is_required_for_agent_when_submitting_form: true },
        { name: 'Cause', kind: 'text', is_required_for_agent_when_closing_ticket: true },
        { name: 'Gone', kind: 'text', state: 'inactive', is_required_for_agent_when_submitting_form: true },
        { name: 'Of forms', kind: 'text', is_required: true },
      ],
    });
  });
  const filled = { ticket_fields: { Country: 'India', Seats: 3 } };
  const history = { external_id: 'H', source: 's', created_at: '2024-01-01T00:00:00Z' };

  // @proves E-11-11
  it('need a value in a new ticket, one entry each', async () => {
    expect((await raised(filled, strict)).status).toBe(201);
    expect(messagesOf(await raised({ ticket_fields: { Country: '' } }, strict))).toEqual([
      'ticket_fields.Country is required',
      'ticket_fields.Seats is required',
    ]);
  });

  // @proves E-11-4
  it('need a value for closing besides, when the ticket is closed at once', async () => {
    expect(messagesOf(await raised({ ...filled, status: 'closed' }, strict))).toEqual([
      'ticket_fields.Cause is required before the ticket can be closed',
    ]);
    const { status } = await raised(
      { ticket_fields: { ...filled.ticket_fields, Cause: 'x' }, status: 'closed' },
      strict,
    );
    expect(status).toBe(201);
  });

  // @proves E-11-4, E-11-11
  it('may be empty in a ticket that another system has had, closed or not', async () => {
    expect((await raised({ ...history, external_id: 'H-1' }, strict)).status).toBe(201);
    expect((await raised({ ...history, external_id: 'H-2', status: 'closed' }, strict)).status).toBe(201);
    const { created_at, ...key } = history;
    for (const half of [{ created_at }, key])
      expect(fieldErrors(await raised(half, strict))).toEqual([
        'ticket_fields.Country',
        'ticket_fields.Seats',
      ]);
  });

  // @proves E-11-11
  it('count in every process as soon as the field says so', async () => {
    const own = await aWorkspace(app, { fields: [{ name: 'Late', kind: 'text' }] });
    expect((await raised({}, own)).status).toBe(201);
    const [field] = (await own.client.get('/fields')).body.fields as { id: string }[];
    const changes = { is_required_for_agent_when_submitting_form: true };
    await own.client.patch(`/fields/${field?.id}`, { field: changes });
    expect(fieldErrors(await raised({}, own))).toEqual(['ticket_fields.Late']);
  });
});
