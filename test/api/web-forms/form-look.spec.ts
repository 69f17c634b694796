import { aWorkspace } from '../../support/data/builders.js';
import { PNG } from '../../support/data/attachments.js';
import { FormVisitor, type OpenedForm } from '../../support/data/forms.js';
import { useDesk } from '../../support/test-app.js';

const FORMS = { forms: [{ title: 'Plain', slug: 'plain' }] };
const LOGO = `data:image/png;base64,${PNG.toString('base64')}`;
const CSP =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob:;form-action 'self';base-uri 'none';frame-ancestors 'none'";

const app = useDesk();

/** A workspace with these settings, and somebody at its form. */
async function aLook(settings: Record<string, string>): Promise<{
  readonly visitor: FormVisitor;
  readonly opened: OpenedForm;
  readonly apply: (settings: Record<string, string>) => Promise<void>;
}> {
  const { subdomain } = await aWorkspace(app, FORMS, settings);
  const visitor = new FormVisitor(app, subdomain);
  const apply = async (changes: Record<string, string>) => {
    await app.operator.apply(JSON.stringify({ workspace: { subdomain, name: subdomain, ...changes } }));
  };
  return { visitor, apply, opened: await visitor.open('plain') };
}

/** The addresses above `/forms` that a page names so. */
const namedIn = ({ html }: OpenedForm, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, path = '']) => path);
const stylesIn = (page: OpenedForm) => namedIn(page, /rel="stylesheet" href="\.\.([^"]+)"/g);
const logosIn = (page: OpenedForm) => namedIn(page, /<img class="logo" src="\.\.([^"]+)"/g);

it('the pages of forms have an icon, which comes from the service itself', async () => {
  const { visitor, opened } = await aLook({});
  const [path = '', ...others] = namedIn(
    opened,
    /<link rel="icon" type="image\/svg\+xml" href="\.\.([^"]+)"/g,
  );
  expect(others).toEqual([]);
  const { headers } = await visitor.get(path).expect(200);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  });
  const { text } = await visitor.get('/forms/nothing').expect(404);
  expect(text).toContain(path);
});

describe('the colour of a workspace', () => {
  it('is in a style sheet of its own, for light and for dark, and the policy stays', async () => {
    const { visitor, opened } = await aLook({ colour: '#8A1538' });
    const [, path = '', ...others] = stylesIn(opened);
    expect([path, others]).toEqual([expect.stringMatching(/^\/forms\/assets\/colour-8a1538\.\w+\.css$/), []]);
    expect(opened.html).not.toMatch(/<style| style=/);
    const { text, headers } = await visitor.get(path).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' });
    expect(text).toContain(':root { --accent: #8a1538; --accent-strong: #68102a; }');
    expect(text).toMatch(/prefers-color-scheme: dark\) \{\n:root \{ --accent: #[c-f][0-9a-f]{5};/);
    const { headers: page } = await visitor.get('/forms/plain').expect(200);
    expect(page['content-security-policy']).toBe(CSP);
  });

  it('is taken away by the word none', async () => {
    const { visitor, opened, apply } = await aLook({ colour: '#8a1538' });
    expect(stylesIn(opened)).toHaveLength(2);
    await apply({ colour: 'none' });
    expect(stylesIn(await visitor.open('plain'))).toHaveLength(1);
  });

  it('is served only when a workspace may have it, and under its own name', async () => {
    const { visitor } = await aLook({});
    for (const name of [
      'colour-ffffff',
      'colour-1f5fae',
      'colour-1f5fae.0000000000000000',
      'colour-',
      'colour',
    ])
      await visitor.get(`/forms/assets/${name}.css`).expect(404);
  });
});

describe('the logo of a workspace', () => {
  it('is a picture from the own address, kept until it changes, and the policy stays', async () => {
    const { visitor, opened, apply } = await aLook({ logo: LOGO });
    const [path = '', ...others] = logosIn(opened);
    expect(others).toEqual([]);
    const { body, headers } = await visitor.get(path).expect(200);
    expect(body).toEqual(PNG);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    const { headers: page } = await visitor.get('/forms/plain').expect(200);
    expect(page['content-security-policy']).toBe(CSP);
    const webp = Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1');
    await apply({ logo: `data:image/webp;base64,${webp.toString('base64')}` });
    const [next = ''] = logosIn(await visitor.open('plain'));
    expect(next).not.toBe(path);
    await visitor.get(path).expect(404);
    expect((await visitor.get(next).expect(200)).type).toBe('image/webp');
    await apply({ logo: 'none' });
    expect(logosIn(await visitor.open('plain'))).toEqual([]);
    await visitor.get(next).expect(404);
  });

  it('is not that of another workspace', async () => {
    const { opened } = await aLook({ logo: LOGO });
    const { visitor: other } = await aLook({ logo: LOGO });
    const [path = ''] = logosIn(opened);
    const { type } = await other.get(path).expect(404);
    expect(type).toBe('text/html');
  });
});
