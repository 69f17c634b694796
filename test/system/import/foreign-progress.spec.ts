// What programs are told of an import that reads several files.
import { BulkDesk } from '../../support/servers/bulk-desk.js';

let bulk: BulkDesk;

beforeAll(async () => {
  bulk = await BulkDesk.open();
});
afterAll(() => bulk.close());

const TICKET = {
  ...{ id: 20, subject: 'Support', description: '<div>Details</div>', status: 2, priority: 1 },
  ...{ requester_id: 10, requester: { id: 10, name: 'Jane Roe', email: 'jane@customer.example' } },
  ...{ created_at: '2022-08-20T11:10:00Z', updated_at: '2022-08-21T08:00:00Z' },
};
const SAID = {
  ...{ id: 1, ticket_id: 20, user_id: 10, body: '<div>Hello</div>', incoming: true, private: false },
  ...{ from_email: 'Jane Roe <jane@customer.example>', created_at: '2022-08-20T12:00:00Z' },
};

/** Imports a ticket with files of comments beside it. @returns the lines that say that the import is done */
async function doneLines(
  subdomain: string,
  files: Readonly<Record<string, unknown>>,
  ...options: readonly string[]
): Promise<object[]> {
  const file = await bulk.fileWith('tickets.json', JSON.stringify([TICKET]));
  for (const [name, content] of Object.entries(files)) await bulk.fileWith(name, JSON.stringify(content));
  const { status, stdout } = await bulk.import(
    await bulk.workspace(subdomain),
    ...([file, '--from', 'freshdesk', '--json', ...options] as const),
  );
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.at(-1)).toContain('"done":true');
  return lines.map((line) => JSON.parse(line) as { done: boolean }).filter(({ done }) => done);
}

describe('the last line of an import for programs', () => {
  const WHOLE = {
    ...{ imported: 1, updated: 0, unchanged: 0, rejected: 0, lines: 1 },
    ...{ ticket_id: expect.any(String) as string, ticket_number: 1 },
  };

  it('has the tickets when a file of comments has nothing to import', async () => {
    expect(await doneLines('nothing', { 'comments.json': [] })).toEqual([
      expect.objectContaining({ ...WHOLE, comments_added: 0, comments_unchanged: 0 }),
    ]);
  });

  it('comes once, with the comments of all files', async () => {
    const files = { 'comments.json': [SAID], 'conversations.json': [{ ...SAID, id: 2 }] };
    expect(await doneLines('two', files)).toEqual([
      expect.objectContaining({ ...WHOLE, comments_added: 2, comments_rejected: 0 }),
    ]);
  });

  it('comes of a dry run, too, which names no ticket', async () => {
    const files = { 'comments.json': [SAID], 'conversations.json': [{ ...SAID, id: 2 }] };
    const [line, ...others] = await doneLines('dry', files, '--dry-run');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ imported: 1, rejected: 0, lines: 1, comments_added: 2 });
    expect(line).not.toHaveProperty('ticket_id');
    expect(await bulk.export('dry')).toBe('');
  });

  it('does not say that a dry run is done where the import would not begin', async () => {
    const file = await bulk.fileWith('tickets.json', JSON.stringify([{ ...TICKET, status: 77 }]));
    const workspace = await bulk.workspace('unmapped');
    const dryRun = async (...options: string[]) => {
      const wanted = [file, '--from', 'freshdesk', '--json', '--dry-run', ...options] as const;
      const { stdout } = await bulk.import(workspace, ...wanted);
      return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as object;
    };
    expect(await dryRun()).toMatchObject({ lines: 1, done: false });
    expect(await dryRun('--drop-unmapped')).toMatchObject({ lines: 1, done: true });
  });
});
