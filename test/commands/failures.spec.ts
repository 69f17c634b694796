import { Desk, openExampleDesk, type ExampleDesk } from '../support/servers/desk.js';

let example: ExampleDesk;
let desk: Desk;

beforeAll(async () => {
  example = await openExampleDesk();
  desk = example.desk;
});
afterAll(() => example.close());

// @proves D-10-3
describe('a command that is not understood ends with status 2', () => {
  it.each(
    [
      [],
      ['frobnicate'],
      ['workspace'],
      ['workspace', 'show'],
      ['workspace', 'show', 'a', 'b'],
      ['workspace', 'list', '--jsn'],
      ['keys', 'create', 'acme'],
      ['keys', 'create', 'acme', '--name', ' '],
      ['keys', 'create', 'acme', '--name', 'x', '--expires', '90'],
      ['seed', 'acme'],
      ['seed', 'acme', '--tickets', '0'],
      ['import', 'customers'],
    ].map((args) => ({ args })),
  )('$args', async ({ args }) => {
    const { status, stdout, stderr } = await desk.run(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/--help/);
  });

  it.each([
    [['keys', 'create', 'acme', '--nmae', 'x'], '--nmae', '--name'],
    [['keys', 'create', '--nmae', 'x'], '--nmae', '--name'],
    [['seed', 'acme', '--tikcets', '5'], '--tikcets', '--tickets'],
    [['workspace', 'show', '--jsno'], '--jsno', '--json'],
  ])('names a wrong option before what is missing: %j', async (args, wrong, meant) => {
    expect((await desk.run(args)).stderr).toBe(
      `error: unknown option '${wrong}'\n(Did you mean ${meant}?)\n(--help shows the commands and options)\n`,
    );
  });

  it('names what is missing when nothing else is wrong', async () => {
    expect((await desk.run(['keys', 'create', 'acme'])).stderr).toMatch(
      /^error: required option '--name <name>' not specified\n/,
    );
  });

  it.each([
    [
      ['mail', 'fetch', 'acme', '--imap', 'imaps://kim:s3cr3t@mail.example/INBOX'],
      "'imaps://kim:…@mail.example/INBOX'",
    ],
    [
      ['webhooks', 'create', 'acme', 'https://kim:s3cr3t@x.example/', '--types', 'ticket.created'],
      "'https://kim:…@x.example/'",
    ],
    [['mail', 'fetch', 'acme', '--password=s3cr3t'], "unknown option '--password=…'\n(--help"],
  ])('without the password that it was given: %j', async (args, shown) => {
    const { status, stderr } = await desk.run(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(shown)]);
    expect(stderr).not.toContain('s3cr3t');
  });

  it('while help is no failure', async () => {
    const { status, stdout, stderr } = await desk.run(['keys', 'create', '--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('--expires');
  });
});

describe('a command that is given a wrong file says why in plain words', () => {
  it.each([
    [['export', 'tickets', 'acme', '--output', ''], 'The file "" cannot be written: it has no name.'],
    [['import', 'tickets', 'acme', ''], 'The file "" cannot be read: it has no name.'],
    [
      ['export', 'tickets', 'acme', '--output', 'no-such/x.csv'],
      'The file no-such/x.csv cannot be written: there is no such folder.',
    ],
    [
      ['import', 'tickets', 'acme', 'README.md/x.csv'],
      'The file README.md/x.csv cannot be read: a part of its path is no folder.',
    ],
    [
      ['workspace', 'apply', 'x'.repeat(300)],
      `The file ${'x'.repeat(300)} cannot be read: its name is too long.`,
    ],
    [
      ['import', 'tickets', 'acme', 'examples/tickets.ndjson', '--from', 'zendesk', '--mapping', '.nvmrc'],
      'The file .nvmrc is no mapping: the file must be a mapping of keys and values.',
    ],
  ])('%j', async (args, words) => {
    expect(await desk.run(args)).toMatchObject({ status: 1, stdout: '', stderr: `${words}\n` });
  });
});

describe('a command that cannot reach what it needs', () => {
  it.each([
    [
      { DATABASE_URL: 'postgres://desk:s3cret@127.0.0.1:1/none' },
      /^The database cannot be used: .*ECONNREFUSED.*\n$/,
    ],
    [
      { PORT: 'x', LOG_LEVEL: 'loud' },
      /^The configuration is not valid:\n {2}PORT: .*\n {2}LOG_LEVEL: .*\n$/,
    ],
  ])('says so in a sentence, without a stack or a password: %j', async (env, sentence) => {
    const { status, stdout, stderr } = await new Desk({ ...env }).run(['workspace', 'list']);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('s3cret');
  });

  it('refuses a role that row-level security does not bind', async () => {
    const { status, stderr } = await new Desk({ DATABASE_URL: example.database.adminUrl }).run([
      'workspace',
      'list',
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The role ".*" .* can bypass row-level security.*\n$/);
  });
});
