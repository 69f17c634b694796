import pg from 'pg';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { deliveredTo, webhooksWith } from '../../support/data/filtered-webhooks.js';
import { Desk } from '../../support/servers/desk.js';
import { until } from '../../support/until.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/** Nobody listens there. */
const URL = 'http://127.0.0.1:9/desk';

const app = useDesk();
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app, { ...TWO_AGENTS, groups: [{ name: 'Tier 1' }, { name: 'Tier 2' }] });
});

const update = (number: number, changes: object) =>
  acme.client.put(`/tickets/${number}`, changes).expect(200);
const change = (text: string, ...values: unknown[]) =>
  asAdmin(app.database, text, [acme.scope.workspaceId, ...values]);
const filterOf = async (id: string) =>
  (await acme.client.get(`/webhooks/${id}`).expect(200)).body.webhook.filter as unknown;

/** Keeps the reader of webhooks from reading until the work is done. */
async function whileNobodyReads(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: app.database.adminUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM event_readers WHERE workspace_id = $1 FOR UPDATE', [
    acme.scope.workspaceId,
  ]);
  await work();
  await client.query('COMMIT');
  await client.end();
}

// @proves E-33-1
describe('the filter of a webhook', () => {
  it('looks at the ticket as the event left it, also when the reader comes later', async () => {
    const ids = await webhooksWith(acme, URL, {
      first: { group: ['Tier 1'] },
      second: { group: ['Tier 2'] },
      vip: { tag: ['vip'] },
    });
    await whileNobodyReads(async () => {
      const { number } = await aTicket(acme);
      await update(number, { group: 'Tier 1' });
      await update(number, { tags: ['vip'] });
      await update(number, { group: 'Tier 2', tags: [] });
      await update(number, { group: null });
    });
    const { first, second, vip } = await deliveredTo(acme, ids);
    const [told = 0] = first ?? [];
    expect({ first, second, vip }).toEqual({ first: [told, told + 1], second: [told + 2], vip: [told + 1] });
  });

  it('follows a group that gets another name, and shows the new one', async () => {
    const { number } = await aTicket(acme);
    const ids = await webhooksWith(acme, URL, { first: { group: ['Tier 1'] } });
    await update(number, { group: 'Tier 1' });
    await change(`UPDATE groups SET name = 'First' WHERE workspace_id = $1 AND name = 'Tier 1'`);
    await until(async () => {
      const { body } = await acme.client.get(`/tickets/${number}`);
      return body.ticket.group === 'First';
    });
    await update(number, { subject: 'Renamed' });
    expect((await deliveredTo(acme, ids))['first']).toHaveLength(2);
    expect(await filterOf(ids['first'] ?? '')).toEqual({ group: ['First'] });
  });

  it('matches nothing by a group that is gone, and shows its id', async () => {
    const { number } = await aTicket(acme);
    const ids = await webhooksWith(acme, URL, { first: { group: ['Tier 1'] } });
    const gone = await change(`DELETE FROM groups WHERE workspace_id = $1 AND name = 'Tier 1' RETURNING id`);
    await update(number, { group: 'Tier 2' });
    expect(await deliveredTo(acme, ids)).toEqual({ first: [] });
    expect(await filterOf(ids['first'] ?? '')).toEqual({
      group: gone.map((row) => (row as { id: string }).id),
    });
  });

  it('looks at the ticket of this moment for an event that an older version wrote', async () => {
    const ids = await webhooksWith(acme, URL, {
      first: { group: ['Tier 1'] },
      second: { group: ['Tier 2'] },
    });
    await whileNobodyReads(async () => {
      const { number } = await aTicket(acme);
      await update(number, { group: 'Tier 1' });
      await update(number, { group: 'Tier 2' });
      await change('UPDATE audit_entries SET ticket = NULL WHERE workspace_id = $1');
    });
    const { first, second } = await deliveredTo(acme, ids);
    expect([first?.length, second?.length]).toEqual([0, 3]);
  });
});

/** What an entry keeps of its ticket. */
const keptOf = (action: string) =>
  change('SELECT ticket FROM audit_entries WHERE workspace_id = $1 AND action = $2', action);

// @proves E-33-1
describe('an entry of the audit trail', () => {
  it('keeps no ticket when it is no event of one', async () => {
    const { number } = await aTicket(acme);
    const draft = { author_email: EVE.email, content: 'Soon' };
    await acme.client.post('/customers', { email: 'new@customer.example' });
    await acme.client.put(`/tickets/${number}/drafts/note`, draft);
    expect(await keptOf('customer.created')).toEqual(expect.arrayContaining([{ ticket: null }]));
    for (const { ticket } of (await keptOf('draft.saved')) as { ticket: unknown }[])
      expect(ticket).toBeNull();
  });

  it('loses the tags of its ticket when the customer is erased', async () => {
    const email = 'gone@customer.example';
    const { number } = await aTicket(acme, { email });
    await update(number, { tags: ['zzworded'], group: 'Tier 1' });
    expect(JSON.stringify(await keptOf('ticket.updated'))).toContain('zzworded');
    const owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
    await owner.output(['customers', 'erase', acme.subdomain, email, '--confirm', email]);
    const kept = JSON.stringify(await keptOf('ticket.updated'));
    expect(kept).not.toContain('zzworded');
    expect(kept).toContain('"group"');
  });
});
