import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aField, type ShownField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const TWENTY = Array.from({ length: 20 }, (_, at) => at);
const patch = (id: string, field: object) => acme.client.patch(`/fields/${id}`, { field });
const read = async (id: string) => (await acme.client.get(`/fields/${id}`)).body.field as ShownField;
const labelsOf = ({ options = [] }: ShownField) => options.map(({ label }) => label);

describe('twenty requests at the same moment', () => {
  // @proves S-4.1-11, D-5-11
  it('that remove one option each leave one', async () => {
    const data = TWENTY.map((at) => `Option ${at}`);
    const field = await aField(acme, { name: 'Shrinking', kind: 'multi_option', data });
    const responses = await Promise.all(
      (field.options ?? []).map(({ id }) => patch(field.id, { remove_option_ids: [id] })),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.map((response) => [response.status, fieldErrors(response)])).toEqual([
      [422, ['field.remove_option_ids']],
    ]);
    expect(labelsOf(await read(field.id))).toHaveLength(1);
  });

  // @proves D-5-10
  it('that add one label, in any case, add it once', async () => {
    const field = await aField(acme, { name: 'Growing', kind: 'single_option', data: ['First'] });
    const responses = await Promise.all(
      TWENTY.map((at) => patch(field.id, { data: [{ label: at % 2 === 0 ? 'Second' : 'SECOND' }] })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect([response.status, fieldErrors(response)]).toEqual([422, ['field.data[0].label']]);
    }
    expect(labelsOf(await read(field.id)).map((label) => label.toLowerCase())).toEqual(['first', 'second']);
  });

  // @proves S-2.1-2, D-5-2
  it('that make a field of one name make one', async () => {
    const responses = await Promise.all(
      TWENTY.map((at) =>
        acme.client.post('/fields', { field: { name: at % 2 === 0 ? 'Wanted' : 'wanted', kind: 'text' } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expect([response.status, fieldErrors(response)]).toEqual([422, ['field.name']]);
    }
  });

  // @proves D-5-23
  it('that make fields with names of one slug give each its own', async () => {
    const responses = await Promise.all(
      TWENTY.map((at) =>
        acme.client.post('/fields', { field: { name: `Slug${'!'.repeat(at)}`, kind: 'text' } }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(TWENTY.map(() => 201));
    expect(new Set(responses.map(({ body }) => body.field.placeholder_slug as string)).size).toBe(20);
  });

  // @proves D-5-23
  it('or forty that make fields of one slug at once are all answered with a field', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        acme.client.post('/fields', { field: { name: `Forty${'?'.repeat(at)}`, kind: 'text' } }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.field.placeholder_slug as string)).size).toBe(40);
  });

  // @proves D-5-16
  it('that give different fields one name and slug give it to one', async () => {
    const fields = await Promise.all(
      TWENTY.slice(0, 10).map((at) => aField(acme, { name: `Candidate ${at}`, kind: 'text' })),
    );
    const responses = await Promise.all(
      fields.map(({ id }) =>
        patch(id, { name: 'The One', placeholder_slug: 'the_one', display_order: -1 * 0 }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect([response.status, fieldErrors(response)]).toEqual([
        422,
        ['field.name', 'field.placeholder_slug'],
      ]);
    }
  });

  it('that swap two labels leave both, each once', async () => {
    const field = await aField(acme, { name: 'Swapped', kind: 'single_option', data: ['Left', 'Right'] });
    const [one, other] = (field.options ?? []).map(({ id }) => id);
    const responses = await Promise.all(
      TWENTY.map((at) =>
        patch(field.id, {
          data: [
            { id: one, label: at % 2 === 0 ? 'Right' : 'Left' },
            { id: other, label: at % 2 === 0 ? 'Left' : 'Right' },
          ],
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(TWENTY.map(() => 200));
    expect(labelsOf(await read(field.id)).sort()).toEqual(['Left', 'Right']);
  });

  // @proves S-3.1-4
  it('that delete a field delete it once, and not when it becomes active meanwhile', async () => {
    const field = await aField(acme, { name: 'Gone', kind: 'text', state: 'inactive' });
    const responses = await Promise.all(TWENTY.map(() => acme.client.delete(`/fields/${field.id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, ...TWENTY.slice(1).map(() => 404)]);

    const kept = await aField(acme, { name: 'Contested', kind: 'text', state: 'inactive' });
    const [revived, deleted] = await Promise.all([
      patch(kept.id, { state: 'active' }),
      acme.client.delete(`/fields/${kept.id}`),
    ]);
    expect([
      [200, 422],
      [404, 204],
    ]).toContainEqual([revived.status, deleted.status]);
  });
});
