import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { CUSTOMER } from '../../support/data/comments.js';
import { aCustomerOf } from '../../support/data/customers.js';
import { aMail, bring, emailOf, received, type ShownEmail } from '../../support/data/mails/inbound-emails.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true });

/** From now on, no mail becomes a ticket: each try fails. */
const failAlways = () =>
  asAdmin(
    app.database,
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
     CREATE TRIGGER fail BEFORE UPDATE ON inbound_emails FOR EACH ROW WHEN (NEW.state = 'accepted')
       EXECUTE FUNCTION fail()`,
  );

it('an erasure says how it finds somebody who is no customer, and then finds all', async () => {
  const acme = await aWorkspace(app);
  const eli = 'eli@customer.example';
  const ticket = { email: 'bob@customer.example', subject: 'For two', description: '', cc: [eli] };
  await acme.client.post('/tickets', ticket).expect(201);
  const mail = aMail({ headers: { From: `Eli Roe <${eli}>`, 'X-Spam-Flag': 'YES' } });
  const { id, state } = await received(acme, mail);
  expect(state).toBe('suspended');
  const owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
  const erasing = ['customers', 'erase', acme.subdomain, eli, '--confirm'];
  const { status, stderr } = await owner.run(erasing);
  expect(status).toBe(1);
  expect(stderr).toContain(
    `Nothing was erased: no customer of workspace "${acme.subdomain}" has the address "${eli}". To erase somebody who only takes part ` +
      'in tickets or has sent a mail that waits, make a customer with the address first (POST /customers).',
  );
  await aCustomerOf(acme, { emails: [eli] });
  await owner.output(erasing);
  expect((await emailOf(acme, id)).state).toBe('deleted');
  await acme.client.get(`/inbound-emails/${id}/raw`).expect(410);
  await app.operator.work(acme.scope.workspaceId);
  expect(await tablesWith(app.database, eli, acme)).toEqual([]);
});

it('an erasure finds a mail of the customer that nobody could read', async () => {
  const acme = await aWorkspace(app);
  const { workspaceId } = acme.scope;
  await aTicket(acme);
  await failAlways();
  const { body } = await bring(acme.client, aMail()).expect(201);
  const { id } = body.inbound_email as ShownEmail;
  await until(async () => {
    await asAdmin(
      app.database,
      `UPDATE inbound_emails SET failures = 3, due_at = now()
       WHERE workspace_id = $1 AND state = 'pending' AND lease IS NULL`,
      [workspaceId],
    );
    await app.operator.work(workspaceId);
    return (await emailOf(acme, id)).state === 'suspended';
  });
  expect(await emailOf(acme, id)).toMatchObject({ reason: 'unreadable', sender: null });
  await acme.client.get(`/inbound-emails/${id}/raw`).expect(200);
  const owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
  const erased = ['customers', 'erase', acme.subdomain, CUSTOMER, '--confirm', CUSTOMER];
  expect(await owner.output(erased)).toContain('inbound_emails: 1');
  expect((await emailOf(acme, id)).state).toBe('deleted');
  await acme.client.get(`/inbound-emails/${id}/raw`).expect(410);
});
