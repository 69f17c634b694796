import pg from 'pg';
import { ApiClient } from '../../support/servers/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aField, type ShownField } from '../../support/data/fields.js';
import { startOtherApp, startTestApp, type TestApp, useDesk } from '../../support/test-app.js';
import { asAdmin, askEveryServer } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';

const app = useDesk();
let other: TestApp;
let acme: TestWorkspace;
/** The same workspace in another process. */
let elsewhere: ApiClient;
let content: WorkspaceContent;

beforeAll(async () => {
  other = await startOtherApp();
  acme = await aWorkspace(app);
  elsewhere = new ApiClient(other, acme.subdomain, acme.key);
  content = await WorkspaceContent.open(app.database);
});
afterAll(async () => {
  await content.close();
  await other.stop();
});

const patch = (id: string, field: object) => acme.client.patch(`/fields/${id}`, { field });
const idOf = ({ options = [] }: ShownField, label: string) =>
  options.find((option) => option.label === label)?.id ?? '';

/** The fields of a ticket as both processes show them. */
const shown = async (number: number) => {
  const here = await acme.client.get(`/tickets/${number}`);
  const there = await elsewhere.get(`/tickets/${number}`);
  expect(there.body).toEqual(here.body);
  return (here.body.ticket.fields as { field_name: string; field_value: unknown }[]).map(
    ({ field_name, field_value }) => [field_name, field_value],
  );
};

describe('what happens to a field', () => {
  // @proves S-2.1-6, S-3.1-1..2, S-4.1-7, D-4-6, D-4-20, D-4-23
  it('shows on the next read of a ticket, in every process', async () => {
    const field = await aField(acme, { name: 'Country', kind: 'single_option', data: ['India', 'Chile'] });
    const { number } = await aTicket(acme, { ticket_fields: { Country: 'India' } });
    expect(await shown(number)).toEqual([['Country', 'India']]);
    await patch(field.id, { name: 'Land' });
    expect(await shown(number)).toEqual([['Land', 'India']]);
    await patch(field.id, { data: [{ id: idOf(field, 'India'), label: 'Bharat' }] });
    expect(await shown(number)).toEqual([['Land', 'Bharat']]);
    await patch(field.id, { state: 'inactive' });
    expect(await shown(number)).toEqual([]);
    await patch(field.id, { state: 'active' });
    expect(await shown(number)).toEqual([['Land', 'Bharat']]);
  });

  // @proves S-2.1-6, S-4.1-14, D-4-23
  it('counts for the next update of a ticket, in every process', async () => {
    const field = await aField(acme, { name: 'Region', kind: 'text' });
    const { number } = await aTicket(acme);
    const set = (name: string) => elsewhere.put(`/tickets/${number}`, { ticket_fields: { [name]: 'x' } });
    expect((await set('Region')).status).toBe(200);
    await patch(field.id, { name: 'Area' });
    expect(fieldErrors(await set('Region'))).toEqual(['ticket_fields.Region']);
    expect((await set('Area')).status).toBe(200);
    await patch(field.id, { state: 'inactive' });
    expect(fieldErrors(await set('Area'))).toEqual(['ticket_fields.Area']);
    const required = await aField(acme, {
      name: 'Reason',
      kind: 'text',
      is_required_for_agent_when_closing_ticket: true,
    });
    expect(fieldErrors(await elsewhere.put(`/tickets/${number}`, { status: 'closed' }))).toEqual([
      'ticket_fields.Reason',
    ]);
    await patch(required.id, { is_required_for_agent_when_closing_ticket: false });
    expect((await elsewhere.put(`/tickets/${number}`, { status: 'closed' })).status).toBe(200);
  });

  // @proves D-4-21..22
  it('keeps the last label of a removed option on tickets that have it, and nobody can set it any more', async () => {
    const field = await aField(acme, {
      name: 'Products',
      kind: 'multi_option',
      data: ['Desk', 'Chat', 'Forms'],
    });
    const { number } = await aTicket(acme, { ticket_fields: { Products: ['Desk', 'Chat'] } });
    await patch(field.id, { data: [{ id: idOf(field, 'Chat'), label: 'Talk' }] });
    await patch(field.id, { remove_option_ids: [idOf(field, 'Chat')], data: [{ label: 'Chat' }] });
    expect(await shown(number)).toEqual([['Products', ['Desk', 'Talk']]]);
    const set = (value: unknown) =>
      elsewhere.put(`/tickets/${number}`, { ticket_fields: { Products: value } });
    expect(fieldErrors(await set(['Talk']))).toEqual(['ticket_fields.Products']);
    expect(await shown(number)).toEqual([['Products', ['Desk', 'Talk']]]);
    expect((await set(['Chat'])).status).toBe(200);
    expect(await shown(number)).toEqual([['Products', ['Chat']]]);
  });
});

