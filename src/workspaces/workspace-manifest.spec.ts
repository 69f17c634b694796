import { readFileSync } from 'node:fs';
import { DomainError } from '../kernel/errors.js';
import { readManifest } from './workspace-manifest.js';

const WORKSPACE = 'workspace: { subdomain: acme, name: Acme }\n';

const AN_ID = '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f';

const refusalOf = (text: string): DomainError => {
  try {
    readManifest(text);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('The manifest was accepted.');
};
const mistakesIn = (text: string): string[] =>
  refusalOf(text).problems.map(({ path, message }) => `${path} ${message}`);

describe('a manifest', () => {
  it('is read as the example shows it', () => {
    const manifest = readManifest(readFileSync('examples/acme.workspace.yaml', 'utf8'));
    expect(manifest.workspace).toEqual({
      subdomain: 'acme',
      name: 'Acme Inc',
      knowledgeBaseName: 'Acme Help Center',
    });
    expect(manifest.categories).toEqual([
      {
        name: 'Billing',
        subCategories: [
          {
            name: 'Invoices',
            subCategories: [
              { name: 'VAT', subCategories: [] },
              { name: 'Duplicates', subCategories: [] },
            ],
          },
          { name: 'Payment methods', subCategories: [] },
        ],
      },
    ]);
    expect(manifest.teamMembers[2]).toEqual({
      id: '0190c7a4-604f-7e21-8b51-2a3f4e5d6c7b',
      email: 'kim@acme.example',
      firstName: 'Kim',
      lastName: 'Lee',
      role: 'agent',
      groups: ['Sales'],
    });
    expect(manifest.fields[9]).toEqual({
      ...{ id: '0190c7a4-b099-7275-94e6-7a8b9c0d1e2f', name: 'Old field' },
      ...{ kind: 'text', options: [], state: 'inactive' },
    });
    expect(manifest.customers).toEqual([
      { id: '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c', email: 'john@customer.example', name: 'John Luther' },
    ]);
    expect(manifest.forms[2]).toEqual({ title: 'Beta programme', slug: 'beta', isEnabled: false });
  });

  it('needs only its workspace; empty sections count as absent', () => {
    expect(readManifest(`${WORKSPACE}groups:\nforms: []\n`)).toEqual({
      workspace: { subdomain: 'acme', name: 'Acme' },
      statuses: [],
      categories: [],
      groups: [],
      teamMembers: [],
      companies: [],
      customers: [],
      fields: [],
      forms: [],
      webhooks: [],
    });
  });

  it.each([
    ['', 'the file must be a mapping of keys and values'],
    ['- 1', 'the file must be a mapping of keys and values'],
    ['{}', 'workspace is missing'],
    ['workspace: { subdomain: acme }', 'workspace.name is missing'],
    [
      'workspace: { subdomain: -a, name: A }',
      'workspace.subdomain must be one label of a domain name: at most 63 of a-z, 0-9 and -, without - at the ends',
    ],
    [`${WORKSPACE}colours: []`, 'colours is not a known key'],
    [`${WORKSPACE}__proto__: { x: 1 }`, '__proto__ is not a known key'],
    [`${WORKSPACE}groups: 7`, 'groups must be a list'],
    [`${WORKSPACE}groups: [Support]`, 'groups[0] must be a mapping of keys and values'],
    [`${WORKSPACE}groups: [{ name: ' ' }]`, 'groups[0].name must not be blank'],
    [
      `${WORKSPACE}companies: [{ name: ${'x'.repeat(256)} }]`,
      'companies[0].name must have at most 255 characters',
    ],
    [`${WORKSPACE}groups: [{ name: "\u200b" }]`, 'groups[0].name must have a visible character'],
    [`${WORKSPACE}groups: [{ name: "a\\nb" }]`, 'groups[0].name must be one line without control characters'],
    [
      `${WORKSPACE}statuses: [{ name: "a\\tb" }]`,
      'statuses[0].name must be one line without control characters',
    ],
    [`${WORKSPACE}groups: [{ id: 42, name: A }]`, 'groups[0].id must be a UUID in lower case'],
    [
      `${WORKSPACE}companies: [{ id: 0190C7A4-8D11-7F3A-9C20-5B6A7C8D9E0F, name: A }]`,
      'companies[0].id must be a UUID in lower case',
    ],
    [
      `${WORKSPACE}fields: [{ id: ${AN_ID}, name: A, kind: text }, { id: ${AN_ID}, name: B, kind: text }]`,
      `fields[1].id is in the list already: "${AN_ID}"`,
    ],
    [`${WORKSPACE}statuses: [{ id: ${AN_ID}, name: A }]`, 'statuses[0].id is not a known key'],
    [`${WORKSPACE}customers: [{ email: x }]`, 'customers[0].email must be an e-mail address'],
    [
      `${WORKSPACE}customers: [{ email: a@b.example }, { email: A@b.example }]`,
      'customers[1].email is in the list already: "A@b.example"',
    ],
    [`${WORKSPACE}groups: [{ name: 24 }]`, 'groups[0].name must be a text: put it in quotes'],
    [`${WORKSPACE}statuses: [{ name: 'a,b' }]`, 'statuses[0].name must not contain a comma'],
    [`${WORKSPACE}statuses: [{ name: ' a' }]`, 'statuses[0].name must not begin or end with a blank'],
    [
      `${WORKSPACE}statuses: [{ name: Open }]`,
      'statuses[0].name differs from the default "open" only in upper and lower case',
    ],
    [`${WORKSPACE}statuses: [{ name: qa }, { name: QA }]`, 'statuses[1].name is in the list already: "QA"'],
    [
      `${WORKSPACE}categories: [{ name: None }]`,
      'categories[0].name must not be None: it stands for "no category"',
    ],
    [
      `${WORKSPACE}categories: [{ name: A, sub_categories: [{ name: B }, { name: b }] }]`,
      'categories[0].sub_categories[1].name is in the list already: "b"',
    ],
    [
      `${WORKSPACE}categories: [{ name: A, sub_categories: [{ name: B, sub_categories: [{ name: C, sub_categories: [] }] }] }]`,
      'categories[0].sub_categories[0].sub_categories[0].sub_categories must be absent: categories have three levels',
    ],
    [
      `${WORKSPACE}team_members: [{ email: x, first_name: A }]`,
      'team_members[0].email must be an e-mail address',
    ],
    [
      `${WORKSPACE}team_members: [{ email: a@b.example, first_name: A, role: boss }]`,
      'team_members[0].role must be one of admin, agent, standard',
    ],
    [
      `${WORKSPACE}team_members: [{ email: a@b.example, first_name: A }, { email: A@b.example, first_name: B }]`,
      'team_members[1].email is in the list already: "A@b.example"',
    ],
    [
      `${WORKSPACE}fields: [{ name: A, kind: colour }]`,
      'fields[0].kind must be one of text, textarea, integer, decimal, date, checkbox, single_option, multi_option',
    ],
    [
      `${WORKSPACE}fields: [{ name: A, kind: single_option }]`,
      'fields[0].options must have at least one option',
    ],
    [
      `${WORKSPACE}fields: [{ name: A, kind: text, options: [x] }]`,
      'fields[0].options must be absent: a text field has no options',
    ],
    [
      `${WORKSPACE}fields: [{ name: A, kind: multi_option, options: [x, X] }]`,
      'fields[0].options[1] is in the list already',
    ],
    [
      `${WORKSPACE}forms: [{ title: A, slug: 'a b' }]`,
      'forms[0].slug must consist of a-z, 0-9, - and _, without - and _ at the ends',
    ],
    [`${WORKSPACE}forms: [{ title: A, slug: a, enabled: yes }]`, 'forms[0].enabled must be true or false'],
  ])('is refused with its mistake: %j', (text, mistake) => {
    expect(mistakesIn(text)).toContain(mistake);
  });

  it('may name two webhooks whose addresses differ in case, as a workspace may have them', () => {
    const naming = (...urls: string[]) =>
      `${WORKSPACE}webhooks: [${urls.map((url) => `{ url: '${url}', types: [ticket.created] }`).join()}]`;
    expect(readManifest(naming('https://x.example/Hook', 'https://x.example/hook')).webhooks).toHaveLength(2);
    expect(mistakesIn(naming('https://x.example/hook', 'https://x.example/hook'))).toEqual([
      'webhooks[1].url is in the list already: "https://x.example/hook"',
    ]);
  });

  it('is refused with all its mistakes at once', () => {
    const text = `${WORKSPACE}statuses: [{ name: a }, { name: A }]\nfields: [{ name: F, kind: text, kidn: x, options: [a] }]\n`;
    expect(mistakesIn(text)).toEqual([
      'fields[0].kidn is not a known key',
      'statuses[1].name is in the list already: "A"',
      'fields[0].options must be absent: a text field has no options',
    ]);
    expect(refusalOf(text).message).toBe('The manifest has 3 mistakes.');
  });

  it('is refused with its first hundred mistakes, however many there are', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `nope${at}: x\n`).join('');
    expect(mistakesIn(`${WORKSPACE}${keys}`)).toHaveLength(100);
    expect(refusalOf(`${WORKSPACE}${keys}`).message).toBe(
      'The manifest has more than 100 mistakes, of which these are the first.',
    );
  });

  it.each([
    ['a: [1', /^The manifest cannot be read: .*line \d+, column \d+\.$/],
    ['a: 1\na: 2', /^The manifest cannot be read: Map keys must be unique at line 2, column 1\.$/],
    [
      'a:\n  - { b: 1, c: 2, "b": 3 }',
      /^The manifest cannot be read: Map keys must be unique at line 2, column 19\.$/,
    ],
    ['a: 1\n---\nb: 2', /^The manifest cannot be read: it has several documents at line 2, column 1\.$/],
    [bomb(), /^The manifest cannot be read: its aliases stand for more than 100 values each\.$/],
  ])('that is not valid YAML is refused in a sentence', (text, message) => {
    expect(refusalOf(text).message).toMatch(message);
  });
});

