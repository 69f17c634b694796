import { UsageError, wishesOf } from './arguments.js';

const KEY = { SUPPORT_DESK_KEY: 'desk_1' };
const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const URL_OF_DESK = ['--url', 'http://localhost:3000'];
const wishes = (args: string[], env: Record<string, string> = KEY) =>
  wishesOf([...URL_OF_DESK, ...args], env);

// @proves E-33-16
describe('the command line of support-desk-listen', () => {
  it('says what to follow and where events go', () => {
    const args = [
      '--forward',
      'http://127.0.0.1:4000/hook?a=b',
      '--print',
      '--types',
      'ticket.created,comment.created',
    ];
    expect(
      wishes([...args, '--include-notes', '--after', '7'], { ...KEY, SUPPORT_DESK_SECRET: SECRET }),
    ).toEqual({
      ...{ url: 'http://localhost:3000/', key: 'desk_1', host: undefined, prints: true },
      query: { types: ['ticket.created', 'comment.created'], include_notes: 'true', after: 7 },
      forward: { target: new URL('http://127.0.0.1:4000/hook?a=b'), secret: SECRET, isNew: false },
    });
    expect(wishes(['--print'])).toMatchObject({ query: {}, forward: undefined });
    expect(wishesOf(['--print'], { ...KEY, SUPPORT_DESK_URL: 'https://a.example' })?.url).toBe(
      'https://a.example/',
    );
  });

  it('has a new secret each time, unless one is given', () => {
    const [one, other] = [1, 2].map(() => wishes(['--forward', 'http://127.0.0.1:4000'])?.forward);
    expect(one?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(one?.isNew).toBe(true);
    expect(other?.secret).not.toBe(one?.secret);
  });

  it.each([
    ['http://localhost:3000', 'acme', 'acme.localhost:3000'],
    ['https://desk.example', 'acme', 'acme.desk.example'],
    ['http://127.0.0.1:3000', 'acme', 'acme.localhost'],
    ['http://[::1]:3000', 'acme', 'acme.localhost'],
    ['http://127.0.0.1:3000', 'acme.desk.example', 'acme.desk.example'],
  ])('names at %s the workspace %s by the Host %s', (url, workspace, host) => {
    expect(wishesOf(['--url', url, '--print', '--workspace', workspace], KEY)?.host).toBe(host);
  });

  it('wants no more than help', () => {
    expect(wishesOf(['--help'], {})).toBeNull();
  });

  it.each<[string, () => unknown, RegExp]>([
    ['no address', () => wishesOf(['--print'], KEY), /^--url is missing/],
    ['an address of no kind', () => wishesOf(['--url', 'acme', '--print'], KEY), /^--url must be an address/],
    ['another protocol', () => wishes(['--forward', 'ftp://a.example']), /^--forward must be an address/],
    ['nothing to do', () => wishes([]), /^Name --forward, --print or both\.$/],
    ['a position that is none', () => wishes(['--print', '--after', '-1x']), /after/],
    ['a word for a position', () => wishes(['--print', '--after', 'x']), /^--after must be a position/],
    ['no key', () => wishes(['--print'], {}), /^SUPPORT_DESK_KEY is missing/],
    [
      'a key that no header can have',
      () => wishes(['--print'], { SUPPORT_DESK_KEY: 's3cr3t \u65e5' }),
      /_KEY has/,
    ],
    [
      'a password in the address',
      () => wishesOf(['--url', 'http://kim:s3cr3t@a.example', '--print'], KEY),
      /^--url must not name a user or a password/,
    ],
    [
      'a password in an address of no kind',
      () => wishes(['--forward', 'ftp://kim:s3cr3t@a.example']),
      /and is ftp:\/\/kim:…@a\.example\.$/,
    ],
    ['an unknown option', () => wishes(['--prnt']), /^Unknown option '--prnt'\.$/],
    ['a word too many', () => wishes(['--print', 'all']), /^Unexpected argument 'all'/],
    ['an option without its value', () => wishes(['--print', '--types']), /argument missing/],
    [
      'a secret that is too short',
      () => wishes(['--forward', 'http://a.example'], { ...KEY, SUPPORT_DESK_SECRET: 'whsec_AAAA' }),
      /^SUPPORT_DESK_SECRET must be whsec_ and 24 to 64 bytes in base64\.$/,
    ],
    ...[`whsec_${'A'.repeat(41)}`, `whsec_${'A'.repeat(43)}==`].map(
      (secret): [string, () => unknown, RegExp] => [
        `a secret that is not whole: ${secret.length} characters`,
        () => wishes(['--forward', 'http://a.example'], { ...KEY, SUPPORT_DESK_SECRET: secret }),
        /^SUPPORT_DESK_SECRET must be whsec_ and 24 to 64 bytes in base64\.$/,
      ],
    ),
  ])('refuses %s', (_what, read, words) => {
    expect(read).toThrow(UsageError);
    expect(read).toThrow(words);
    expect(read).not.toThrow('s3cr3t');
  });
});
