import { randomUUID } from 'node:crypto';
import { AGENT, CUSTOMER, filled, html, MANY, TABLES, type HeavyRequest, type HeavyWork } from './heavy.js';
import { json, ticket, tool } from './heavy-requests.js';

const KIBIBYTE = 1024;
const FULL = 250 * KIBIBYTE;
const ANY = [200, 201, 400, 413, 415, 422, 429];

const list = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(index));

/** HTML of shapes that no program writes. Each is as long as a content may be. */
const SHAPES: Readonly<Record<string, string>> = {
  comments: '<!-- x -->',
  'comments without an end': '<!-- ',
  styles: '<p style="color:red;background:url(x)">x</p>',
  entities: '&#128512;',
  'entities without an end': '&notit',
  lists: '<ul><li>',
  quotations: '<blockquote>',
  'ends of tags': '</p>',
  'tags without names': '<>',
  'sections of XML': '<![CDATA[x]]>',
  scripts: '<script>x</script>',
  'scripts without an end': '<script>',
  'attributes without an end': '<p title="',
  'links with line ends': '<a href="java&#10;script:x">x</a>',
  'pictures of events': '<img src=x onerror=x>',
  'tags in attributes': `<p title='<b>'>x`,
  tables: '<table><tr><td>x</td></tr></table>',
  'cells without tables': '<td>x',
  headings: '<h1>x</h1><h2>x</h2>',
  breaks: '<br>',
  'line ends': '\n',
  spaces: ' ',
  'signs without width': '\u200b',
  'letters with many marks': `a${'\u0301'.repeat(200)}`,
  'letters of two directions': 'a\u202e\u05d0',
  'half characters': '\ud83d',
  'numbers and signs': '1-2_3.4/5@6#7 ',
  addresses: 'a@b.example ',
  'addresses of pages': 'https://x.example/a?b=c&d=e#f ',
};

/** Numbers as text, because no program writes them otherwise. */
const NUMBERS: Readonly<Record<string, string>> = {
  'a number of a million digits': '1'.repeat(1_000_000),
  'a fraction of a million digits': `0.${'0'.repeat(1_000_000)}1`,
  'a large exponent': '1e999999999',
  'numbers of many digits': `[${list(40_000, () => '1234567890123456789.5').join()}]`,
};
const withField = (value: string): HeavyRequest => ({
  ...{ method: 'POST', path: '/tickets', status: ANY },
  body: `{"email":"${CUSTOMER}","subject":"A","description":"B","ticket_fields":{"Amount":${value}}}`,
});

const phrase = (words: number, last: string): string => `"${'a '.repeat(words)}${last}"`;
const search = (q: string): HeavyRequest => ({
  ...{ method: 'GET', path: `/tickets?q=${encodeURIComponent(q)}&include=matches&page_size=100` },
  status: [200, 422],
});

/** Headers as long as they may be. */
const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'many types': { Accept: list(1_500, (index) => `a/b${index};q=0.1`).join() },
  'many tags': { 'If-None-Match': list(1_200, (index) => `"a${index}"`).join() },
  'many ranges': { Range: `bytes=${list(1_500, (index) => `${index}-`).join()}` },
  'many proxies': { 'X-Forwarded-For': list(1_200, () => '10.0.0.1').join() },
  'many cookies': { Cookie: list(1_200, (index) => `a${index}=b`).join('; ') },
  'many languages': { 'Accept-Language': list(1_500, (index) => `a${index};q=0.1`).join() },
};

/** Arguments that are as long as those of a tool may be. */
const ARGUMENTS: Readonly<Record<string, HeavyRequest>> = {
  'a long query': tool('search_tickets', { q: 'é '.repeat(60_000) }),
  'unknown arguments': tool('search_tickets', Object.fromEntries(list(900, (index) => [`a${index}`, 1]))),
  'many wrong values': tool('search_tickets', { q: 'a', status: list(30_000, () => 7) }),
  'many statuses': tool('search_tickets', { q: 'a', status: list(15_000, (index) => `s${index}`) }),
  'signs of Markdown': tool('add_note', { ticket: 1, author_email: AGENT, text: '*_`[<&\n'.repeat(15_000) }),
  'a text of angles': tool('add_note', { ticket: 1, author_email: AGENT, text: '<'.repeat(100_000) }),
};

/** Descriptions that an assistant reads whole. */
const READ = {
  'closed tags': MANY.closed,
  'nested tables': TABLES,
  links: MANY.links,
  lists: filled('<ul><li>x', FULL),
};

const part = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const parts = (path: string, body: string): HeavyRequest => ({
  ...{ method: 'POST', path, type: 'multipart/form-data; boundary=x', status: ANY },
  body: `${body}--x--\r\n`,
});
const HAN = list(320_000, (index) => String.fromCharCode(0x4e00 + ((index * 7_919) % 20_000))).join('');
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain';

