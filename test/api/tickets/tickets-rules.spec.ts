import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, { fields: [{ name: 'Seats', kind: 'integer' }] });
});

describe('closing a ticket', () => {
  let strict: TestWorkspace;
  beforeAll(async () => {
    strict = await aWorkspace(app, {
      fields: [
        { name: 'Root cause', kind: 'text', is_required_for_agent_when_closing_ticket: true },
        { name: 'Fixed in', kind: 'text', is_required_for_agent_when_closing_ticket: true },
        { name: 'Gone', kind: 'text', state: 'inactive', is_required_for_agent_when_closing_ticket: true },
      ],
    });
  });

  // @proves S-2.1-10, S-3.2-2, D-4-33
  it('needs every active field that is required for it, one entry each', async () => {
    const { number } = await aTicket(strict, { ticket_fields: { 'Fixed in': '   ' } });
    const response = await strict.client.put(`/tickets/${number}`, { status: 'closed' });
    expect(response.status).toBe(422);
    expect(fieldErrors(response)).toEqual(['ticket_fields.Root cause', 'ticket_fields.Fixed in']);
  });

  // @proves D-4-34
  it('counts the values of the same request', async () => {
    const { number } = await aTicket(strict, { ticket_fields: { 'Fixed in': '1.2' } });
    const response = await strict.client.put(`/tickets/${number}`, {
      status: 'closed',
      ticket_fields: { 'Root cause': 'Cron' },
    });
    expect([response.status, response.body.ticket.status]).toEqual([200, 'closed']);
  });

  // @proves D-4-34
  it('does not count a value that the same request clears', async () => {
    const { number } = await aTicket(strict, { ticket_fields: { 'Fixed in': '1.2', 'Root cause': 'x' } });
    const response = await strict.client.put(`/tickets/${number}`, {
      status: 'closed',
      ticket_fields: { 'Root cause': null },
    });
    expect(fieldErrors(response)).toEqual(['ticket_fields.Root cause']);
  });

  // @proves D-4-33
  it('is only judged when the status moves to closed', async () => {
    const values = { 'Fixed in': '1.2', 'Root cause': 'x' };
    const { number } = await aTicket(strict, { status: 'closed', ticket_fields: values });
    const body = { status: 'closed', ticket_fields: { 'Root cause': null } };
    expect((await strict.client.put(`/tickets/${number}`, body)).status).toBe(200);
  });
});

describe('updates at the same time', () => {
  // @proves D-4-46
  it('lose nothing that only one of them named', async () => {
    const many = await aWorkspace(app, {
      fields: Array.from({ length: 44 }, (_, index) => ({
        name: `Field ${index}`,
        kind: 'integer' as const,
      })),
      groups: [{ name: 'Support' }],
      team_members: [
        { email: 'eve@acme.example', first_name: 'Eve', last_name: 'J', role: 'agent' as const },
      ],
    });
    const { number } = await aTicket(many);
    const bodies: object[] = [
      { subject: 'Together' },
      { description: '<p>Together</p>' },
      { priority: 'urgent' },
      { status: 'on_hold' },
      { group: 'Support', tags: ['together'] },
      { assignee_email: 'eve@acme.example' },
      ...Array.from({ length: 44 }, (_, index) => ({ ticket_fields: { [`Field ${index}`]: index } })),
    ];
    const responses = await Promise.all(bodies.map((body) => many.client.put(`/tickets/${number}`, body)));
    expect(responses.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const { ticket } = (await many.client.get(`/tickets/${number}`)).body;
    expect(ticket).toMatchObject({
      subject: 'Together',
      description: '<p>Together</p>',
      priority: 'urgent',
      status: 'on_hold',
      group: 'Support',
      tags: ['together'],
      assignee: { email: 'eve@acme.example' },
    });
    expect(ticket.fields).toEqual(
      Array.from({ length: 44 }, (_, index) => ({ field_name: `Field ${index}`, field_value: index })),
    );
  });

  // @proves D-4-27
  it('make one customer for a new address', async () => {
    const tickets = await Promise.all(Array.from({ length: 8 }, () => aTicket(acme)));
    const answers = await Promise.all(
      tickets.map(({ number }) => acme.client.put(`/tickets/${number}`, { email: 'rush@customer.example' })),
    );
    const customers = new Set(answers.map(({ body }) => body.ticket.customer.id as string));
    expect(customers.size).toBe(1);
  });
});

describe('PATCH', () => {
  it('works the same as PATCH and by id', async () => {
    const { id } = await aTicket(acme);
    const { status, body } = await acme.client.patch(`/tickets/${id}`, { priority: 'high' });
    expect([status, body.ticket.priority]).toEqual([200, 'high']);
  });
});

describe('the older address', () => {
  // @proves S-9-5, D-9-2
  it('changes the same ticket, answers the reduced shape and names its successor', async () => {
    const { number, id } = await aTicket(acme);
    const response = await acme.client.put(`/api/v1/public/tickets/${number}`, {
      subject: 'Old way',
      category: 'Refund',
      ticket_fields: { Seats: 5 },
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      ticket: {
        id,
        number,
        subject: 'Old way',
        description: expect.any(String),
        priority: null,
        status: 'new',
        category: 'Refund',
      },
    });
    expect(response.headers['deprecation']).toMatch(/^@\d+$/);
    expect(response.headers['link']).toBe(`</api/external/v2/tickets/${number}>; rel="successor-version"`);
    const { ticket } = (await acme.client.get(`/tickets/${id}`)).body;
    expect(ticket.fields).toEqual([{ field_name: 'Seats', field_value: 5 }]);
  });

  // @proves D-4-47
  it('refuses the properties that only the current version has, by the same rules', async () => {
    const { number } = await aTicket(acme);
    const response = await acme.client.put(`/api/v1/public/tickets/${number}`, {
      tags: ['x'],
      status: 'nope',
    });
    expect(response.status).toBe(422);
    expect(fieldErrors(response).sort()).toEqual(['status', 'tags']);
  });
});
