import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { foundBy, searching } from '../../support/data/searches.js';
import { messagesOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

// @proves E-22-5, E-29-3
describe('filters of a search', () => {
  let acme: TestWorkspace;
  let people: Record<number, { customer: { id: string }; assignee: { id: string } | null }>;

  beforeAll(async () => {
    acme = await aWorkspace(app, {
      groups: [{ name: 'Tier 1' }, { name: 'Sales' }],
      categories: [{ name: 'Billing' }],
      team_members: [{ email: 'eve@acme.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
      fields: [
        { name: 'Seats', kind: 'integer' },
        { name: 'Home country', kind: 'text' },
      ],
    });
    const subject = 'Refund';
    await aTicket(acme, {
      ...{ subject, status: 'open', priority: 'high', group: 'Tier 1', assignee_email: 'eve@acme.example' },
      ...{ tags: ['vip'], created_at: '2024-01-10T00:00:00Z' },
    }); // 1
    await aTicket(acme, {
      ...{
        subject,
        status: 'closed',
        category: 'Billing',
        tags: ['VIP', 'late'],
        external_id: 'X-1',
        source: 'old',
      },
      ...{ email: 'b@customer.example', created_at: '2024-02-10T00:00:00Z' },
    }); // 2
    await acme.client
      .post('/tickets', {
        ...{ subject, email: 'c@customer.example', description: '', channel: 'shop' },
        ticket_fields: { Seats: 7, 'Home country': 'India' },
      })
      .expect(201); // 3
    await aTicket(acme, { subject: 'Other', status: 'open', group: 'Sales' }); // 4
    const { body } = await acme.client.get('/tickets');
    people = Object.fromEntries(
      (body.tickets as { number: number }[]).map((ticket) => [ticket.number, ticket]),
    ) as never;
  });

  const ids = () => ({ customer: people[2]?.customer.id ?? '', assignee: people[1]?.assignee?.id ?? '' });

  it.each<[string, number[]]>([
    ['status:open', [1]],
    ['status:open,closed', [1, 2]],
    ['-status:open', [2, 3]],
    ['status:open,pending', [1]],
    ['-status:open,pending', [2, 3]],
    ['priority:high', [1]],
    ['priority:severe,high', [1]],
    ['-priority:high', [2, 3]],
    ['customer_email:B@customer.example', [2]],
    ['-customer_email:b@customer.example', [1, 3]],
    ['assignee_email:eve@acme.example', [1]],
    ['-assignee_email:eve@acme.example', [2, 3]],
    ['-assignee_email:nobody@acme.example', [1, 2, 3]],
    ['group:"Tier 1"', [1]],
    ['-group:"Tier 1"', [2, 3]],
    ['category:Billing', [2]],
    ['category:None', [1, 3]],
    ['-category:None', [2]],
    ['tag:vip', [1, 2]],
    ['tag:vip tag:late', [2]],
    ['tag:vip -tag:late', [1]],
    ['external_id:X-1', [2]],
    ['-external_id:X-1', [1, 3]],
    ['source:old', [2]],
    ['channel:shop', [3]],
    ['field_name:Seats field_value:7', [3]],
    ['field_value:India field_name:"Home country"', [3]],
    ['field_name:Seats field_value:7 field_name:"Home country" field_value:India', [3]],
    ['-field_name:Seats -field_value:7', [1, 2]],
    ['range_type:custom start_date:2024-02-01 end_date:2024-02-29', [2]],
    ['-range_type:custom -start_date:2024-02-01 -end_date:2024-02-29', [1, 3]],
    ['updated_after:2026-01-01T00:00:00Z', [3]],
  ])('mean what the parameters mean: refund %s', async (q, numbers) => {
    expect(await foundBy(acme.client, `refund ${q}`)).toEqual(numbers);
  });

  it('name customers and members by their ids', async () => {
    const { customer, assignee } = ids();
    expect(await foundBy(acme.client, `customer_id:${customer}`)).toEqual([2]);
    expect(await foundBy(acme.client, `refund assignee_id:${assignee} -customer_id:${customer}`)).toEqual([
      1,
    ]);
  });

  it('work without a search word, as a list', async () => {
    expect(await foundBy(acme.client, 'status:open')).toEqual([1, 4]);
    expect(await foundBy(acme.client, '-status:open -tag:vip')).toEqual([3]);
    expect(await foundBy(acme.client, 'group:Sales tag:vip')).toEqual([]);
  });

  it('apply together with parameters, even those of the same name', async () => {
    expect(await foundBy(acme.client, 'refund tag:late', { tag: 'vip' })).toEqual([2]);
    expect(await foundBy(acme.client, 'refund status:open', { status: 'open,closed' })).toEqual([1]);
    expect(await foundBy(acme.client, 'status:open', { status: 'closed' })).toEqual([]);
    expect(await foundBy(acme.client, '-status:open', { status: 'open' })).toEqual([]);
    expect(await foundBy(acme.client, '-refund', { status: 'open' })).toEqual([4]);
  });

  it.each<[string, string[]]>([
    ['status:gone', [expect.stringMatching(/^q is wrong at status: gone is not the name of a status/)]],
    [
      'status:pending,solved',
      [
        expect.stringMatching(/^q is wrong at status: pending is not the name of a status/),
        expect.stringMatching(/^q is wrong at status: solved is not the name of a status/),
      ],
    ],
    ['-priority:huge', [expect.stringMatching(/^q is wrong at priority: must be one or several of low/)]],
    ['customer_id:7', ['q is wrong at customer_id: must be a UUID']],
    ['assignee_email:eve', ['q is wrong at assignee_email: must be an e-mail address']],
    ['field_name:Seats field_value:many', [expect.stringMatching(/^q is wrong at field_value: /)]],
    ['field_name:Seats', ['q is wrong at field_value: is needed: field_name and field_value go together']],
    [
      'field_name:Seats -field_value:7',
      [
        'q is wrong at field_value: is needed: field_name and field_value go together',
        'q is wrong at field_name: is needed: field_name and field_value go together',
      ],
    ],
    ['start_date:2024-01-01', ['q is wrong at start_date: needs range_type=custom']],
    ['range_type:yesterday', [expect.stringMatching(/^q is wrong at range_type: must be one of/)]],
    ['status:""', [expect.stringMatching(/^q is wrong at status: /)]],
  ])('are refused where the parameter is: %s', async (q, messages) => {
    expect(messagesOf(await searching(acme.client, `refund ${q}`).expect(422))).toEqual(messages);
  });

  it('are refused together with wrong parameters', async () => {
    const response = await searching(acme.client, 'status:gone', { priority: 'huge' }).expect(422);
    expect(messagesOf(response).map((message) => message.split(' ')[0])).toEqual(['priority', 'q']);
  });
});