/** Forms as only programs send them. */
const FORMS: Readonly<Record<string, HeavyRequest>> = {
  'a form of many parts': parts('/forms/contact', part('message', 'x').repeat(5_000)),
  'a form of one long part': parts('/forms/contact', part('message', 'é'.repeat(500_000))),
  'a form of a part with many headers': parts(
    '/forms/contact',
    `--x\r\n${'X-A: b\r\n'.repeat(9_000)}\r\nx\r\n`,
  ),
  'a form of long names': parts('/forms/contact', part('m'.repeat(9_000), 'x').repeat(50)),
  'a form of many files behind long names of files': parts(
    '/forms/contact',
    part('kept', ' '.repeat(50_000)).repeat(20) +
      '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n\r\n'.repeat(500),
  ),
  'a form with a long domain': parts('/forms/contact', part('email', `a@${HAN}`)),
  'a form with an address of marks': parts('/forms/contact', part('email', '\u0301\u0316'.repeat(250_000))),
  'a form of quotation marks': parts('/forms/contact', part('message', '"'.repeat(1_040_000))),
  'an upload with a name of dots': parts('/attachments', `--x\r\n${FILE.replace('a.txt', `a${'.'.repeat(79_000)}a`)}\r\n\r\nx\r\n`), // prettier-ignore
  'an upload with a name of marks': parts('/attachments', `--x\r\n${FILE.replace('a.txt', '\u0301\u0316'.repeat(19_000))}\r\n\r\nx\r\n`), // prettier-ignore
  'an upload of many parts': parts(
    '/attachments',
    `${part('a', 'x').repeat(5_000)}--x\r\n${FILE}\r\n\r\nx\r\n`,
  ),
  'an upload with a long name': parts('/attachments', `--x\r\n${FILE.replace('a.txt', `${'%C3%A9'.repeat(5_000)}.txt`)}\r\n\r\nx\r\n`), // prettier-ignore
  'an upload of line ends': parts('/attachments', `--x\r\n${FILE}\r\n\r\n${'\r\n--'.repeat(1_000_000)}\r\n`),
};

const OPTIONS = list(900, (index) => `Option ${index}`);
const manifest = (properties: Record<string, unknown>): HeavyRequest => {
  const subdomain = `h${randomUUID().slice(0, 8)}`;
  const { workspace, ...others } = properties;
  const body = { workspace: { subdomain, name: 'Heavy', ...(workspace as object | undefined) }, ...others };
  return json('PUT', `/admin/v1/workspaces/${subdomain}`, body, ANY);
};
/** Manifests as programs send them to the listener for administration. */
const MANIFESTS: Readonly<Record<string, () => HeavyRequest>> = {
  'a manifest of 40 fields with 900 options': () =>
    manifest({ fields: list(40, (index) => ({ name: `F${index}`, kind: 'multi_option', options: OPTIONS })) }), // prettier-ignore
  'a manifest of 9,000 fields': () =>
    manifest({ fields: list(9_000, (index) => ({ name: `F${index}`, kind: 'text' })) }),
  'a manifest of 9,000 blocked domains': () =>
    manifest({ workspace: { blocked_senders: list(9_000, (index) => `ärger${index}.example`) } }), // prettier-ignore
  'a manifest of 9,000 categories': () =>
    manifest({ categories: list(9_000, (index) => ({ name: `Category ${index}` })) }),
  'a manifest of forms with 9,000 names of fields': () =>
    manifest({
      fields: list(500, (index) => ({ name: `F${index}`, kind: 'text' })),
      forms: list(18, (form) => ({
        ...{ title: 'Contact', slug: `form-${form}`, fields: list(500, (index) => `F${index}`) },
      })),
    }),
  'a manifest of 9,000 groups': () =>
    manifest({ groups: list(9_000, (index) => ({ name: `Group ${index}` })) }),
  'a manifest of 9,000 members': () =>
    manifest({
      groups: [{ name: 'Billing' }],
      team_members: list(9_000, (index) => ({
        ...{ email: `member${index}@acme.example`, first_name: 'Kim', groups: ['Billing'] },
      })),
    }),
  'a manifest of 9,000 customers': () =>
    manifest({
      customers: list(9_000, (index) => ({ email: `customer${index}@shop.example`, name: 'Kim' })),
    }),
  'a manifest of equal fields': () =>
    manifest({ fields: list(5_000, () => ({ name: 'Same', kind: 'text' })) }),
};

/** Requests that no person and no good program sends. */
export const ODD_REQUESTS: readonly HeavyWork[] = [
  ...Object.entries(SHAPES).map(([name, shape]) => ({
    name: `a ticket of ${name}`,
    requests: () => [ticket({ description: html(filled(shape, FULL)) }, ANY), search('x')],
  })),
  ...Object.entries(NUMBERS).map(([name, number]) => ({
    name: `a ticket of ${name}`,
    requests: () => [withField(number)],
  })),
  { name: 'a search of a long phrase', requests: () => [search(phrase(480, 'b'))] },
  { name: 'a search of a long phrase that is found', requests: () => [search(phrase(480, 'a'))] },
  { name: 'a search of 32 phrases', requests: () => [search(phrase(14, 'b ').repeat(31))] },
  { name: 'a search of 32 prefixes', requests: () => [search(list(32, (index) => `w${index}*`).join(' '))] },
  ...Object.entries(HEADERS).map(([name, headers]) => ({
    name: `a page with ${name}`,
    requests: (): HeavyRequest[] => [{ method: 'GET', path: '/tickets', headers, status: [200, 304, 400, 406, 431] }], // prettier-ignore
  })),
  ...Object.entries(ARGUMENTS).map(([name, request]) => ({
    name: `an assistant with ${name}`,
    requests: () => [request],
  })),
  ...Object.entries(READ).map(([name, description]) => ({
    name: `an assistant that reads a text of ${name}`,
    requests: () => [
      json('PUT', '/tickets/1', { description }, ANY),
      tool('get_ticket', { ticket: 1, part: 'text' }),
    ],
  })),
  ...Object.entries(FORMS).map(([name, request]) => ({ name, requests: () => [request] })),
  ...Object.entries(MANIFESTS).map(([name, request]) => ({ name, requests: () => [request()] })),
];
