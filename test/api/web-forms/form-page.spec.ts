import { FormVisitor, MESSAGE, proofFor } from '../../support/data/forms.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMinuteLater } from '../../support/servers/clock.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let desk: TestWorkspace;
let visitor: FormVisitor;

const ALL_KINDS = [
  { name: 'Order number', kind: 'text', is_required: true },
  { name: 'Steps', kind: 'textarea' },
  { name: 'Seats', kind: 'integer' },
  { name: 'Amount', kind: 'decimal' },
  { name: 'Needed on', kind: 'date' },
  { name: 'Urgent', kind: 'checkbox' },
  { name: 'Country', kind: 'single_option', options: ['India', '<b>Germany</b>'], is_required: true },
  { name: 'Products', kind: 'multi_option', options: ['Desk', 'Chat'] },
];

beforeAll(async () => {
  app = await startTestApp();
  desk = await aWorkspace(app, {
    fields: [...ALL_KINDS, { name: 'Gone', kind: 'text', state: 'inactive' }],
    forms: [
      {
        ...{ title: 'Contact <us>', slug: 'contact-us', intro: 'We answer soon.\n\n<script>no()</script>' },
        fields: [...ALL_KINDS.map(({ name }) => name), 'Gone'],
      },
      {
        title: 'Framed',
        slug: 'framed',
        embed_origins: ['https://www.example.com', 'http://localhost:8080'],
      },
      { title: 'Closed', slug: 'closed', enabled: false },
    ],
  });
  visitor = new FormVisitor(app, desk.subdomain);
});

describe('the page of a form', () => {
  // @proves E-19-1
  it('is at the address that the list of forms names, and needs no key', async () => {
    const { body } = await desk.client.get('/forms').expect(200);
    const [form] = (body as { forms: { url: string }[] }).forms;
    const { pathname, host } = new URL(form?.url ?? '');
    expect(host).toBe(`${desk.subdomain}.desk.test`);
    const { text, headers } = await visitor.get(pathname).expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>Contact &lt;us&gt;</h1>');
  });

  // @proves E-19-3
  it('asks for name, address, subject, message, each active field by its kind, and files', async () => {
    const { html } = await visitor.open('contact-us');
    const asked = [
      ...html.matchAll(/<(input|textarea|select)[^>]*?(?:type="(\w+)")?[^>]*? name="([\w.-]+)"/g),
    ]
      .filter(([tag]) => !tag.includes('hidden') && !tag.includes('website'))
      .map(([tag]) => `${/^<(\w+)/.exec(tag)?.[1]} ${/type="(\w+)"/.exec(tag)?.[1] ?? ''}`.trim());
    expect(asked).toEqual([
      ...['input text', 'input email', 'input text', 'textarea'],
      ...['input text', 'textarea', 'input text', 'input text', 'input date', 'input checkbox', 'select'],
      ...['input checkbox', 'input checkbox', 'input file'],
    ]);
    expect(html).toContain('&lt;b&gt;Germany&lt;/b&gt;');
    expect(html).not.toContain('<script>no()');
    expect(html).not.toContain('Gone');
  });

  // @proves E-19-4
  it('names each control, and says which may stay empty', async () => {
    const { html } = await visitor.open('contact-us');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/<label[^>]* for="([^"]+)"/g)) expect(ids).toContain(target);
    expect(html).toMatch(/Order number<\/label>/);
    expect(html).toMatch(/Seats <span class="optional">\(optional\)<\/span>/);
  });

  // @proves E-19-12
  it('has no script, style, cookie or frame but what it may have', async () => {
    const { text, headers } = await visitor.get('/forms/contact-us').expect(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob:;form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).not.toMatch(/<script(?! src=)|<style| style=| on\w+=/);
  });

  // @proves E-19-13
  it('can be shown in frames of the origins that the manifest names', async () => {
    const { headers } = await visitor.get('/forms/framed').expect(200);
    expect(headers['content-security-policy']).toMatch(
      /frame-ancestors https:\/\/www\.example\.com http:\/\/localhost:8080$/,
    );
    expect(headers['x-frame-options']).toBeUndefined();
  });

  // @proves E-19-12
  it('loads one style sheet and one script, whose names change with what is in them', async () => {
    const { html } = await visitor.open('contact-us');
    const paths = [...html.matchAll(/(?:href|src)="\.\.(\/forms\/assets\/form\.[0-9a-f]{16}\.(?:css|js))"/g)];
    expect(paths).toHaveLength(2);
    for (const [, path = ''] of paths) {
      const { headers } = await visitor.get(path).expect(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    }
    await visitor.get('/forms/assets/form.0000000000000000.css').expect(404);
    await visitor.get('/forms/assets/..%2F..%2Fpackage.json').expect(404);
  });

  it('has an address without a slash at its end, and so have all pages of forms', async () => {
    const { headers } = await visitor.get('/forms/contact-us/').expect(308);
    expect(headers['location']).toBe('../contact-us');
    const thanks = await visitor.get('/forms/contact-us/sent/1.x/?a=b').expect(308);
    expect(thanks.headers['location']).toBe('../1.x');
  });

  it('is sent to an address without a slash at its end, and nothing is made before', async () => {
    const opened = await visitor.open('framed');
    const typed = { token: opened.token, proof: proofFor(opened), ...MESSAGE };
    await aMinuteLater(async () => {
      const sent = await visitor.post('framed/', typed);
      expect([sent.status, sent.headers['location']]).toEqual([308, '../framed']);
      const once = await visitor.post('framed', typed);
      expect([once.status, once.headers['location']]).toEqual([
        303,
        expect.stringMatching(/^framed\/sent\//),
      ]);
    });
  });
});

