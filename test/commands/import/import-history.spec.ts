import { Desk } from '../../support/servers/desk.js';
import { aField, type ShownField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';
import { aLine, counts, ImportDesk } from '../../support/servers/import-desk.js';

const EVE = 'eve@acme.example';
const KIM = 'kim@acme.example';

const app = useDesk();
let desk: ImportDesk;

/** A workspace whose tickets name a member and options that are removed afterwards. */
beforeEach(async () => {
  desk = await ImportDesk.open(app, {
    team_members: [EVE, KIM].map((email) => ({ email, first_name: email })),
  });
  const country = await aField(desk.workspace, {
    name: 'Country',
    kind: 'single_option',
    data: ['India', 'Japan'],
  });
  const products = await aField(desk.workspace, {
    name: 'Products',
    kind: 'multi_option',
    data: ['Desk', 'Chat', 'Forms'],
  });
  await desk.import([
    aLine({
      external_id: 'done',
      status: 'closed',
      assignee_email: EVE,
      ticket_fields: { Country: 'India', Products: ['Chat', 'Desk'] },
    }),
    aLine({ external_id: 'open', assignee_email: EVE, ticket_fields: { Products: ['Forms'] } }),
  ]);
  await desk.client.delete('/team_members', { emails: [EVE] }).set('Accept', 'application/json');
  await removeOption(country, 'India');
  await removeOption(products, 'Desk');
});

async function removeOption({ id, options = [] }: ShownField, label: string): Promise<void> {
  const removed = options.filter((option) => option.label === label).map((option) => option.id);
  const { status } = await desk.client.patch(`/fields/${id}`, { field: { remove_option_ids: removed } });
  expect(status).toBe(200);
}

const exported = (): Promise<string> =>
  Desk.on(app.database).output(['export', 'tickets', desk.workspace.subdomain]);

const pathsOf = async (line: object): Promise<string[]> =>
  (await desk.import([line])).rejected.flatMap(({ problems }) => problems.map(({ path }) => path));

describe('an export with a removed member and removed options', () => {
  it('names them, comes in again, and changes nothing', async () => {
    const file = await exported();
    expect(file).toContain(`"assignee_email":"${EVE}"`);
    expect(file).toContain('"Country":"India"');
    expect(file).toContain('"Products":["Chat","Desk"]');
    const lines = file.trimEnd().split('\n');
    expect(await desk.import(lines)).toMatchObject({ counts: counts(0, 0, 2), rejected: [] });
    expect(await exported()).toBe(file);
  });

  it('is judged alike by a dry run', async () => {
    const lines = (await exported()).trimEnd().split('\n');
    const wrong = aLine({ status: 'open', assignee_email: EVE });
    const input = [...lines, JSON.stringify(wrong)].join('\n');
    const trying = ['import', 'tickets', desk.workspace.subdomain, '-', '--dry-run'];
    const { stderr } = await Desk.on(app.database).run(trying, { input });
    expect(stderr).toMatch(/\n0 imported, 0 updated, 2 unchanged, 1 rejected\n$/);
  });

  it('may change other things of those tickets', async () => {
    const change = aLine({ external_id: 'done', subject: 'Mended', ticket_fields: { Products: ['Desk'] } });
    expect((await desk.import([change])).counts).toEqual(counts(0, 1));
    expect(await desk.ticket(1)).toMatchObject({
      subject: 'Mended',
      assignee: { email: EVE },
      fields: [
        { field_name: 'Country', field_value: 'India' },
        { field_name: 'Products', field_value: ['Desk'] },
      ],
    });
  });
});

describe('a removed member', () => {
  it.each(['closed', 'spam', 'trash'])('may have had a ticket that is %s', async (status) => {
    expect(await pathsOf(aLine({ status, assignee_email: EVE.toUpperCase() }))).toEqual([]);
    expect(await desk.ticket(3)).toMatchObject({ status, assignee: { email: EVE } });
  });

  it.each(['new', 'open', 'on_hold'])('gets no ticket that is %s', async (status) => {
    expect(await pathsOf(aLine({ status, assignee_email: EVE }))).toEqual(['assignee_email']);
    expect(await pathsOf(aLine({ external_id: 'open', status, assignee_email: EVE }))).toEqual([
      'assignee_email',
    ]);
  });

  it('is not any stranger', async () => {
    expect(await pathsOf(aLine({ status: 'closed', assignee_email: 'nobody@acme.example' }))).toEqual([
      'assignee_email',
    ]);
  });
});

describe('the label of a removed option', () => {
  it('cannot be set on a new ticket, or on one that has it not', async () => {
    expect(await pathsOf(aLine({ status: 'closed', ticket_fields: { Country: 'India' } }))).toEqual([
      'ticket_fields.Country',
    ]);
    const changed = aLine({ external_id: 'open', ticket_fields: { Products: ['Forms', 'Desk'] } });
    expect(await pathsOf(changed)).toEqual(['ticket_fields.Products']);
  });

  it('stands for the old option where a ticket has that, and for the new one elsewhere', async () => {
    const { fields } = (await desk.client.get('/fields')).body as { fields: ShownField[] };
    const country = fields.find(({ name }) => name === 'Country');
    await desk.client.patch(`/fields/${country?.id}`, { field: { data: [{ label: 'India' }] } });
    const lines = ['done', 'open'].map((id) =>
      aLine({ external_id: id, ticket_fields: { Country: 'India' } }),
    );
    expect((await desk.import(lines)).counts).toEqual(counts(0, 1, 1));
  });
});
