import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors, numbersOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

describe('filters', () => {
  let acme: TestWorkspace;
  let ids: Record<string, { assignee: string; customer: string }>;

  beforeAll(async () => {
    acme = await aWorkspace(app, {
      statuses: [{ name: 'awaiting_qa' }],
      groups: [{ name: 'Support' }, { name: 'Sales' }],
      categories: [{ name: 'Billing', sub_categories: [{ name: 'Invoices' }] }],
      team_members: [{ email: 'eve@acme.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
      fields: [
        { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
        { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat'] },
        { name: 'Seats', kind: 'integer' },
        { name: 'Amount', kind: 'decimal' },
        { name: 'Urgent', kind: 'checkbox' },
        { name: 'Notes', kind: 'textarea' },
        { name: 'Hidden', kind: 'text', state: 'inactive' },
      ],
    });
    const now = Date.now();
    const ago = (days: number) => new Date(now - days * 86_400_000 + 60_000).toISOString();
    await aTicket(acme, {
      email: 'a@customer.example',
      status: 'open',
      priority: 'high',
      created_at: ago(40),
    }); // 1
    await aTicket(acme, {
      email: 'b@customer.example',
      status: 'awaiting_qa',
      tags: ['Refund'],
      created_at: ago(20),
    }); // 2
    await aTicket(acme, {
      email: 'a@customer.example',
      group: 'Support',
      category: 'Billing',
      sub_category_one: 'Invoices',
      assignee_email: 'eve@acme.example',
      created_at: ago(5),
    }); // 3
    await aTicket(acme, {
      email: 'c@customer.example',
      status: 'open',
      ticket_fields: { Country: 'India', Products: ['Chat', 'Desk'], Seats: 7, Amount: 2.5, Urgent: false },
      external_id: 'X-1',
      source: 'old',
      created_at: ago(0.5),
    }); // 4
    await aTicket(acme, {
      email: 'c@customer.example',
      status: 'closed',
      priority: 'low',
      tags: ['refund', 'late'],
      ticket_fields: { Products: ['Desk'], Notes: 'é'.repeat(500) },
      created_at: '2020-02-29T23:59:59.999Z',
    }); // 5
    const tickets = (await acme.client.get('/tickets')).body.tickets as {
      number: number;
      assignee: { id: string } | null;
      customer: { id: string };
    }[];
    ids = Object.fromEntries(
      tickets.map(({ number, assignee, customer }) => [
        number,
        { assignee: assignee?.id ?? '', customer: customer.id },
      ]),
    );
  });

  const matching = async (query: Record<string, string>) => {
    const response = await acme.client.get(`/tickets?${new URLSearchParams(query).toString()}`);
    expect([response.status, fieldErrors(response)]).toEqual([200, []]);
    const found = numbersOf(response);
    expect(response.body.pagination.total_records).toBe(found.length);
    return [...found].sort();
  };

  // @proves D-4-50..51, D-4-54, D-4-56..63, D-4-65, E-29-3
  it.each<[Record<string, string>, number[]]>([
    [{ status: 'open' }, [1, 4]],
    [{ status: 'open,awaiting_qa' }, [1, 2, 4]],
    [{ status: ' open, awaiting_qa ' }, [1, 2, 4]],
    [{ status: 'new' }, [3]],
    [{ status: 'open,pending' }, [1, 4]],
    [{ priority: 'high' }, [1]],
    [{ priority: 'severe,high' }, [1]],
    [{ priority: 'high, low' }, [1, 5]],
    [{ customer_email: 'A@customer.example' }, [1, 3]],
    [{ customer_email: 'nobody@customer.example' }, []],
    [{ customer_id: 'a0000000-0000-0000-0000-000000000000' }, []],
    [{ assignee_email: 'EVE@acme.example' }, [3]],
    [{ assignee_email: 'nobody@acme.example' }, []],
    [{ assignee_id: 'a0000000-0000-0000-0000-000000000000' }, []],
    [{ group: 'Support' }, [3]],
    [{ group: 'Sales' }, []],
    [{ category: 'Billing' }, [3]],
    [{ category: 'None' }, [1, 2, 4, 5]],
    [{ tag: 'REFUND' }, [2, 5]],
    [{ tag: 'unused' }, []],
    [{ external_id: 'X-1' }, [4]],
    [{ source: 'old' }, [4]],
    [{ source: 'older' }, []],
    [{ external_id: 'X-1', source: 'other' }, []],
    [{ field_name: 'Country', field_value: 'India' }, [4]],
    [{ field_name: 'Country', field_value: 'Germany' }, []],
    [{ field_name: 'Products', field_value: 'Desk' }, [4, 5]],
    [{ field_name: 'Products', field_value: 'Chat' }, [4]],
    [{ field_name: 'Seats', field_value: '7' }, [4]],
    [{ field_name: 'Amount', field_value: '2.50' }, [4]],
    [{ field_name: 'Urgent', field_value: 'false' }, [4]],
    [{ field_name: 'Notes', field_value: 'é'.repeat(500) }, [5]],
    [{ range_type: 'last_24_hours' }, [4]],
    [{ range_type: 'last_7_days' }, [3, 4]],
    [{ range_type: 'last_30_days' }, [2, 3, 4]],
    [{ range_type: 'custom', start_date: '2020-02-29', end_date: '2020-02-29' }, [5]],
    [{ range_type: 'custom', start_date: '2020-03-01', end_date: '2020-03-02' }, []],
    [{ status: 'open', tag: 'refund' }, []],
    [{ status: 'closed', tag: 'refund', priority: 'low', field_name: 'Products', field_value: 'Desk' }, [5]],
  ])('%j find %j', async (query, expected) => {
    expect(await matching(query)).toEqual(expected);
  });

  // @proves D-4-53, D-4-55
  it('by id of customer and assignee find the same as by address', async () => {
    expect(await matching({ customer_id: ids[1]?.customer ?? '' })).toEqual([1, 3]);
    expect(await matching({ assignee_id: ids[3]?.assignee ?? '' })).toEqual([3]);
  });

  it('by a label find the tickets that show it, also when the option was removed or added anew', async () => {
    const workspace = await aWorkspace(app, {
      fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Germany'] }],
    });
    const found = async () =>
      numbersOf(await workspace.client.get('/tickets?field_name=Country&field_value=India')).sort();
    const { fields } = (await workspace.client.get('/fields')).body;
    await aTicket(workspace, { ticket_fields: { Country: 'India' } });
    const patch = (field: object) => workspace.client.patch(`/fields/${fields[0].id}`, { field });
    await patch({ remove_option_ids: [fields[0].options[0].id] });
    expect(await found()).toEqual([1]);
    await patch({ data: [{ label: 'India' }] });
    await aTicket(workspace, { ticket_fields: { Country: 'India' } });
    expect(await found()).toEqual([1, 2]);
  });

  it('by a label count a ticket once that has two options of it', async () => {
    const { client, ...workspace } = await aWorkspace(app, {
      fields: [{ name: 'Products', kind: 'multi_option', options: ['Chat', 'Forms', 'Desk'] }],
    });
    const [{ id, options }] = (await client.get('/fields')).body.fields as [
      { id: string; options: { id: string }[] },
    ];
    await aTicket({ client, ...workspace }, { ticket_fields: { Products: ['Chat', 'Forms'] } });
    await aTicket({ client, ...workspace }, { ticket_fields: { Products: ['Desk'] } });
    const patch = (field: object) => client.patch(`/fields/${id}`, { field }).expect(200);
    await patch({ remove_option_ids: [options[0]?.id] });
    await patch({ data: [{ id: options[1]?.id, label: 'Chat' }] });
    for (const more of ['', '&status=new']) {
      const response = await client.get(`/tickets?field_name=Products&field_value=Chat${more}`).expect(200);
      expect(numbersOf(response)).toEqual([1]);
      expect(response.body.pagination).toMatchObject({ total_records: 1 });
    }
  });

  it('accept a status that is named twice', async () => {
    expect(numbersOf(await acme.client.get('/tickets?status=open&status=new')).sort()).toEqual([1, 3, 4]);
  });

  // @proves D-3-6
  it('keep pages and totals of what they leave', async () => {
    const { body } = await acme.client.get('/tickets?status=open&page_size=1&page_number=2');
    expect([body.tickets.length, body.pagination.total_records, body.pagination.total_pages]).toEqual([
      1, 2, 2,
    ]);
  });

  // @proves D-4-52
  it('can be sorted by update, in both directions', async () => {
    await acme.client.put('/tickets/1', { subject: 'Touched' });
    const newest = numbersOf(await acme.client.get('/tickets?sort=updated_at'));
    expect(newest[0]).toBe(1);
    expect(numbersOf(await acme.client.get('/tickets?sort=updated_at&order=asc'))).toEqual(
      [...newest].reverse(),
    );
    expect(numbersOf(await acme.client.get('/tickets?order=asc'))).toEqual([5, 1, 2, 3, 4]);
  });

  // @proves D-4-61, D-4-64, E-29-3
  it.each<[Record<string, string>, string[]]>([
    [{ status: 'Open' }, ['status']],
    [{ status: 'open,' }, ['status']],
    [{ status: 'open, ,new' }, ['status']],
    [{ status: '' }, ['status']],
    [{ status: 'pending' }, ['status']],
    [{ status: 'pending,solved' }, ['status']],
    [{ status: 'open,a\0b' }, ['status']],
    [{ priority: 'severe' }, ['priority']],
    [{ priority: 'severe,worst' }, ['priority']],
    [{ priority: 'high,' }, ['priority']],
    [{ sort: 'number' }, ['sort']],
    [{ order: 'down' }, ['order']],
    [{ customer_id: '7' }, ['customer_id']],
    [{ assignee_id: 'x' }, ['assignee_id']],
    [{ customer_email: 'x' }, ['customer_email']],
    [{ assignee_email: 'x' }, ['assignee_email']],
    [{ group: 'Nope' }, ['group']],
    [{ category: 'Nope' }, ['category']],
    [{ field_name: 'Country' }, ['field_value']],
    [{ field_name: 'Nope' }, ['field_name', 'field_value']],
    [{ field_value: 'India' }, ['field_name']],
    [{ field_name: 'Nope', field_value: 'x' }, ['field_name']],
    [{ field_name: 'Hidden', field_value: 'x' }, ['field_name']],
    [{ field_name: 'Country', field_value: 'Atlantis' }, ['field_value']],
    [{ field_name: 'Seats', field_value: 'many' }, ['field_value']],
    [{ range_type: 'today' }, ['range_type']],
    [{ range_type: 'custom' }, ['start_date', 'end_date']],
    [{ range_type: 'custom', start_date: '2024-02-30', end_date: '2024-03-01' }, ['start_date']],
    [{ range_type: 'custom', start_date: '2024-03-02', end_date: '2024-03-01' }, ['end_date']],
    [{ start_date: '2024-03-02' }, ['start_date']],
    [{ tag: 'a\0b' }, ['tag']],
    [{ tag: ' ' }, ['tag']],
    [{ external_id: '', source: ' ', channel: '' }, ['channel', 'external_id', 'source']],
    [
      { status: 'nope', group: 'nope', page_number: '0', order: 'x' },
      ['group', 'order', 'page_number', 'status'],
    ],
  ])('that cannot exist are refused: %j', async (query, paths) => {
    const response = await acme.client.get(`/tickets?${new URLSearchParams(query).toString()}`);
    expect(response.status).toBe(422);
    expect([...new Set(fieldErrors(response))].sort()).toEqual([...paths].sort());
  });
});
