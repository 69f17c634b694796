import { DeletedValuesSweeper } from '../../src/tickets/deleted-values.sweeper.js';
import { ApiClient } from '../support/api-client.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { fieldErrors } from '../support/expectations.js';
import { aField, storedValuesOf, type ShownField } from '../support/fields.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';
import { until } from '../support/until.js';

let app: TestApp;
let other: TestApp;
let acme: TestWorkspace;
/** The same workspace in another process. */
let elsewhere: ApiClient;

beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp();
  acme = await aWorkspace(app);
  elsewhere = new ApiClient(other, acme.subdomain, acme.key);
});
afterAll(async () => {
  await app.stop();
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

const markersOf = ({ scope }: TestWorkspace) =>
  asAdmin<{ id: string }>(app.database, 'SELECT id FROM deleted_ticket_fields WHERE workspace_id = $1', [
    scope.workspaceId,
  ]);
const isCleared = async (workspace: TestWorkspace, id: string) =>
  (await storedValuesOf(workspace, id)).every((count) => count === 0);

describe('what happens to a field', () => {
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

  it('takes it, its options and its values away at once; a new one of its name has none of them', async () => {
    const field = await aField(acme, { name: 'Lost', kind: 'single_option', data: ['x', 'y'] });
    const kept = await aField(acme, { name: 'Kept', kind: 'text' });
    const { number } = await aTicket(acme, { ticket_fields: { Lost: 'x', Kept: 'k' } });
    const before = (await acme.client.get(`/tickets/${number}`)).body.ticket;
    await patch(field.id, { state: 'inactive' });
    const response = await acme.client.delete(`/fields/${field.id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await elsewhere.get(`/fields/${field.id}`)).status).toBe(404);
    expect(await shown(number)).toEqual([['Kept', 'k']]);
    await aField(acme, { name: 'Lost', kind: 'single_option', data: ['x'] });
    expect(await shown(number)).toEqual([['Kept', 'k']]);

    await until(() => isCleared(acme, field.id));
    expect(await storedValuesOf(acme, kept.id)).toEqual([1, 1]);
    expect((await acme.client.get(`/tickets/${number}`)).body.ticket).toEqual({
      ...before,
      fields: [{ field_name: 'Kept', field_value: 'k' }],
    });
  });

  it('clears more tickets than one step does, and forgets the field once nobody can write to it', async () => {
    const own = await aWorkspace(app, { fields: [{ name: 'Note', kind: 'text' }] });
    const [note] = (await own.client.get('/fields')).body.fields as ShownField[];
    const id = note?.id ?? '';
    const { id: ticket } = await aTicket(own);
    await asAdmin(
      app.database,
      `INSERT INTO tickets (workspace_id, id, number, subject, description, status_id, customer_id, field_values,
         created_at, updated_at)
       SELECT workspace_id, gen_random_uuid(), number + n, subject, description, status_id, customer_id,
         jsonb_build_object($3::text, 'value ' || n), created_at, updated_at
       FROM tickets, generate_series(1, 1203) AS n WHERE workspace_id = $1 AND id = $2`,
      [own.scope.workspaceId, ticket, id],
    );
    expect(await storedValuesOf(own, id)).toEqual([1203, 1203]);
    await own.client.patch(`/fields/${id}`, { field: { state: 'inactive' } });
    expect((await own.client.delete(`/fields/${id}`)).status).toBe(204);
    await until(() => isCleared(own, id));

    const sweepers = [app, other].map(({ app: process }) => process.get(DeletedValuesSweeper));
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep(own.scope)));
    expect(await markersOf(own)).toEqual([{ id }]);
    await asAdmin(
      app.database,
      `UPDATE deleted_ticket_fields SET deleted_at = deleted_at - interval '2 hours' WHERE workspace_id = $1`,
      [own.scope.workspaceId],
    );
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep(own.scope)));
    expect(await markersOf(own)).toEqual([]);
  });

  it('is finished by the next start when a process ended before', async () => {
    const field = await aField(acme, { name: 'Interrupted', kind: 'text' });
    await aTicket(acme, { ticket_fields: { Interrupted: 'left behind' } });
    await asAdmin(app.database, 'DELETE FROM ticket_fields WHERE workspace_id = $1 AND id = $2', [
      acme.scope.workspaceId,
      field.id,
    ]);
    await asAdmin(app.database, 'INSERT INTO deleted_ticket_fields (workspace_id, id) VALUES ($1, $2)', [
      acme.scope.workspaceId,
      field.id,
    ]);
    expect(await isCleared(acme, field.id)).toBe(false);
    const started = await startTestApp();
    await until(() => isCleared(acme, field.id));
    await started.stop();
  });
});
