import { aTicket, type TestWorkspace } from './builders.js';

/** Goes through every operation of the API once, with every filter, so that every statement runs. */
export async function exerciseEverything(workspace: TestWorkspace): Promise<void> {
  const { client } = workspace;
  const { number, id } = await aTicket(workspace, {
    email: 'scenario@customer.example',
    ticket_fields: { Country: 'India', Products: ['Desk', 'Chat'], Seats: 3 },
    tags: ['scenario'],
  });
  await client.get(`/tickets/${number}`);
  await client.get(`/tickets/${id}`);
  await client.put(`/tickets/${number}`, { subject: 'Scenario', tags: ['x'], ticket_fields: { Seats: 4 } });
  await client.patch(`/tickets/${id}`, { email: 'scenario-2@customer.example', status: 'open', category: 'Refund' });
  await client.put(`/api/v1/public/tickets/${number}`, { priority: 'high' });
  for (const filter of FILTERS) {
    const response = await client.get(`/tickets?${filter}`);
    if (response.status !== 200) throw new Error(`The filter ${filter} was refused: ${response.text}`);
  }
}

const SOME_ID = 'a0000000-0000-4000-8000-000000000000';

const FILTERS = [
  '',
  'sort=updated_at&order=asc',
  'status=open,new',
  'priority=high',
  `customer_id=${SOME_ID}`,
  'customer_email=scenario@customer.example',
  `assignee_id=${SOME_ID}`,
  'assignee_email=eve@team.example',
  'group=Support',
  'category=Refund',
  'category=None',
  'tag=x',
  'external_id=1&source=s',
  'field_name=Country&field_value=India',
  'range_type=last_7_days',
  'range_type=custom&start_date=2024-01-01&end_date=2024-01-31',
];
