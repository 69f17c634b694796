import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aField, EVERY_FLAG } from '../../support/data/fields.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

let last = 0;
const uniqueName = () => `Field ${++last}`;

describe('a new field', () => {
  // @proves S-2.1-7, S-2.1-12, S-2.2-1..2, S-4.9-1, D-5-20..21
  it('is answered with 201 and its whole shape', async () => {
    const sent = { name: 'Country', kind: 'single_option', data: ['India', { label: 'Germany' }] };
    const { status, body } = await acme.client.post('/fields', { field: sent });
    expect(status).toBe(201);
    expect(body).toEqual({
      field: {
        id: expect.any(String),
        name: 'Country',
        kind: 'single_option',
        state: 'active',
        resource_type: 'ticket',
        is_required: false,
        is_required_for_agent_when_submitting_form: false,
        is_required_for_agent_when_closing_ticket: false,
        display_order: expect.any(Number),
        placeholder_slug: 'country',
        created_at: expect.any(String),
        updated_at: expect.any(String),
        options: [
          { id: expect.any(String), label: 'India', display_order: 0 },
          { id: expect.any(String), label: 'Germany', display_order: 1 },
        ],
      },
    });
    expect((await acme.client.get(`/fields/${String(body.field.id).toUpperCase()}`)).body).toEqual(body);
  });

  // @proves S-2.1-8..9, D-5-21
  it('has the sent properties, and options on option kinds only', async () => {
    const said = { state: 'inactive', display_order: 0, placeholder_slug: 'my_slug_7', ...EVERY_FLAG };
    const field = await aField(acme, { name: uniqueName(), kind: 'text', ...said });
    expect(field).toMatchObject(said);
    expect(field).not.toHaveProperty('options');
  });

  // @proves D-5-23
  it('gets a slug made unique by a number', async () => {
    const slugs = [];
    for (const name of ['Größe: EU', 'Große eu', 'GRO E EU!']) {
      slugs.push((await aField(acme, { name, kind: 'text' }))['placeholder_slug']);
    }
    expect(slugs).toEqual(['gro_e_eu', 'gro_e_eu_2', 'gro_e_eu_3']);
  });

  // @proves S-2.1-3, D-2-22, D-5-13, D-5-22
  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['field']],
    ['a field that is no object', { field: [] }, ['field']],
    ['an empty field', { field: {} }, ['field.name', 'field.kind']],
    ['an unknown property', { field: { name: 'A', kind: 'text', colour: 1 }, x: 1 }, ['x', 'field.colour']],
    ['an unknown kind', { field: { name: 'A', kind: 'Text' } }, ['field.kind']],
    ['an option kind without options', { field: { name: 'A', kind: 'multi_option' } }, ['field.data']],
    ['options that are no list', { field: { name: 'A', kind: 'multi_option', data: 'x' } }, ['field.data']],
    [
      'too many options',
      {
        field: { name: 'A', kind: 'multi_option', data: Array.from({ length: 1_001 }, (_, at) => `o${at}`) },
      },
      ['field.data'],
    ],
    ['options of another kind', { field: { name: 'A', kind: 'text', data: ['x'] } }, ['field.data']],
    [
      'a name and a slug that are taken, with everything else that is wrong',
      {
        field: {
          name: 'TAKEN',
          placeholder_slug: 'taken',
          kind: 'single_option',
          data: ['a', 'A', ' '],
          state: 'deleted',
          is_required: 'yes',
          display_order: -1,
        },
      },
      [
        'field.name',
        'field.placeholder_slug',
        'field.data[1]',
        'field.data[2]',
        'field.state',
        'field.is_required',
        'field.display_order',
      ],
    ],
  ])('is refused for %s, and nothing is made', async (_name, body, paths) => {
    await acme.client.post('/fields', { field: { name: 'Taken', kind: 'text' } });
    const before = await acme.client.get('/fields');
    const response = await acme.client.post('/fields', body as object);
    expect(response.status).toBe(422);
    expect(fieldErrors(response).sort()).toEqual([...paths].sort());
    expect((await acme.client.get('/fields')).body).toEqual(before.body);
  });
});