describe('a page that is not there', () => {
  // @proves E-19-2
  it.each(['unknown', 'closed', 'Contact-us', 'a/b', 'contact-us/sent/1.x', 'x'.repeat(300)])(
    'is a page for people with 404: %s',
    async (slug) => {
      const { text, headers } = await visitor.get(`/forms/${slug}`).expect(404);
      if (slug === 'a/b') return;
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(text).toContain('<h1>Page not found</h1>');
    },
  );

  // @proves E-19-2
  it.each([
    '%00',
    'a%00b',
    '%01',
    '%7f',
    '%0d%0a',
    '%c2%80',
    '%ef%bf%bf',
    '%f3%a0%80%81',
    "'%22%3b--",
    '%25zz',
    'a%2fb',
  ])('is one with 404 when no form can have its address: %s', async (odd) => {
    for (const path of [odd, `${odd}/sent/1.x`, `plain/sent/${odd}`, `assets/${odd}`, `logo/${odd}`]) {
      const { text, type } = await visitor.get(`/forms/${path}`).expect(404);
      expect([path, type, text.includes('<h1>Page not found</h1>')]).toEqual([path, 'text/html', true]);
    }
    await visitor.postPlain(odd, MESSAGE).expect(404);
  });

  // @proves E-19-2
  it('is a page, too, when its address is malformed, or answers another method only', async () => {
    for (const path of ['/forms/%ff', '/forms/%', '/forms/%ed%a0%80', '/forms/contact-us/sent/%zz']) {
      const { text, type } = await visitor.get(path).expect(400);
      expect([type, text]).toEqual(['text/html', expect.stringContaining('<h1>Something went wrong</h1>')]);
    }
    const { headers, type } = await visitor.remove('/forms/contact-us').expect(405);
    expect([type, headers['allow']]).toEqual(['text/html', 'GET, POST, HEAD, OPTIONS']);
    await visitor.get('/form/%ff').expect(400).expect('Content-Type', /json/);
  });

  // @proves E-19-2
  it('is the same in a workspace that is not there', async () => {
    const { text } = await new FormVisitor(app, 'nobody').get('/forms/contact-us').expect(404);
    expect(text).toContain('<h1>Page not found</h1>');
  });

  // @proves E-19-2
  it('is that of another workspace', async () => {
    const other = await aWorkspace(app);
    await new FormVisitor(app, other.subdomain).get('/forms/contact-us').expect(404);
  });
});
