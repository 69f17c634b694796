import { randomBytes } from 'node:crypto';
import { Desk } from '../support/servers/desk.js';
import { useDesk } from '../support/test-app.js';

const app = useDesk();
let subdomain: string;

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

const manifestWith = (rest: string) => `workspace: { subdomain: ${subdomain}, name: Somebody }\n${rest}`;

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
    [{ colour: '#777777' }, /^has a contrast of 4.47 to white, but needs 4.5: choose a darker one$/],
    [{ logo: 'https://www.example.com/logo.png' }, /^must be a PNG, JPEG or WebP picture such as data:image/],
    [{ logo: 'data:image/png;base64,iVBORw0KGgo' }, /^must be a PNG, JPEG or WebP picture/],
    [{ logo: pictureOf('image/svg+xml', '<svg>') }, /^must be a PNG, JPEG or WebP picture/],
    [{ logo: pictureOf('image/gif', 'GIF89a') }, /^must be a PNG, JPEG or WebP picture/],
    [
      { logo: pictureOf('image/png', '\x89PNG\r\n\x1a\n', 65_537) },
      /^must have at most 65536 bytes, but has 65537$/,
    ],
    [
      { logo: pictureOf('image/png', '\xff\xd8\xff') },
      /^says that it is image\/png, but its bytes are image\/jpeg$/,
    ],
    [
      { logo: pictureOf('image/png', '<script>') },
      /^says that it is image\/png, but its bytes are another file$/,
    ],
  ])('refuses an invalid look of forms: %#', async (setting, message) => {
    const problem = {
      path: `workspace.${Object.keys(setting).join()}`,
      message: expect.stringMatching(message),
    };
    await expect(apply(setting)).rejects.toMatchObject({ problems: [problem] });
  });

  // @proves E-19-18
  it('says how the page of a form looks and who may embed it, until it says otherwise', async () => {
    const apply = async (settings: string) => {
      const form = `forms: [{ title: Contact, slug: contact${settings === '' ? '' : `, ${settings}`} }]`;
      return (await app.operator.apply(manifestWith(form))).changes;
    };
    const page = async () => {
      const [form] = (await app.operator.show(subdomain)).forms;
      return [form?.intro, form?.successMessage, form?.embedOrigins, form?.requiresProof];
    };
    await apply('');
    expect(await page()).toEqual([null, null, [], false]);
    const all =
      'intro: Hello, success_message: Thanks, embed_origins: ["https://www.example.com"], requires_proof: true';
    expect(await apply(all)).toEqual([
      'changed the introduction of form "contact"',
      'changed the success message of form "contact"',
      'form "contact" may be embedded by https://www.example.com',
      'form "contact" requires a proof of work',
    ]);
    for (const same of [all, '']) expect(await apply(same)).toEqual([]);
    expect(await page()).toEqual(['Hello', 'Thanks', ['https://www.example.com'], true]);
    await apply('intro: "", success_message: " ", embed_origins: [], requires_proof: false');
    expect(await page()).toEqual([null, null, [], false]);
  });

  // @proves E-19-18
  it.each([
    ['embed_origins: https://www.example.com', 'embed_origins'],
    ['embed_origins: ["https://www.example.com/path"]', 'embed_origins'],
    ['embed_origins: ["*"]', 'embed_origins'],
    ['embed_origins: ["https://a;script-src"]', 'embed_origins'],
    ['requires_proof: 1', 'requires_proof'],
    ['intro: 7', 'intro'],
    [`success_message: ${'x'.repeat(2_001)}`, 'success_message'],
  ])('is refused for a form with %s', async (settings, path) => {
    const manifest = manifestWith(`forms: [{ title: Contact, slug: contact, ${settings} }]`);
    await expect(app.operator.apply(manifest)).rejects.toMatchObject({
      problems: [{ path: `forms[0].${path}` }],
    });
  });
});
