import { letMakeTemporaryTables } from '../../support/data/stored/broken.js';
import { cutWaitingImports, holdNumbers } from '../../support/data/stored/held.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { Desk } from '../../support/servers/desk.js';
import { aLine, counts, ImportDesk } from '../../support/servers/import-desk.js';

const app = useDesk();
let desk: ImportDesk;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
beforeEach(async () => {
  desk = await ImportDesk.open(app, { fields: [{ name: 'Note', kind: 'textarea' }] });
});
afterAll(async () => {
  await folder.remove();
});

describe('rows that come by COPY', () => {
  it('keep every character', async () => {
    const strange =
      'tab\there, line\nbreak, return\rhere, \\N, \\., "quoted", {braces}, \u2028, ¼ 東京 🙂 \u0001';
    const visible = strange.replace(/[\t\n\r\u2028\u0001]/g, '_');
    await desk.import([
      aLine({ subject: visible, tags: [visible.slice(0, 60)], ticket_fields: { Note: strange }, external_id: '\\N' }),
      aLine({ subject: '\\.' }),
    ]); // prettier-ignore
    const [first, second] = await desk.tickets();
    expect([first?.subject, second?.subject]).toEqual([visible, '\\.']);
    expect(first?.['tags']).toEqual([visible.slice(0, 60)]);
    expect(first?.['fields']).toEqual([{ field_name: 'Note', field_value: strange }]);
    expect([first?.['external_id'], second?.['external_id']]).toEqual(['\\N', null]);
  });

  it('have a space in place of line ends in texts of one line, and are rejected when nothing can be seen', async () => {
    const { rejected } = await desk.import([
      aLine({ email: 'new@customer.example', name: 'Mary\r\nJane\u2028Watson', subject: 'Two\r\nlines\t\n', tags: ['a\nb'] }),
      aLine({ subject: '\u200b\n' }),
      aLine({ subject: 'a\0b' }),
    ]); // prettier-ignore
    const [first] = await desk.tickets();
    expect(first).toMatchObject({
      subject: 'Two lines',
      tags: ['a b'],
      customer: { name: 'Mary Jane Watson' },
    });
    expect(rejected.map(({ line, problems }) => [line, problems])).toEqual([
      [2, [{ path: 'subject', message: 'must have a visible character' }]],
      [3, [{ path: 'subject', message: expect.stringContaining('NUL') as string }]],
    ]);
  });

  it('are found by their tags and values, long ones too', async () => {
    const long = 'x'.repeat(3_000);
    await desk.import([aLine({ tags: ['One', 'two'], ticket_fields: { Note: long } })]);
    const found = await desk.client.get(`/tickets?tag=ONE&field_name=Note&field_value=${long}`);
    expect(found.body).toMatchObject({ pagination: { total_records: 1 } });
  });
});

describe('an export', () => {
  it('has lines of any length whole', async () => {
    const description = `<p>${'"'.repeat(250_000)}</p>`;
    await desk.import([aLine({ description }), aLine({ subject: 'Short' }), aLine({ description })]);
    expect(await desk.exported()).toMatchObject([{ description }, { subject: 'Short' }, { description }]);
  });
});

describe('a role that may not make temporary tables', () => {
  afterEach(() => letMakeTemporaryTables(app.database, true));

  it('is told so, and how to change it; migrating gives it the right', async () => {
    await letMakeTemporaryTables(app.database, false);
    await expect(desk.import([aLine()])).rejects.toMatchObject({
      kind: 'unavailable',
      cause: { message: expect.stringContaining('may not make temporary tables: run `desk migrate`') },
    });
    await Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl }).output(['migrate']);
    expect((await desk.import([aLine()])).counts).toEqual(counts(1));
  });
});

describe('a connection that is lost in the middle of a batch', () => {
  it('fails the import as unavailable and nothing else, and the next import gets another one', async () => {
    const held = await holdNumbers(desk.workspace);
    try {
      const importing = desk.import([aLine()]);
      const outcome = expect(importing).rejects.toMatchObject({ kind: 'unavailable' });
      await until(async () => (await cutWaitingImports(app.database)) > 0);
      await outcome;
    } finally {
      await held.release();
    }
    expect((await desk.import([aLine()])).counts).toEqual(counts(1));
  });
});

describe('a file with a single ticket', () => {
  it('names it, for people and for programs', async () => {
    const importing = (lines: readonly object[], ...options: string[]) =>
      Desk.on(app.database).run(['import', 'tickets', desk.workspace.subdomain, '-', ...options], {
        input: lines.map((line) => JSON.stringify(line)).join('\n'),
        cwd: folder.path,
      });
    const only = aLine({ external_id: 'only' });
    const { stderr } = await importing([only]);
    const [ticket] = await desk.tickets();
    expect(stderr).toContain(`The ticket of the file is #1, ${String(ticket?.['id'])}.\n1 imported, `);
    const { stdout } = await importing([{ ...only, subject: 'Changed' }], '--json');
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      ...{ updated: 1, ticket_id: ticket?.['id'], ticket_number: 1, done: true },
    });
    for (const lines of [[only, aLine()], [only, aLine({ subject: '' })], [aLine({ subject: '' })]])
      expect((await importing(lines)).stderr).not.toContain('The ticket of the file');
  });
});
