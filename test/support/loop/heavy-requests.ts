import { randomUUID } from 'node:crypto';
import * as heavy from './heavy.js';
import { AGENT, CUSTOMER, html, MANY, type HeavyRequest, type HeavyWork } from './heavy.js';

type Properties = Readonly<Record<string, unknown>>;

export const json = (method: HeavyRequest['method'], path: string, body: unknown, status = [200, 201]): HeavyRequest => ({ method, path, body: JSON.stringify(body), status }); // prettier-ignore
const get = (path: string, status = [200]): HeavyRequest => ({ method: 'GET', path, status });
const list = <Item>(length: number, item: (index: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(index));

export const ticket = (properties: Properties, status = [201]): HeavyRequest =>
  json(
    'POST',
    '/tickets',
    { email: CUSTOMER, subject: 'Heavy', description: '<p>Hello</p>', ...properties },
    status,
  );
const comment = (properties: Properties, status = [201]): HeavyRequest =>
  json('POST', '/tickets/1/comments', { author_email: AGENT, content: '<p>Hello</p>', ...properties }, status); // prettier-ignore
const change = (properties: Properties, status = [200]): HeavyRequest =>
  json('PUT', '/tickets/1', properties, status);

/** A text that differs from run to run, so that no index knows it. */
const fresh = (run: number, text: string): string => `run${run} ${text.slice(0, -20)}`;

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
export const tool = (name: string, args: Properties): HeavyRequest => ({
  ...{ method: 'POST', path: '/mcp', status: [200, 400] },
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: args, _meta: META },
  }),
  headers: { 'MCP-Protocol-Version': REVISION, 'Mcp-Method': 'tools/call', 'Mcp-Name': name },
});

/** The texts that searches look through: of each kind, some tickets with a word at the end that stands nowhere else. */
const SEARCHED = {
  accented: heavy.ACCENTED_WORDS,
  unbroken: heavy.ACCENTED_WORD,
  many: heavy.MANY_WORDS,
  japanese: heavy.JAPANESE,
  ligatures: heavy.LIGATURES,
  letters: heavy.LETTERS,
} as const;
const needle = (name: string): string => `needle${name}`;
const withNeedle = (name: string, text: string): string => html(`${text.slice(0, -600)} ${needle(name)}`);

/** Makes `count` tickets with texts of each kind, and three times as many comments. The work begins after them. */
export const preparation = (count: number): readonly HeavyRequest[] => [
  ticket({ description: '<p>The first one</p>' }),
  ...Object.entries(SEARCHED).flatMap(([name, text]) =>
    list(count, () => ticket({ description: withNeedle(name, text) })),
  ),
  ...list(3 * count, (index) => comment({ content: html(fresh(index, heavy.ACCENTED_WORDS)) })),
  get('/tickets?q=needle'),
];

const searches: readonly HeavyWork[] = Object.keys(SEARCHED).flatMap((name) => [
  {
    name: `a search that shows its matches: ${name}`,
    requests: () => [get(`/tickets?q=${needle(name)}&include=matches&page_size=100`)],
  },
  {
    name: `a search of an assistant: ${name}`,
    requests: () => [tool('search_tickets', { q: needle(name) })],
  },
]);

const words = (length: number): string => list(length, (index) => `word${index}`).join(' ');
const names = (length: number): string => list(length, (index) => `name ${index}`).join(',');

const lists: Readonly<Record<string, readonly HeavyRequest[]>> = {
  'a page of long descriptions': [get('/tickets?page_size=30', [200, 422])],
  'a page of long descriptions and comments': [
    get('/tickets?page_size=20&include=comments,description', [200, 422]),
  ],
  'a page of long comments': [get('/tickets/1/comments?page_size=30', [200, 422])],
  'a ticket with its comments': [get('/tickets/1?include=comments')],
  'a copy of all tickets with their comments': [get('/exports/tickets?include=comments')],
  'a copy of all tickets': [get('/exports/tickets')],
  'a search of 32 words': [get(`/tickets?q=${encodeURIComponent(words(32))}&include=matches`)],
  'a search of one long word': [get(`/tickets?q=${encodeURIComponent('é'.repeat(900))}&include=matches`)],
  'a search of signs': [get(`/tickets?q=${encodeURIComponent('"a'.repeat(450))}`, [200, 422])],
  'a filter of many statuses': [get(`/tickets?status=${encodeURIComponent(names(1_000))}`, [200, 422])],
  'a filter of many tags': [get(`/tickets?tag=${encodeURIComponent(names(1_000))}`, [200, 422])],
  'a filter of many parameters': [get(`/tickets?${'tag=a&'.repeat(2_500)}`, [200, 400, 422])],
  'a page of events': [get('/events?limit=500')],
  'a report of tickets': [
    get('/reports/tickets?range_type=created_at&start_date=2020-01-01&end_date=2026-12-31', [200, 422]),
  ],
  'a report of many days': [
    get('/reports/ticket-time-series?range_type=created_at&start_date=2020-01-01&end_date=2026-12-31', [200, 422]), // prettier-ignore
  ],
  'a page of fields': [get('/fields?page_size=100')],
  'an assistant that reads a long ticket': [tool('get_ticket', { ticket: 1 })],
  'an assistant that reads all choices': [tool('list_choices', { kind: 'fields' })],
  'the document of the API': [get('/openapi.json')],
};

