// The document, compared with what the service answers.
import { aWorkspace, withEveryScope } from '../../support/data/builders.js';
import {
  describedOperations,
  isOfSessions,
  servedDocument,
  type DescribedOperation,
  type DescribedValues,
} from '../../support/openapi-document.js';
import { useDesk } from '../../support/test-app.js';

const TICKET = { email: 'john@customer.example', subject: 'S', description: '' };
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0190c7a4-0000-7000-8000-000000000000',
  date: '2026-01-31',
  'idn-email': 'a@customer.example',
};
/** A value that a parameter takes. */
const valueOf = ({ example, items, enum: values, format = '', type }: DescribedValues): string =>
  String(
    example ?? (items ?? { enum: values }).enum?.[0] ?? BY_FORMAT[format] ?? (type === 'integer' ? 1 : 'a'),
  );

const app = useDesk();
let operations: [string, DescribedOperation][];

beforeAll(async () => {
  operations = describedOperations(await servedDocument(app.url));
});

const isListing = ([name]: readonly [string, DescribedOperation]) =>
  name.startsWith('get ') && !isOfSessions(name);

describe('the OpenAPI document', () => {
  it('shows what the service answers to an id that nobody has, and to a misspelt property', async () => {
    const { client } = await aWorkspace(app);
    const unknown = '0190c7a4-0000-7000-8000-000000000000';
    const withIds = operations.filter(
      ([name]) => name.startsWith('get ') && name.includes('{') && !isOfSessions(name),
    );
    expect(withIds.length).toBeGreaterThan(3);
    for (const [name, { responses }] of withIds) {
      const { body } = await client.get(
        name
          .replace('get ', '')
          .replace('{draft_type}', 'reply')
          .replace(/\{\w+\}/g, unknown),
      );
      expect([name, body]).toEqual([name, responses['404']?.content?.['application/json']?.example]);
    }
    const raising = operations.find(([name]) => name === 'post /api/external/v2/tickets')?.[1];
    const refused = await client.post('/tickets', { ...TICKET, colour: 'red' });
    expect(refused.body).toEqual(raising?.responses['422']?.content?.['application/json']?.example);
  });

  // @proves E-12-8
  it('lists the values of every parameter that has only some', async () => {
    const client = await withEveryScope(await aWorkspace(app));
    let choices = 0;
    for (const [name, { parameters = [] }] of operations.filter(isListing)) {
      for (const { in: place, name: parameter, schema } of parameters) {
        if (place !== 'query') continue;
        const path = name.replace('get ', '').replace(/\{\w+\}/, '1');
        const { body } = await client.get(`${path}?${parameter}=nonsense`);
        const problems = (body.field_errors ?? []) as { field: string; message: string }[];
        const told = problems.find(({ field }) => field === parameter)?.message ?? '';
        const [, values] = /must be one (?:or several )?of (.+)$/.exec(told) ?? [];
        expect([name, parameter, (schema.items ?? schema).enum]).toEqual([
          name,
          parameter,
          values?.split(', '),
        ]);
        if (values !== undefined) choices += 1;
      }
    }
    expect(choices).toBeGreaterThan(10);
  });

  it('describes what can be repeated as an array, which goes with commas, and nothing else', async () => {
    const { client } = await aWorkspace(app);
    const several: string[] = [];
    for (const [name, { parameters = [] }] of operations.filter(isListing)) {
      for (const { in: place, name: parameter, schema, style, explode } of parameters) {
        if (place !== 'query') continue;
        const value = encodeURIComponent(valueOf(schema));
        const path = name.replace('get ', '').replace(/\{\w+\}/, '1');
        const { body } = await client.get(`${path}?${parameter}=${value}&${parameter}=${value}`);
        const problems = (body.field_errors ?? []) as { field: string; message: string }[];
        // What the service says of a second value of a parameter that has one.
        const isOne = problems.some(({ field }) => field === parameter);
        expect([name, parameter, schema.type === 'array']).toEqual([name, parameter, !isOne]);
        if (isOne) continue;
        expect([parameter, style, explode]).toEqual([parameter, 'form', false]);
        several.push(parameter);
      }
    }
    expect(several).toEqual(expect.arrayContaining(['status', 'priority', 'include', 'types', 'state']));
  });
});