describe('deleting a field', () => {
  // @proves S-3.1-4, D-5-24
  it('is refused while it is active', async () => {
    const field = await aField(acme, { name: 'Active', kind: 'text' });
    const response = await acme.client.delete(`/fields/${field.id}`);
    expect([response.status, response.body.code, fieldErrors(response)]).toEqual([
      422,
      'ticket_field_active',
      ['field_id'],
    ]);
    expect((await acme.client.get(`/fields/${field.id}`)).body.field).toEqual(field);
  });

  // @proves D-5-24..25
  it('takes it, its options and its values away at once; a new one of its name has none of them', async () => {
    const field = await aField(acme, { name: 'Lost', kind: 'single_option', data: ['x', 'y'] });
    await aField(acme, { name: 'Kept', kind: 'text' });
    const { number } = await aTicket(acme, { ticket_fields: { Lost: 'x', Kept: 'kept value' } });
    const lost = String(field.options?.[0]?.id);
    expect(await content.rowsWith(lost, acme)).toBeGreaterThan(1);
    const before = (await acme.client.get(`/tickets/${number}`)).body.ticket;
    await patch(field.id, { state: 'inactive' });
    const response = await acme.client.delete(`/fields/${field.id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await elsewhere.get(`/fields/${field.id}`)).status).toBe(404);
    expect(await shown(number)).toEqual([['Kept', 'kept value']]);
    await aField(acme, { name: 'Lost', kind: 'single_option', data: ['x'] });
    expect(await shown(number)).toEqual([['Kept', 'kept value']]);

    await until(async () => (await content.rowsWith(lost, acme)) === 0);
    expect((await acme.client.get(`/tickets/${number}`)).body.ticket).toEqual({
      ...before,
      fields: [{ field_name: 'Kept', field_value: 'kept value' }],
    });
  });

  // @proves D-5-25
  it('clears more tickets than one step does, and forgets the field once nobody can write to it', async () => {
    const own = await aWorkspace(app, { fields: [{ name: 'Note', kind: 'text' }] });
    const [note] = (await own.client.get('/fields')).body.fields as ShownField[];
    const id = note?.id ?? '';
    const lines = Array.from({ length: 1_203 }, (_, index) =>
      JSON.stringify({ email: 'a@b.example', subject: 'x', ticket_fields: { Note: `marked ${index}` } }),
    );
    await app.operator.import(own.scope.workspaceId, lines);
    expect(await content.rowsWith('marked ', own)).toBeGreaterThanOrEqual(1_203);
    await own.client.patch(`/fields/${id}`, { field: { state: 'inactive' } });
    expect((await own.client.delete(`/fields/${id}`)).status).toBe(204);
    await until(async () => (await content.rowsWith('marked ', own)) === 0);

    const work = () => Promise.all([app, other].map(({ operator }) => operator.work(own.scope.workspaceId)));
    await work();
    expect(await content.rowsWith(id, own)).toBe(1);
    await asAdmin(app.database, 'UPDATE deleted_ticket_fields SET deleted_at = $2 WHERE workspace_id = $1', [
      own.scope.workspaceId,
      new Date(Date.now() - 2 * 60 * 60 * 1_000),
    ]);
    await work();
    expect(await content.rowsWith(id, own)).toBe(0);
  });

  it('is finished by the next start when a process ended before', async () => {
    const field = await aField(acme, { name: 'Interrupted', kind: 'text', state: 'inactive' });
    await patch(field.id, { state: 'active' });
    const { id: ticket } = await aTicket(acme, { ticket_fields: { Interrupted: 'left behind' } });
    await patch(field.id, { state: 'inactive' });
    const doomed = await startOtherApp();
    const lock = new pg.Client({ connectionString: app.database.adminUrl });
    await lock.connect();
    await lock.query('BEGIN');
    await lock.query('SELECT FROM tickets WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
      acme.scope.workspaceId,
      ticket,
    ]);
    await new ApiClient(doomed, acme.subdomain, acme.key).delete(`/fields/${field.id}`);
    await until(async () => {
      const cut = await askEveryServer(
        app.database,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return cut.length > 0;
    });
    await doomed.stop();
    // The ticket is still locked: no other process can have cleared it.
    expect(await content.rowsWith('left behind', acme)).toBeGreaterThan(0);
    await lock.end();
    const started = await startTestApp({ hasRounds: true });
    await until(async () => (await content.rowsWith('left behind', acme)) === 0);
    await started.stop();
  });
});
