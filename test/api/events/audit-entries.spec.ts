import { createHash } from 'node:crypto';
import { audited, entriesOf } from '../../support/data/audit.js';
import { aKey, aTicket, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { aField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';

const MANIFEST = {
  groups: [{ name: 'Support' }],
  companies: [{ name: 'Initech' }],
  team_members: [
    { email: 'Eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' },
    { email: 'sam@team.example', first_name: 'Sam', last_name: 'Smith', role: 'admin' },
  ],
  fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Germany'] }],
};

const app = useDesk();
let acme: TestWorkspace;
beforeAll(async () => {
  acme = await aWorkspace(app);
});

describe('the entry of', () => {
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
    const about = (type: string) => entries.filter((entry) => entry.subject_type === type);
    const after = about('team_member').map((entry) => entry.after);
    expect(after).toHaveLength(2);
    expect(about('ticket').map((entry) => entry.after)).toEqual(Array(3).fill({ assignee_email: null }));
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

  it('an import is written for each batch that changed something, and for each ticket that it changed', async () => {
    const workspace = await aWorkspace(app);
    const line = (n: number, subject: string) =>
      JSON.stringify({ email: `c${n % 3}@x.example`, subject, external_id: `E-${n}`, source: 'old' });
    const importing = (lines: string[]) => app.operator.import(workspace.scope.workspaceId, lines, 4);
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

  it('the seed is written for each batch', async () => {
    const workspace = await aWorkspace(app);
    await app.operator.seed(workspace.scope.workspaceId, 5);
    const [last] = (await entriesOf(workspace)).slice(-1);
    expect(last).toMatchObject({
      action: 'tickets.seeded',
      after: { added: 5, first_number: 1, last_number: 5 },
    });
  });

  it('a key has its name and scopes, and nothing of the key itself', async () => {
    const workspace = await aWorkspace(app);
    const shown = await aKey(workspace, 'shop', { scopes: ['tickets:read'] });
    const { id = '' } = (await keysOf(workspace)).find(({ name }) => name === 'shop') ?? {};
    const until = new Date(Date.now() + 60_000).toISOString();
    const rotated = await app.operator.rotateKey(workspace.scope.workspaceId, id, until);
    await app.operator.revokeKey(workspace.scope.workspaceId, id);
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

  it('a manifest is written for each thing that it made or changed, and not when it changes nothing', async () => {
    const workspace = await aWorkspace(app, MANIFEST);
    const apply = async (manifest: object) => {
      const before = (await entriesOf(workspace)).length;
      const file = { workspace: { subdomain: workspace.subdomain, name: workspace.subdomain }, ...manifest };
      await app.operator.apply(JSON.stringify(file));
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

describe('long texts', () => {
  const digestOf = (text: string) => ({
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  });
  const [long, longer, short] = [16_400, 20_000, 1_000].map((length) => `<p>${'ü'.repeat(length)}</p>`);

  it('are in the entry of an update as size and digest, before and after, also those of fields', async () => {
    await aField(acme, { name: 'Notes', kind: 'textarea' });
    const { number } = await aTicket(acme, {
      description: long,
      ticket_fields: { Notes: 'x'.repeat(20_000) },
    });
    const { entries } = await audited(acme, () =>
      acme.client.put(`/tickets/${number}`, {
        description: longer,
        ticket_fields: { Notes: 'y'.repeat(30_000) },
      }),
    );
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [
        { description: digestOf(long ?? ''), ticket_fields: { Notes: digestOf('x'.repeat(20_000)) } },
        { description: digestOf(longer ?? ''), ticket_fields: { Notes: digestOf('y'.repeat(30_000)) } },
      ],
    ]);
  });

  it('are digests where the entry also names people', async () => {
    const { number } = await aTicket(acme);
    const { entries } = await audited(acme, () =>
      acme.client.put(`/tickets/${number}`, { description: long, email: 'other@customer.example' }),
    );
    expect(entries.at(-1)).toMatchObject({
      action: 'ticket.updated',
      after: { description: digestOf(long ?? ''), email: 'other@customer.example' },
    });
  });

  it('up to 16 KiB are kept as they are', async () => {
    const { number } = await aTicket(acme, { description: short });
    const description = `<p>${'x'.repeat(16_384 - '<p></p>'.length)}</p>`;
    const { entries } = await audited(acme, () => acme.client.put(`/tickets/${number}`, { description }));
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ description: short }, { description }],
    ]);
  });
});
