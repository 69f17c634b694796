import { KnownVocabularies } from '../../../src/vocabulary/known-vocabularies.service.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import type { ShownField } from '../../support/data/fields.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

/** The names change between two statements of one answer. Whoever reads must not notice. */
let app: LocalApp;
let acme: TestWorkspace;
let field: ShownField;

beforeAll(async () => {
  // It remembers nothing, because nothing fits: so it reads the names behind every row.
  app = await startLocalApp({ vocabularyCacheBytes: 1 });
  acme = await aWorkspace(app, {
    fields: [{ name: 'Colour', kind: 'single_option', options: ['Red', 'Blue'] }],
  });
  field = ((await acme.client.get('/fields')).body.fields as ShownField[])[0] as ShownField;
});
afterAll(() => app.stop());

/** Gives the two options of the field these labels. */
async function label(first: string, second: string): Promise<void> {
  const [one, two] = field.options ?? [];
  const data = [
    { id: one?.id, label: first },
    { id: two?.id, label: second },
  ];
  expect((await acme.client.patch(`/fields/${field.id}`, { field: { data } })).status).toBe(200);
}

it('rows get the names of their own moment, when the names change before they are read', async () => {
  const vocabularies = app.app.get(KnownVocabularies);
  let reads = 0;
  const { rows, vocabulary } = await vocabularies.name(acme.scope, async (scope) => {
    const found = [{ vocabularyVersion: await vocabularies.version(scope) }];
    if (++reads === 1) await label('Scarlet', 'Blue');
    return found;
  });
  expect(reads).toBe(2);
  expect(rows).toEqual([{ vocabularyVersion: vocabulary.version }]);
});

it('a list by a label has tickets that show this label, while two options swap theirs all the time', async () => {
  await label('Red', 'Blue');
  for (const Colour of ['Red', 'Red', 'Blue']) await aTicket(acme, { ticket_fields: { Colour } });
  let isOver = false;
  const swapping = (async () => {
    for (let swap = 0; swap < 30; swap++) {
      await label('Blue', 'Red');
      await label('Red', 'Blue');
    }
  })().finally(() => (isOver = true));
  const listing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status, body } = await acme.client.get('/tickets?field_name=Colour&field_value=Red');
      expect([200, 503]).toContain(status);
      if (status !== 200) continue;
      const shown = (body.tickets as { fields: { field_value: string }[] }[]).map(({ fields }) => fields[0]);
      expect(shown).toEqual(shown.map(() => expect.objectContaining({ field_value: 'Red' }) as unknown));
      expect([1, 2]).toContain(body.pagination.total_records);
    }
  });
  await Promise.all([swapping, ...listing]);
});
