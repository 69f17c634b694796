import { ApiClient } from '../../support/servers/api-client.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aField, type ShownField } from '../../support/data/fields.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { startOtherApp, startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/**
 * Processes remember lists of fields, and nobody may notice: whoever was told of a change finds it in the next list, whichever
 * process is asked.
 */
let here: TestApp;
let there: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  here = await startTestApp();
  there = await startOtherApp();
});
afterAll(() => Promise.all([here.stop(), there.stop()]));

beforeEach(async () => {
  workspace = await aWorkspace(here, {
    fields: [
      { name: 'Colour', kind: 'single_option', options: ['Red', 'Blue'] },
      { name: 'Size', kind: 'text', state: 'inactive' },
    ],
  });
});

const QUERIES = ['', '?state=active', '?page_size=1', '?page_size=1&page_number=2'];

/** What each process answers to each list; both must say the same. */
async function listed(query = ''): Promise<ShownField[]> {
  const answers = [];
  for (const app of [here, there]) {
    const client = new ApiClient(app, workspace.subdomain, workspace.key);
    for (const one of QUERIES) await client.get(`/fields${one}`);
    answers.push((await client.get(`/fields${query}`)).body as { fields: ShownField[] });
  }
  expect(answers[1]).toEqual(answers[0]);
  return answers[0]?.fields ?? [];
}
const namesListed = async (query?: string) => (await listed(query)).map(({ name }) => name);

describe('a list of fields that is known', () => {
  it('shows every change at once', async () => {
    const { client } = workspace;
    const [colour, size] = await listed();
    if (!colour || !size) throw new Error('There are no fields.');
    const red = colour.options?.[0]?.id;

    await aField(workspace, { name: 'Shape', kind: 'text' });
    expect(await namesListed()).toEqual(['Colour', 'Size', 'Shape']);

    await client.patch(`/fields/${colour.id}`, { field: { name: 'Hue' } });
    expect(await namesListed()).toEqual(['Hue', 'Size', 'Shape']);

    await client.patch(`/fields/${colour.id}`, { field: { remove_option_ids: [red] } });
    expect((await listed())[0]?.options?.map(({ label }) => label)).toEqual(['Blue']);

    await client.patch(`/fields/${size.id}`, { field: { state: 'active' } });
    expect(await namesListed('?state=active')).toEqual(['Hue', 'Size', 'Shape']);
    expect(await namesListed('?page_size=1&page_number=2')).toEqual(['Size']);

    await client.patch(`/fields/${size.id}`, { field: { state: 'inactive' } });
    await client.delete(`/fields/${size.id}`);
    expect(await namesListed()).toEqual(['Hue', 'Shape']);
  });

  it('shows what somebody else changed in the database', async () => {
    await listed();
    await asAdmin(
      here.database,
      `UPDATE ticket_field_options SET label = 'Crimson', label_key = 'crimson' WHERE workspace_id = $1 AND label = 'Red'`,
      [workspace.scope.workspaceId],
    );
    expect((await listed())[0]?.options?.map(({ label }) => label)).toEqual(['Crimson', 'Blue']);
    await asAdmin(here.database, `DELETE FROM ticket_fields WHERE workspace_id = $1 AND name = 'Size'`, [
      workspace.scope.workspaceId,
    ]);
    expect(await namesListed()).toEqual(['Colour']);
  });

  it('stays as it was when a change is refused', async () => {
    const before = await listed();
    const refused = await workspace.client.post('/fields', { field: { name: 'Colour', kind: 'text' } });
    expect(refused.status).toBe(422);
    expect(await listed()).toEqual(before);
  });

  it('is one of its workspace', async () => {
    const other = await aWorkspace(here, { fields: [{ name: 'Other', kind: 'text' }] });
    await listed();
    expect((await other.client.get('/fields')).body.fields).toMatchObject([{ name: 'Other' }]);
    expect(await namesListed()).toEqual(['Colour', 'Size']);
  });

  it('is no answer to a query with mistakes', async () => {
    await listed('?state=active');
    const refused = await workspace.client.get('/fields?state=active&page_number=0');
    expect(refused.status).toBe(422);
    expect(fieldErrors(refused)).toEqual(['page_number']);
  });

  it('is not read again', async () => {
    await listed();
    const read = async () => {
      const statements = await statementsOf(listed);
      const own = statements.filter(({ values }) => values.includes(workspace.scope.workspaceId));
      return new Set(own.map(({ text }) => text));
    };
    const known = await read();
    await aField(workspace, { name: 'Shape', kind: 'text' });
    const changed = await read();
    expect([...changed].filter((text) => !known.has(text))).not.toEqual([]);
  });

  it('goes with its workspace', async () => {
    await listed();
    const { workspaceId } = workspace.scope;
    await asAdmin(here.database, 'DELETE FROM workspaces WHERE id = $1', [workspaceId]);
    const left = 'SELECT FROM vocabulary_versions WHERE workspace_id = $1';
    expect(await asAdmin(here.database, left, [workspaceId])).toEqual([]);
  });
});