const raising: Readonly<Record<string, (run: number) => Properties>> = {
  'open tags': () => ({ description: MANY.open }),
  'closed tags': () => ({ description: MANY.closed }),
  'nested tables': () => ({ description: heavy.TABLES }),
  links: () => ({ description: MANY.links }),
  pictures: () => ({ description: MANY.pictures }),
  'pictures without an address': () => ({ description: MANY.bare }),
  angles: () => ({ description: MANY.angles }),
  ampersands: () => ({ description: MANY.ampersands }),
  'many attributes': () => ({ description: MANY.attributes }),
  spans: () => ({ description: MANY.spans }),
  'accented words': (run) => ({ description: html(fresh(run, heavy.ACCENTED_WORDS)) }),
  'one accented word': (run) => ({ description: html(fresh(run, heavy.ACCENTED_WORD)) }),
  'words that all differ': (run) => ({ description: html(fresh(run, heavy.MANY_WORDS)) }),
  'a script without spaces': (run) => ({ description: html(fresh(run, heavy.JAPANESE)) }),
  'pictures of text': (run) => ({ description: html(fresh(run, heavy.PICTURES)) }),
  ligatures: (run) => ({ description: html(fresh(run, heavy.LIGATURES)) }),
};

const refused: Readonly<Record<string, Properties>> = {
  '20,000 cc': { cc: list(20_000, (index) => `p${index}@people.example`) },
  '20,000 cc of international domains': { cc: list(20_000, (index) => `p${index}@bücher${index}.example`) },
  '50 cc of international domains': { cc: list(50, (index) => `p${index}@bücher${index}.example`) },
  'a text of cc': { cc: JSON.stringify(list(3_000, (index) => `p${index}@people.example`)) },
  '50,000 cc that are no addresses': { cc: list(50_000, () => 'nobody') },
  '100,000 tags': { tags: list(100_000, (index) => `t${index}`) },
  '1,000 tags': { tags: list(1_000, (index) => `${'é'.repeat(50)} ${index}`) },
  '50,000 attachments': { attachments: list(50_000, (index) => `a${index}`) },
  '1,000 fields': { ticket_fields: Object.fromEntries(list(1_000, (index) => [`Field ${index}`, 'x'])) },
  '50,000 fields': { ticket_fields: Object.fromEntries(list(50_000, (index) => [`f${index}`, 1])) },
  '50,000 properties': Object.fromEntries(list(50_000, (index) => [`f${index}`, 1])),
  'long values': {
    ticket_fields: Object.fromEntries(list(14, (index) => [`Words ${index}`, 'é'.repeat(32_000)])),
  },
  '90,000 options': { ticket_fields: { Options: list(90_000, (index) => `Option ${index}`) } },
  '1,000 options': { ticket_fields: { Options: list(1_000, (index) => `Option ${index}`) } },
  'a long subject': { subject: heavy.LONG_LINE },
  'a long address': { email: `${heavy.LONG_LINE}@x.example` },
  'an address of dots': { email: `${'a.'.repeat(200_000)}@x.example` },
  'a long external_id': { external_id: heavy.LONG_LINE, source: heavy.LONG_LINE },
  'deep JSON': { ticket_fields: JSON.parse(`${'['.repeat(31)}${']'.repeat(31)}`) as unknown },
};
const ANY = [200, 201, 400, 413, 422];

