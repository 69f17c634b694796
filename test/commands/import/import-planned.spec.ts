import { Desk } from '../../support/servers/desk.js';
import { aLine, ImportDesk } from '../../support/servers/import-desk.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let desk: ImportDesk;

beforeEach(async () => {
  desk = await ImportDesk.open(app);
});

/** Tries an import of lines. @returns the counts of the last line that it says */
async function planned(lines: readonly object[]): Promise<string> {
  const input = lines.map((line) => JSON.stringify(line)).join('\n');
  const trying = ['import', 'tickets', desk.workspace.subdomain, '-', '--dry-run'];
  const { stderr } = await Desk.on(app.database).run(trying, { input });
  return stderr.trimEnd().split('\n').at(-1) ?? '';
}

const by = { author_email: 'john@customer.example', comment_type: 'reply' };

describe('a comment without a message id that is imported again', () => {
  const later = { created_at: '2022-01-15T09:00:00Z' };
  const lines = [
    aLine({
      ...{ external_id: '1', email: 'jane@customer.example', created_at: '2022-01-15T08:00:00Z' },
      comments: [{ ...by, ...later, content: 'Any news?' }],
    }),
  ];
  const none = '0 imported, 0 updated, 1 unchanged, 0 rejected; comments: 0 added, 1 unchanged';

  it('is known when its author has become a member', async () => {
    await desk.import(lines);
    await desk.client.post('/team-members', { emails: [by.author_email] }).expect(201);
    expect(await planned(lines)).toBe(none);
    expect((await desk.import(lines)).counts).toMatchObject({ comments: { added: 0, unchanged: 1 } });
  });

  it('is known when its author has another address', async () => {
    await desk.import(lines);
    const { body } = await desk.client.get(`/customers?email=${by.author_email}`).expect(200);
    const customer = { emails: ['john@new.example'] };
    await desk.client.patch(`/customers/${body.customers[0].id}`, { customer }).expect(200);
    expect(await planned(lines)).toBe(none);
    expect((await desk.import(lines)).counts).toMatchObject({ comments: { added: 0, unchanged: 1 } });
  });

  it('is not that of another author, when it has no date', async () => {
    const plus = (name: string) => ({ author_email: `${name}@customer.example`, content: '+1' });
    const ticket = { external_id: '1', created_at: '2022-01-15T08:00:00Z' };
    await desk.import([aLine({ ...ticket, comments: [plus('ann')] })]);
    const { counts } = await desk.import([aLine({ ...ticket, comments: [plus('bea')] })]);
    expect(counts).toMatchObject({ comments: { added: 1, unchanged: 0 } });
  });
});

describe('a dry run', () => {
  it('finds the comments of tickets that have one external id and different sources', async () => {
    const lines = ['a', 'b'].map((source) =>
      aLine({ external_id: '1', source, comments: [{ ...by, content: source, message_id: source }] }),
    );
    expect((await desk.import(lines)).counts).toMatchObject({ imported: 2, comments: { added: 2 } });
    expect(await planned(lines)).toBe(
      '0 imported, 0 updated, 2 unchanged, 0 rejected; comments: 0 added, 2 unchanged',
    );
  });

  it('compares equal comments one by one, also when several lines are about their ticket', async () => {
    const again = { ...by, content: 'Any news?' };
    const ticket = { external_id: '1', created_at: '2022-01-15T08:00:00Z' };
    await desk.import([aLine({ ...ticket, comments: [again] })]);
    const more = { comments: [{ ...by, content: 'Hello?' }] };
    const lines = [aLine({ ...ticket, comments: [again, again] }), more];
    expect(await planned(lines)).toBe(
      '0 imported, 1 updated, 0 unchanged, 0 rejected; comments: 2 added, 1 unchanged',
    );
    expect((await desk.import(lines)).counts).toMatchObject({ comments: { added: 2, unchanged: 1 } });
  });

  it('counts a comment of a new ticket once, also when its line stands there twice', async () => {
    const comments = [{ ...by, content: 'Any news?' }];
    const twice = aLine({ external_id: '1', comments });
    const lines = [twice, twice, aLine({ comments }), aLine({ comments }), { comments }];
    expect(await planned(lines)).toBe(
      '3 imported, 0 updated, 1 unchanged, 0 rejected; comments: 3 added, 2 unchanged',
    );
    expect((await desk.import(lines)).counts).toEqual({
      ...{ imported: 3, updated: 0, unchanged: 1, rejected: 0 },
      comments: { added: 3, unchanged: 2, rejected: 0 },
    });
  });
});
