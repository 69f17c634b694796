import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aField, EVERY_FLAG, type ShownField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

let last = 0;
const uniqueName = () => `Field ${++last}`;
const patch = (id: string, field: object) => acme.client.patch(`/fields/${id}`, { field });
const read = async (id: string) => (await acme.client.get(`/fields/${id}`)).body.field as ShownField;
const labelsOf = ({ options = [] }: ShownField) => options.map(({ label }) => label);
const idOf = ({ options = [] }: ShownField, label: string) =>
  options.find((option) => option.label === label)?.id ?? '';
const anOptionField = (data: unknown[] = ['India', 'Germany', 'Brazil']) =>
  aField(acme, { name: uniqueName(), kind: 'single_option', data });

describe('an update of a field', () => {
  // @proves S-2.1-2, S-2.1-5, S-2.1-8..10, S-2.1-13..14, S-3.1-1, S-4.1-4..5, S-4.1-12..16, D-5-13
  it('changes what it names and leaves the rest', async () => {
    const field = await anOptionField();
    const name = uniqueName();
    const changes = {
      name,
      state: 'inactive',
      display_order: 77,
      placeholder_slug: 'other_77',
      ...EVERY_FLAG,
    };
    const { status, body } = await patch(field.id, changes);
    expect(status).toBe(200);
    expect(body.field).toEqual({ ...field, ...changes, updated_at: expect.any(String) });
    expect(body.field.updated_at > field.updated_at).toBe(true);
    expect(await read(field.id)).toEqual(body.field);
    expect((await patch(field.id, { name: name.toUpperCase() })).body.field).toMatchObject({
      name: name.toUpperCase(),
      placeholder_slug: 'other_77',
    });
  });

  // @proves S-1-2, S-2.2-3, S-4.1-6..7, S-4.1-10, D-5-5, D-5-12, D-5-17
  it('adds options at the end, renames them in place and removes them', async () => {
    const field = await anOptionField();
    const { body } = await patch(field.id, {
      data: [{ label: 'Chile' }, { id: idOf(field, 'Germany'), label: 'Deutschland' }, { label: 'Peru' }],
      remove_option_ids: [idOf(field, 'India')],
    });
    expect(body.field.options).toEqual([
      { id: idOf(field, 'Germany'), label: 'Deutschland', display_order: 1 },
      { id: idOf(field, 'Brazil'), label: 'Brazil', display_order: 2 },
      { id: expect.any(String), label: 'Chile', display_order: 3 },
      { id: expect.any(String), label: 'Peru', display_order: 4 },
    ]);
    expect(body.field.updated_at > field.updated_at).toBe(true);
  });

  it('swaps and rotates labels, and takes those that become free, in one request', async () => {
    const field = await anOptionField(['A', 'B', 'C', 'D']);
    const rename = (from: string, label: string) => ({ id: idOf(field, from), label });
    const rotated = await patch(field.id, {
      data: [rename('A', 'B'), rename('B', 'c'), rename('C', 'a'), { label: 'd' }],
      remove_option_ids: [idOf(field, 'D')],
    });
    expect(labelsOf(rotated.body.field)).toEqual(['B', 'c', 'a', 'd']);
    expect(idOf(rotated.body.field, 'B')).toBe(idOf(field, 'A'));
  });

  // @proves S-4.1-3
  it('that changes nothing does not move updated_at', async () => {
    const field = await anOptionField();
    const { name, state, display_order, placeholder_slug } = field;
    const data = field.options?.map(({ id, label }) => ({ id, label }));
    for (const same of [
      {},
      { name, state, display_order, placeholder_slug, is_required: false, data, remove_option_ids: [] },
    ]) {
      expect((await patch(field.id, same)).body.field).toEqual(field);
    }
  });

  // @proves S-2.1-2, S-2.1-4, S-2.2-2, S-4.1-2, S-4.1-4, S-7-2..3, D-2-5, D-2-21, D-5-1..3, D-5-9..10, D-5-13, D-5-15..16
  it.each<[string, unknown, string[]]>([
    ['no field', {}, ['field']],
    [
      'a kind and a resource type',
      { field: { kind: 'text', resource_type: 'ticket' } },
      ['field.kind', 'field.resource_type'],
    ],
    [
      'null where nothing can be cleared',
      {
        field: {
          name: null,
          state: null,
          data: null,
          remove_option_ids: null,
          is_required: null,
          display_order: null,
          placeholder_slug: null,
        },
      },
      ['name', 'state', 'data', 'remove_option_ids', 'is_required', 'display_order', 'placeholder_slug'].map(
        (key) => `field.${key}`,
      ),
    ],
    ['a blank name', { field: { name: ' \t' } }, ['field.name']],
    ['a long name', { field: { name: 'x'.repeat(256) } }, ['field.name']],
    ['an order with a fraction', { field: { display_order: 1.5 } }, ['field.display_order']],
    ['an order beyond 2^31-1', { field: { display_order: 2 ** 31 } }, ['field.display_order']],
    ['a slug with a hyphen', { field: { placeholder_slug: 'a-b' } }, ['field.placeholder_slug']],
    ['an empty slug', { field: { placeholder_slug: '' } }, ['field.placeholder_slug']],
    [
      'a taken name and slug',
      { field: { name: 'tAKEN', placeholder_slug: 'taken' } },
      ['field.name', 'field.placeholder_slug'],
    ],
    [
      'wrong options together with wrong settings',
      {
        field: {
          is_required: 1,
          data: [{ label: '' }, { label: 'india' }],
          remove_option_ids: ['x'],
          nope: 1,
        },
      },
      [
        'field.is_required',
        'field.data[0].label',
        'field.data[1].label',
        'field.remove_option_ids[0]',
        'field.nope',
      ],
    ],
  ])('is refused for %s, and changes nothing', async (_name, body, paths) => {
    await acme.client.post('/fields', { field: { name: 'Taken', kind: 'text' } });
    const field = await anOptionField();
    const response = await acme.client.patch(`/fields/${field.id}`, body as object);
    expect(response.status).toBe(422);
    expect(fieldErrors(response).sort()).toEqual([...paths].sort());
    expect(await read(field.id)).toEqual(field);
  });

  // @proves S-4.1-11, S-7-4, S-8-2, D-2-21, D-5-6, D-5-11
  it("is refused for the last option, a removed option's id and another field's option", async () => {
    const field = await anOptionField(['A', 'B']);
    const other = await anOptionField(['X']);
    const [a, b, x] = [idOf(field, 'A'), idOf(field, 'B'), idOf(other, 'X')];
    expect(fieldErrors(await patch(field.id, { remove_option_ids: [a, b] }))).toEqual([
      'field.remove_option_ids',
    ]);
    expect((await patch(field.id, { remove_option_ids: [a] })).status).toBe(200);
    expect(fieldErrors(await patch(field.id, { remove_option_ids: [a, x] }))).toEqual([
      'field.remove_option_ids[0]',
      'field.remove_option_ids[1]',
    ]);
    expect(fieldErrors(await patch(field.id, { data: [{ id: a, label: 'A2' }] }))).toEqual([
      'field.data[0].id',
    ]);
    expect(fieldErrors(await patch(field.id, { remove_option_ids: [b] }))).toEqual([
      'field.remove_option_ids',
    ]);
    expect(labelsOf(await read(field.id))).toEqual(['B']);
    expect(labelsOf(await read(other.id))).toEqual(['X']);
  });

  // @proves S-4.1-9, D-5-4
  it('refuses options of a kind that has none', async () => {
    const field = await aField(acme, { name: uniqueName(), kind: 'date' });
    const response = await patch(field.id, { data: [], remove_option_ids: [] });
    expect(fieldErrors(response)).toEqual(['field.data', 'field.remove_option_ids']);
  });
});

describe('an id that names no field', () => {
  // @proves S-3.1-3, D-2-11
  it.each(['nope', '1', '00000000-0000-4000-8000-000000000000', '%20'])(
    'is 404 with the same bytes for reading, changing and deleting: %s',
    async (id) => {
      const responses = [
        await acme.client.get(`/fields/${id}`),
        await acme.client.patch(`/fields/${id}`, { field: { name: '' } }),
        await acme.client.delete(`/fields/${id}`),
      ];
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(responses.map(({ text }) => text))).toEqual(
        new Set([
          JSON.stringify({ error: 'There is no such ticket field.', code: 'ticket_field_not_found' }),
        ]),
      );
    },
  );

  it("may be another workspace's", async () => {
    const field = await anOptionField();
    const globex = await aWorkspace(app);
    const response = await globex.client.patch(`/fields/${field.id}`, { field: { name: 'Theirs' } });
    expect([response.status, response.body.code]).toEqual([404, 'ticket_field_not_found']);
    expect(await read(field.id)).toEqual(field);
  });
});
