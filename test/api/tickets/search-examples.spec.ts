import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aDemo } from '../../support/data/builders.js';
import { searching } from '../../support/data/searches.js';
import { PROJECT } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

interface Parameter {
  readonly name?: string;
  readonly schema?: { readonly examples?: readonly string[] };
}

interface Described {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>>;
}

it('each example of the document finds a ticket of the demo', async () => {
  const demo = await aDemo(app);
  const { paths } = JSON.parse(readFileSync(join(PROJECT, 'openapi.json'), 'utf8')) as Described;
  const { parameters = [] } = paths['/api/external/v2/tickets']?.get ?? {};
  const examples = parameters.find(({ name }) => name === 'q')?.schema?.examples ?? [];
  expect(examples).toHaveLength(5);
  for (const example of examples) {
    const { body } = await searching(demo.client, example).expect(200);
    expect({ example, total: body.pagination.total_records }).not.toEqual({ example, total: 0 });
  }
});
