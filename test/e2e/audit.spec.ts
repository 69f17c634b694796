import { Readable } from 'node:stream';
import { ApiKeyService } from '../../src/auth/api-key.service.js';
import { SeedService } from '../../src/import/seed.service.js';
import { TicketImportService } from '../../src/import/ticket-import.service.js';
import type { ApiKeyId } from '../../src/kernel/ids.js';
import { readManifest } from '../../src/workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../src/workspaces/workspaces.service.js';
import { audited, entriesOf, type StoredEntry } from '../support/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { aField } from '../support/fields.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

const MANIFEST = {
  groups: [{ name: 'Support' }, { name: 'Billing' }],
  companies: [{ name: 'Initech' }],
  categories: [{ name: 'Money', sub_categories: [{ name: 'Invoices', sub_categories: [{ name: 'VAT' }] }] }],
  team_members: [
    { email: 'Eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' },
    { email: 'sam@team.example', first_name: 'Sam', last_name: 'Smith', role: 'admin' },
  ],
  fields: [
    { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
    { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat', 'Voice'] },
    { name: 'Seats', kind: 'integer' },
    { name: 'Trial', kind: 'checkbox' },
  ],
};

let app: TestApp;
let acme: TestWorkspace;
beforeAll(async () => {
  app = await startTestApp();
  acme = await aWorkspace(app, MANIFEST);
});
afterAll(() => app.stop());

const FIRST = {
  email: 'John@customer.example',
  subject: 'Printer',
  description: '<p>It burns</p>',
  ticket_fields: { Country: 'India', Products: ['Desk', 'Voice'], Seats: 3 },
  status: 'open',
  priority: 'low',
  category: 'Money',
  sub_category_one: 'Invoices',
  sub_category_two: 'VAT',
  group: 'Support',
  assignee_email: 'Eve@team.example',
  tags: ['fire', 'office'],
  resolution_due_date: '2030-01-01T10:00:00.000Z',
};
const SECOND = {
  email: 'jane@customer.example',
  subject: 'Printer, solved',
  description: '<p>It does not burn</p>',
  ticket_fields: { Country: 'Germany', Products: ['Chat'], Seats: 4, Trial: true },
  status: 'waiting_on_customer',
  priority: 'urgent',
  category: 'None',
  group: null,
  assignee_email: null,
  tags: [],
  resolution_due_date: null,
};

async function update(number: number, body: object): Promise<StoredEntry> {
  const { response, entries } = await audited(acme, () => acme.client.put(`/tickets/${number}`, body));
  expect([response.status, response.body.field_errors]).toEqual([200, undefined]);
  const [entry] = entries.filter(({ action }) => action === 'ticket.updated');
  if (!entry) throw new Error('The update left no entry.');
  return entry;
}

describe('the entry of an update', () => {
  it('says every changed property in the words of the API, and what it was', async () => {
    const { number, id } = await aTicket(acme, FIRST);
    const entry = await update(number, SECOND);
    expect(entry).toMatchObject({ subject_type: 'ticket', subject_id: id });
    expect(entry.before).toEqual({
      ...FIRST,
      ticket_fields: { ...FIRST.ticket_fields, Trial: null },
    });
    expect(entry.after).toEqual({ ...SECOND, sub_category_one: null, sub_category_two: null });
  });

  it('says nothing of what stays, whether it was named or not', async () => {
    const { number } = await aTicket(acme, FIRST);
    const { before, after } = await update(number, {
      ...FIRST,
      email: 'JOHN@customer.example',
      priority: 'high',
      ticket_fields: { ...FIRST.ticket_fields, Seats: 9 },
    });
    expect(before).toEqual({ priority: 'low', ticket_fields: { Seats: 3 } });
    expect(after).toEqual({ priority: 'high', ticket_fields: { Seats: 9 } });
  });

  it('has in `before` the body of the update that takes it back', async () => {
    const { number } = await aTicket(acme, FIRST);
    const shown = async () => {
      const { updated_at: _moved, ...ticket } = (await acme.client.get(`/tickets/${number}`)).body.ticket;
      return ticket as object;
    };
    const before = await shown();
    const entry = await update(number, SECOND);
    expect(await shown()).not.toEqual(before);
    const undone = await update(number, entry.before ?? {});
    expect(await shown()).toEqual(before);
    expect([undone.before, undone.after]).toEqual([entry.after, entry.before]);
  });

  it('names an option by its last label when it cannot be set any more', async () => {
    const { id, options = [] } = await aField(acme, {
      name: 'Colour',
      kind: 'single_option',
      data: ['Red', 'Blue'],
    });
    const { number } = await aTicket(acme, { ticket_fields: { Colour: 'Red' } });
    const red = options.find(({ label }) => label === 'Red')?.id;
    await acme.client.patch(`/fields/${id}`, { field: { remove_option_ids: [red] } });
    const { before, after } = await update(number, { ticket_fields: { Colour: 'Blue' } });
    expect([before, after]).toEqual([
      { ticket_fields: { Colour: 'Red' } },
      { ticket_fields: { Colour: 'Blue' } },
    ]);
  });

  it('comes with one about the customer whom it made', async () => {
    const { number } = await aTicket(acme, FIRST);
    const email = 'Newcomer@customer.example';
    const { entries } = await audited(acme, () => acme.client.put(`/tickets/${number}`, { email }));
    expect(entries.map(({ action }) => action)).toEqual(['customer.created', 'ticket.updated']);
    const [made, updated] = entries;
    expect(made?.after).toEqual({ emails: [{ email, primary: true }] });
    expect(updated).toMatchObject({ before: { email: FIRST.email }, after: { email } });
  });
});

describe('the entry of', () => {
  it('a new ticket says all that it was given', async () => {
    const ticket = await aTicket(acme, { ...FIRST, external_id: 'E-7', source: 'old desk' });
    const [entry] = (await entriesOf(acme)).filter(({ subject_id: id }) => id === ticket.id);
    expect(entry).toMatchObject({ action: 'ticket.created', actor: 'service', before: null });
    const { number } = ticket;
    expect(entry?.after).toEqual({ ...FIRST, number, external_id: 'E-7', source: 'old desk' });
  });

  it('a new customer says what was given', async () => {
    const customer = {
      emails: [
        { email: 'a@new.example', primary: false },
        { email: 'B@new.example', primary: true },
      ],
      first_name: 'Ann',
      phones: [{ phone: '+1 555 0100', label: 'office' }],
      time_zone: 'Europe/Berlin',
    };
    const { response, entries } = await audited(acme, () => acme.client.post('/customers', { customer }));
    expect(entries).toMatchObject([{ subject_id: response.body.customer.id, after: customer }]);
    expect(Object.keys(entries[0]?.after ?? {}).sort()).toEqual(Object.keys(customer).sort());
  });

  it('a changed field holds its options as they were and as they are', async () => {
    const field = await aField(acme, { name: 'Size', kind: 'single_option', data: ['S', 'M'] });
    const [small, medium] = field.options ?? [];
    const changes = {
      name: 'Sizes',
      data: [{ id: small?.id, label: 'Small' }, { label: 'Large' }],
      remove_option_ids: [medium?.id],
    };
    const { entries } = await audited(acme, () =>
      acme.client.patch(`/fields/${field.id}`, { field: changes }),
    );
    expect(entries).toMatchObject([
      { subject_id: field.id, before: { name: 'Size' }, after: { name: 'Sizes' } },
    ]);
    expect(entries[0]?.before?.['options']).toEqual([
      { id: small?.id, label: 'S' },
      { id: medium?.id, label: 'M' },
    ]);
    expect(entries[0]?.after?.['options']).toEqual([
      { id: small?.id, label: 'Small' },
      { id: expect.any(String), label: 'Large' },
    ]);
  });

  it('a removed member counts the tickets that it was taken off, and names them', async () => {
    const workspace = await aWorkspace(app, MANIFEST);
    const of = async (assignee_email: string, status: string) =>
      (await aTicket(workspace, { assignee_email, status })).number;
    const open = [await of('eve@team.example', 'open'), await of('eve@team.example', 'new')];
    await of('eve@team.example', 'closed');
    const sams = await of('sam@team.example', 'open');
    const remove = () =>
      workspace.client
        .delete('/api/external/v1/team_members', { emails: ['eve@team.example', 'sam@team.example'] })
        .set('Accept', 'application/json');
    const { entries } = await audited(workspace, remove);
    const after = entries.map((entry) => entry.after);
    expect(after).toHaveLength(2);
    expect(after).toContainEqual({
      email: 'Eve@team.example',
      state: 'removed',
      unassigned_tickets: { count: 2, numbers: open },
    });
    expect(after).toContainEqual(
      expect.objectContaining({ unassigned_tickets: { count: 1, numbers: [sams] } }),
    );
    expect((await audited(workspace, remove)).entries).toEqual([]);
  });

  it('an import is one for each batch that changed something, and one for each ticket that it changed', async () => {
    const workspace = await aWorkspace(app);
    const line = (n: number, subject: string) =>
      JSON.stringify({ email: `c${n % 3}@x.example`, subject, external_id: `E-${n}`, source: 'old' });
    const importing = (lines: string[]) =>
      app.app
        .get(TicketImportService)
        .importTickets(workspace.scope, Readable.from(lines), { onReject: () => undefined, batchSize: 4 });
    const before = (await entriesOf(workspace)).length;
    const first = Array.from({ length: 6 }, (_, n) => line(n, `Subject ${n}`));
    await importing([...first, '{']);
    await importing(first);
    await importing([line(0, 'Changed'), line(9, 'New')]);
    const entries = (await entriesOf(workspace)).slice(before);
    const of = (imported: number, updated: number, customers: number, from: number, to: number) => ({
      ...{ sources: ['old'], imported, updated, customers_created: customers },
      ...{ first_number: from, last_number: to },
    });
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['tickets.imported', of(4, 0, 3, 1, 4)],
      ['tickets.imported', of(2, 0, 0, 5, 6)],
      ['tickets.imported', of(1, 1, 0, 7, 7)],
      ['ticket.updated', { subject: 'Changed' }],
    ]);
    expect(entries.at(-1)?.before).toEqual({ subject: 'Subject 0' });
    expect(entries[0]).toMatchObject({ subject_type: 'workspace', subject_id: workspace.scope.workspaceId });
  });

  it('the seed is one for each batch', async () => {
    const workspace = await aWorkspace(app);
    await app.app.get(SeedService).seed(workspace.scope, { tickets: 5, seed: 1 });
    const [last] = (await entriesOf(workspace)).slice(-1);
    expect(last).toMatchObject({
      action: 'tickets.seeded',
      after: { added: 5, first_number: 1, last_number: 5 },
    });
  });

  it('a key says what it is called and may do, and nothing of the key itself', async () => {
    const keys = app.app.get(ApiKeyService);
    const workspace = await aWorkspace(app);
    const known = new Set((await keys.list(workspace.scope)).map(({ id }) => id));
    const shown = await keys.create(workspace.scope, 'shop', { scopes: ['tickets:read'] });
    const id = (await keys.list(workspace.scope)).find((key) => !known.has(key.id))?.id as ApiKeyId;
    const rotated = await keys.rotate(workspace.scope, id, new Date(Date.now() + 60_000));
    await keys.revoke(workspace.scope, id);
    const entries = (await entriesOf(workspace)).slice(-4);
    expect(entries.map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.created',
      'api_key.rotated',
      'api_key.revoked',
    ]);
    expect(entries[0]?.after).toMatchObject({ name: 'shop', expires_at: null, scopes: ['tickets:read'] });
    expect(entries[2]).toMatchObject({
      subject_id: id,
      before: { replaced_by: null },
      after: { replaced_by: entries[1]?.subject_id },
    });
    const all = JSON.stringify(await entriesOf(workspace));
    for (const key of [shown, rotated.key]) expect(all).not.toContain(key.slice(0, 12));
  });

  it('a manifest is one for each thing that it made or changed, and none when it changes nothing', async () => {
    const workspaces = app.app.get(WorkspacesService);
    const workspace = await aWorkspace(app, MANIFEST);
    const apply = async (manifest: object) => {
      const before = (await entriesOf(workspace)).length;
      const file = { workspace: { subdomain: workspace.subdomain, name: workspace.subdomain }, ...manifest };
      await workspaces.apply(readManifest(JSON.stringify(file)));
      return (await entriesOf(workspace)).slice(before);
    };
    const made = (await entriesOf(workspace)).map(({ action }) => action);
    expect(new Set(made)).toEqual(
      new Set([
        'workspace.created',
        'vocabulary.extended',
        'team_member.created',
        'field.created',
        'api_key.created',
      ]),
    );
    expect(await apply(MANIFEST)).toEqual([]);
    const changed = await apply({
      workspace: { subdomain: workspace.subdomain, name: 'Acme Inc.' },
      groups: [{ name: 'Night' }],
      statuses: [{ name: 'awaiting_qa' }],
      team_members: [{ email: 'eve@team.example', first_name: 'Eve', role: 'admin', groups: ['Night'] }],
      fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'France'], is_required: true }],
      forms: [{ title: 'Contact', slug: 'contact', fields: ['Country'] }],
    });
    expect(changed.map(({ action, before, after }) => [action, before, after])).toMatchObject([
      ['workspace.updated', { name: workspace.subdomain }, { name: 'Acme Inc.' }],
      ['vocabulary.extended', null, { statuses: ['awaiting_qa'], groups: ['Night'] }],
      ['team_member.updated', { role: 'agent', groups: [] }, { role: 'admin', groups: ['Night'] }],
      ['field.updated', {}, {}],
      ['form.created', null, { title: 'Contact', slug: 'contact', enabled: true }],
    ]);
  });
});
