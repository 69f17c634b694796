import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

const many = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of} ${at}`);
const aTextField = (name: string) => ({ name, kind: 'text' as const });
const anOptionField = (name: string, options: readonly string[]) => ({
  ...{ name, kind: 'single_option' as const },
  options: [...options],
});
const applyAgain = ({ subdomain }: TestWorkspace, fields: readonly object[]) =>
  app.operator.apply(JSON.stringify({ workspace: { subdomain, name: subdomain }, fields }));
const post = ({ client }: TestWorkspace, field: object) => client.post('/fields', { field });

describe('a workspace with 500 fields', () => {
  it('gets no further one, however many ask, until one is deleted', async () => {
    const workspace = await aWorkspace(app, { fields: many(498, 'Field').map(aTextField) });
    const responses = await Promise.all(
      many(6, 'Late').map((name) => post(workspace, { name, kind: 'text' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
    const refused = responses.find(({ status }) => status === 422);
    expect(refused?.body).toEqual({
      error: 'The request is invalid: field cannot be added: a workspace has at most 500 fields.',
      code: 'invalid_request',
      field_errors: [{ field: 'field', message: 'cannot be added: a workspace has at most 500 fields' }],
    });
    const { id } = responses.find(({ status }) => status === 201)?.body.field as { id: string };
    await workspace.client.patch(`/fields/${id}`, { field: { state: 'inactive' } }).expect(200);
    await workspace.client.delete(`/fields/${id}`).expect(204);
    await aField(workspace, { name: 'Again', kind: 'text' });
  });

  it('refuses a manifest with more, and takes one that only changes them', async () => {
    const fields = many(500, 'Field').map(aTextField);
    const workspace = await aWorkspace(app, { fields });
    await applyAgain(workspace, [{ name: 'field 7', kind: 'text' }]);
    await expect(applyAgain(workspace, [aTextField('More')])).rejects.toThrow(
      'The manifest has one mistake.',
    );
    const { body } = await workspace.client.get('/fields?page_size=1');
    expect(body.pagination.total_records).toBe(500);
  });
});

describe('the options of fields', () => {
  it('are 1,000 at most in each, removed ones not counted', async () => {
    const workspace = await aWorkspace(app);
    const field = await aField(workspace, {
      name: 'Full',
      kind: 'single_option',
      data: many(1_000, 'Option'),
    });
    const patch = (changes: object) => workspace.client.patch(`/fields/${field.id}`, { field: changes });
    const refused = await patch({ data: [{ label: 'One more' }] });
    expect([refused.status, fieldErrors(refused)]).toEqual([422, ['field.data']]);
    expect(refused.body.error).toContain('must leave at most 1000 options in the field');
    const [first] = field.options ?? [];
    await patch({ data: [{ label: 'One more' }], remove_option_ids: [first?.id] }).expect(200);
    await patch({ data: [{ id: field.options?.[1]?.id, label: 'Renamed' }] }).expect(200);
  });

  it('are 10,000 at most in all', async () => {
    const fields = many(10, 'Field').map((name) => anOptionField(name, many(1_000, 'Option')));
    const workspace = await aWorkspace(app, { fields: fields.slice(0, 9) });
    await aField(workspace, { name: 'Nearly', kind: 'single_option', data: many(999, 'Option') });
    const refused = await post(workspace, { name: 'Over', kind: 'multi_option', data: ['One', 'Two'] });
    expect([refused.status, fieldErrors(refused)]).toEqual([422, ['field.data']]);
    expect(refused.body.error).toContain('must leave at most 10000 options in all fields of the workspace');
    await aField(workspace, { name: 'Last', kind: 'multi_option', data: ['One'] });
    await expect(applyAgain(workspace, [anOptionField('Nearly', ['A thousandth'])])).rejects.toThrow(
      'The manifest has one mistake.',
    );
  });
});
