import { randomBytes } from 'node:crypto';
import { Desk } from '../support/servers/desk.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;
let subdomain: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => {
  subdomain = `w${randomBytes(6).toString('hex')}`;
});

/** A `data:` URI of bytes that begin so. */
const pictureOf = (type: string, head: string, size = 100) =>
  `data:${type};base64,${Buffer.alloc(size).fill(head, 0, head.length, 'latin1').toString('base64')}`;

const apply = async (settings: object) => {
  const workspace = { subdomain, name: 'Somebody', ...settings };
  return (await app.operator.apply(JSON.stringify({ workspace }))).changes;
};

describe('applying a manifest', () => {
  it('gives the pages of forms a colour and a logo, which are shown as they were applied, until it says otherwise', async () => {
    const look = async () => {
      const { colour, logo } = (await app.operator.show(subdomain)).workspace;
      return { colour, logo };
    };
    await apply({});
    expect(await look()).toEqual({ colour: null, logo: null });
    const own = { colour: '#1F5fae', logo: pictureOf('image/png', '\x89PNG\r\n\x1a\n', 65_536) };
    expect(await apply(own)).toEqual(['forms have the colour #1F5fae', 'forms show another logo']);
    for (const same of [own, {}]) expect(await apply(same)).toEqual([]);
    expect(await look()).toEqual(own);
    const desk = Desk.on(app.database);
    const { workspace } = await desk.json<{ workspace: object }>(['workspace', 'show', subdomain, '--json']);
    expect(workspace).toMatchObject(own);
    const summary = await desk.output(['workspace', 'show', subdomain]);
    expect(summary).toMatch(/^Colour +#1F5fae\nLogo +image\/png, 65536 bytes$/m);
    expect(await apply({ logo: pictureOf('image/jpeg', '\xff\xd8\xff') })).toHaveLength(1);
    expect(await apply({ logo: pictureOf('image/webp', 'RIFFxxxxWEBP') })).toHaveLength(1);
    const gone = ['forms have no colour of their own', 'forms show no logo'];
    expect(await apply({ colour: 'none', logo: 'none' })).toEqual(gone);
    expect(await look()).toEqual({ colour: null, logo: null });
  });

  it.each([
    [{ colour: 'red' }, /^must be a colour in quotes, such as "#1f5fae", or the word none$/],
    [{ colour: null }, /^must be a colour in quotes/],
    [{ colour: '#12345' }, /^must be a colour in quotes/],
    [{ colour: '#777777' }, /^has a contrast of 4.47 to white, and needs 4.5: take a darker one$/],
    [{ logo: 'https://www.example.com/logo.png' }, /^must be a PNG, JPEG or WebP picture such as data:image/],
    [{ logo: 'data:image/png;base64,iVBORw0KGgo' }, /^must be a PNG, JPEG or WebP picture/],
    [{ logo: pictureOf('image/svg+xml', '<svg>') }, /^must be a PNG, JPEG or WebP picture/],
    [{ logo: pictureOf('image/gif', 'GIF89a') }, /^must be a PNG, JPEG or WebP picture/],
    [
      { logo: pictureOf('image/png', '\x89PNG\r\n\x1a\n', 65_537) },
      /^must have at most 65536 bytes, and has 65537$/,
    ],
    [
      { logo: pictureOf('image/png', '\xff\xd8\xff') },
      /^says that it is image\/png, but its bytes are image\/jpeg$/,
    ],
    [
      { logo: pictureOf('image/png', '<script>') },
      /^says that it is image\/png, but its bytes are another file$/,
    ],
  ])('refuses a look of forms that is none: %#', async (setting, message) => {
    const problem = {
      path: `workspace.${Object.keys(setting).join()}`,
      message: expect.stringMatching(message),
    };
    await expect(apply(setting)).rejects.toMatchObject({ problems: [problem] });
  });
});
