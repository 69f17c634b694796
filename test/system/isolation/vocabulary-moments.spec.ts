import pg from 'pg';
import { KnownVocabulariesService } from '../../../src/fields/known/known-vocabularies.service.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import type { ShownField } from '../../support/data/fields.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { quiet } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { waitingForLocks } from '../../support/data/stored/held.js';

/** The names change between two statements of one answer. Whoever reads must not notice. */
let app: LocalApp;
let acme: TestWorkspace;
let field: ShownField;

beforeAll(async () => {
  // It remembers nothing, because nothing fits: so it reads the names after every row.
  app = await startLocalApp({ vocabularyCacheBytes: 1 });
});
beforeEach(async () => {
  acme = await aWorkspace(app, {
    categories: [{ name: 'Billing' }],
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
  const vocabularies = app.app.get(KnownVocabulariesService);
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

describe('a ticket that is written while its names change', () => {
  const written = { category: 'Billing', ticket_fields: { Colour: 'Blue' } };

  /**
   * Sends a write, and renames an option when the write has judged its names and waits for the category that it uses. Meanwhile no job
   * works, which could wait for something else.
   */
  const whileRenaming = <Answer>(write: () => PromiseLike<Answer>, name: string): Promise<Answer> =>
    quiet(() => renaming(write, name));

  async function renaming<Answer>(write: () => PromiseLike<Answer>, name: string): Promise<Answer> {
    const holder = new pg.Client({ connectionString: app.database.adminUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      const mine = [acme.scope.workspaceId];
      await holder.query('SELECT FROM ticket_categories WHERE workspace_id = $1 FOR UPDATE', mine);
      const answer = Promise.resolve(write());
      await until(async () => (await waitingForLocks(app.database)) > 0);
      await label('Red', name);
      await holder.query('COMMIT');
      return await answer;
    } finally {
      await holder.end();
    }
  }

  it('is answered with the new ones when it is changed', async () => {
    await label('Red', 'Blue');
    const { number } = await aTicket(acme);
    const { status, body } = await whileRenaming(
      () => acme.client.patch(`/tickets/${number}`, written),
      'Navy',
    );
    expect([status, body.ticket.fields]).toEqual([200, [expect.objectContaining({ field_value: 'Navy' })]]);
  });

  it('is answered with the new ones when it is raised', async () => {
    await label('Red', 'Blue');
    const raised = { email: 'ann@customer.example', subject: 'Help', description: '', ...written };
    const { status, body } = await whileRenaming(() => acme.client.post('/tickets', raised), 'Teal');
    expect([status, body.ticket.fields]).toEqual([201, [expect.objectContaining({ field_value: 'Teal' })]]);
  });
});
