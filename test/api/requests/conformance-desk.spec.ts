// Clauses on forms, team members and older variants that no test of theirs proves.
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

describe('the service', () => {
  const app = useDesk();

  // @proves S-2.5-2, D-7-4
  it('shows the name of the knowledge base that the workspace has', async () => {
    const { client, subdomain } = await aWorkspace(app);
    const workspace = { subdomain, name: 'Acme Inc', knowledge_base_name: 'Acme Help Center' };
    await app.operator.apply(JSON.stringify({ workspace }));
    expect((await client.get('/forms')).body.kb_details).toEqual({ knowledge_base_name: 'Acme Help Center' });
  });

  // @proves D-8-5..6
  it('unassigns the tickets of a removed member in every status but closed, spam and trash', async () => {
    const { client, ...rest } = await aWorkspace(app, {
      statuses: [{ name: 'awaiting_qa' }],
      team_members: [{ email: 'eve@team.example', first_name: 'Eve' }],
    });
    const statuses = [
      'new',
      'open',
      'on_hold',
      'waiting_on_customer',
      'awaiting_qa',
      'closed',
      'spam',
      'trash',
    ];
    for (const status of statuses)
      await aTicket({ client, ...rest }, { status, assignee_email: 'eve@team.example' });
    await client
      .delete('/api/external/v1/team_members', { emails: ['eve@team.example'] })
      .set('Accept', 'application/json');
    const { tickets } = (await client.get('/tickets')).body as {
      tickets: { status: string; assignee: { email: string } | null }[];
    };
    const kept = tickets.filter(({ assignee }) => assignee?.email === 'eve@team.example');
    expect(kept.map(({ status }) => status).sort()).toEqual(['closed', 'spam', 'trash']);
    expect(tickets.filter(({ assignee }) => assignee === null)).toHaveLength(5);
  });

  // @proves S-4.6-15
  it('needs the customer in the older creation too', async () => {
    const { client } = await aWorkspace(app);
    for (const body of [{}, { emails: ['a@customer.example'] }]) {
      const response = await client.post('/api/v1/public/customers', body);
      expect([response.status, fieldErrors(response).sort()]).toEqual([
        422,
        ['customer', ...Object.keys(body)],
      ]);
    }
  });
});