const writing: Readonly<Record<string, (run: number) => HeavyRequest[]>> = {
  'a description that is changed': (run) => [change({ description: html(fresh(run, heavy.MANY_WORDS)) })],
  'a description of open tags that is changed': () => [change({ description: MANY.open })],
  'a description of nested tables that is changed': () => [change({ description: heavy.TABLES })],
  'a change of 100,000 tags': () => [change({ add_tags: list(100_000, (index) => `t${index}`) }, ANY)],
  'a note with 10,000 mentions': () => [
    comment({ comment_type: 'note', mentions: list(10_000, (index) => `p${index}@bücher.example`) }, ANY),
  ],
  'a draft of nested tables': () => [
    json('PUT', '/tickets/1/drafts/reply', { author_email: AGENT, content: heavy.TABLES }, ANY),
  ],
  'a request that is repeated': (run) => {
    const headers = { 'Idempotency-Key': `${run}-${randomUUID()}` };
    const one = { ...ticket({ description: html(fresh(run, heavy.MANY_WORDS)) }), headers };
    return [one, one];
  },
  'customers with 20,000 addresses': () => [
    json('POST', '/customers', { customer: { emails: list(20_000, (index) => `p${index}@x.example`) } }, ANY),
  ],
  'a field with 20,000 options': () => [
    json('POST', '/fields', { field: { name: 'F', kind: 'single_option', data: list(20_000, (index) => `o${index}`) } }, ANY), // prettier-ignore
  ],
  'team members of 20,000 addresses': () => [
    json('POST', '/team-members', { first_name: 'A', emails: list(20_000, (index) => `p${index}@bücher.example`) }, ANY), // prettier-ignore
  ],
  'a webhook of 50,000 types': () => [
    json('POST', '/webhooks', { url: 'https://x.example', types: list(50_000, () => 'ticket.created') }, ANY),
  ],
  'a batch of 100 tickets, and one that changes them, with open tags': () => batches(MANY.open),
  'a batch of 100 tickets, and one that changes them, with pictures': () =>
    batches('<img src="http://a.b/c">'.repeat(400)),
  'an assistant that writes a long note': (run) => [
    tool('add_note', { ticket: 1, text: fresh(run, heavy.ACCENTED_WORDS), author_email: AGENT }),
  ],
  'a form with a long message': () => [form(`message=${'%C3%A9'.repeat(130_000)}`)],
  'a form with 20,000 parts': () => [form('x=1&'.repeat(19_000))],
  'a form with open tags': () => [form(`message=${encodeURIComponent(MANY.open)}`)],
};
const OPERATIONS = 100;
/** Descriptions that are as long as a body with 100 of them allows. */
const batches = (words: string): HeavyRequest[] => {
  const description = words.slice(0, 9_000);
  const raised = { email: CUSTOMER, subject: 'Heavy', description };
  const batch = (operation: (index: number) => object): HeavyRequest =>
    json('POST', '/tickets/batch', { operations: list(OPERATIONS, operation) });
  return [
    batch(() => ({ op: 'create', body: raised })),
    batch((index) => ({
      op: 'update',
      ticket: index + 1,
      body: { description: `<p>${index}</p>${description}` },
    })),
  ];
};
const form = (body: string): HeavyRequest => ({
  ...{ method: 'POST', path: '/forms/contact', type: 'application/x-www-form-urlencoded', body },
  status: [200, 400, 413, 422, 429],
});

/** Requests as clients and visitors can send them. */
export const HEAVY_REQUESTS: readonly HeavyWork[] = [
  ...searches,
  ...Object.entries(lists).map(([name, requests]) => ({ name, requests: () => requests })),
  ...Object.entries(raising).flatMap(([name, properties]) => [
    {
      name: `a ticket of ${name}`,
      requests: (run: number) => [ticket(properties(run), ANY), get('/tickets?q=a')],
    },
    {
      name: `a comment of ${name}`,
      requests: (run: number) => [
        comment({ content: `<p>x</p>${String(properties(run)['description'])}`.slice(0, 200_000) }, ANY),
        get('/tickets?q=a'),
      ],
    },
  ]),
  ...Object.entries(refused).map(([name, properties]) => ({
    name: `a ticket of ${name}`,
    requests: () => [ticket(properties, ANY)],
  })),
  ...Object.entries(writing).map(([name, requests]) => ({ name, requests })),
];

/** The workspace in which the work is done: long lists of all that a manifest can name. */
export const HEAVY_DESK = {
  team_members: [{ email: AGENT, first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
  fields: [
    { name: 'Options', kind: 'multi_option', options: list(1_000, (index) => `Option ${index}`) },
    ...list(9, (field) => ({
      ...{ name: `More options ${field}`, kind: 'multi_option' },
      options: list(1_000, (index) => `Option ${index} of ${field}`),
    })),
    ...list(400, (index) => ({ name: `Words ${index}`, kind: 'textarea' })),
    { name: 'Amount', kind: 'decimal' },
  ],
  forms: [{ title: 'Contact', slug: 'contact', enabled: true, fields: ['Options', 'Words 0'] }],
};

/** Settings of the workspace itself. */
export const HEAVY_SETTINGS = {
  blocked_senders: list(1_000, (index) =>
    index % 2 ? `bücher${index}.example` : `pest@ärger${index}.example`,
  ),
};