/** Makes a few lines of YAML that would expand to a billion entries. */
function bomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
  );
  return ['l0: &l0 [x]', ...levels].join('\n');
}

describe('a manifest that is too much', () => {
  const letters = 'bcdefghij'.split('');
  const bomb = letters.map((name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]},`.repeat(9)}]`);
  const deep = 'it has more than 32 lists and mappings inside each other';
  it.each([
    [
      '200,000 groups',
      `${WORKSPACE}groups: [${'{name: x},'.repeat(200_000)}]`,
      'it has more than 50000 entries',
    ],
    [
      '200,000 lines',
      `${WORKSPACE}groups:\n${'- name: x\n'.repeat(200_000)}`,
      'it has more than 50000 entries',
    ],
    ['20,000 brackets', `${WORKSPACE}groups: ${'['.repeat(20_000)}`, deep],
    ['20,000 braces', `${WORKSPACE}groups: ${'{a: '.repeat(20_000)}`, deep],
    ['20,000 dashes', `${WORKSPACE}groups:\n${'- '.repeat(20_000)}`, deep],
    [
      '2,000 indented keys',
      Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      deep,
    ],
    ['33 brackets', `${WORKSPACE}groups: ${'['.repeat(33)}${']'.repeat(33)}`, deep],
    [
      'aliases of aliases',
      ['a: &a [x]', ...bomb].join('\n'),
      'its aliases stand for more than 100 values each',
    ],
    ['4 MiB', `${WORKSPACE}# ${'x'.repeat(4 * 1024 * 1024)}`, 'it has more than 4 MiB'],
  ])('is refused in our words, within a second of work: %s', (_what, text, reason) => {
    const before = process.cpuUsage();
    expect(refusalOf(text).message).toBe(`The manifest cannot be read: ${reason}.`);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('is refused at a list of more than 10,000 items', () => {
    const groups = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `g${index}` }));
    const text = (count: number) => `${WORKSPACE}groups: ${JSON.stringify(groups(count))}`;
    expect(mistakesIn(text(10_001))).toEqual(['groups must have at most 10000 items']);
    expect(readManifest(text(10_000)).groups).toHaveLength(10_000);
  });
});
