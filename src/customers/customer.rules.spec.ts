import type { CompanyId, CustomerId } from '../kernel/ids.js';
import { Problems } from '../kernel/errors.js';
import {
  checkLink,
  checkSurroundings,
  customerRow,
  namesIn,
  newCustomer,
  primaryAddress,
  type NewCustomer,
  type WantedCustomer,
} from './customer.rules.js';

function read(wanted: WantedCustomer): { customer: NewCustomer; paths: string[]; problems: Problems } {
  const problems = new Problems();
  const customer = newCustomer(wanted, problems);
  return { customer, paths: problems.list.map(({ path }) => path), problems };
}

const INITECH = { id: 'c' as CompanyId, name: 'Initech' };

const addressesOf = (...emails: unknown[]) => read({ emails }).customer.emails;
const primaryOf = (...emails: unknown[]) =>
  addressesOf(...emails)
    .filter(({ isPrimary }) => isPrimary)
    .map(({ email }) => email);

describe('the addresses of a new customer', () => {
  // @proves D-6-7
  it('may be texts and objects, are kept as given and compared without case', () => {
    expect(addressesOf('Ann@One.example', { email: 'ann@two.example', primary: true })).toEqual([
      {
        email: 'Ann@One.example',
        emailKey: 'ann@one.example',
        isPrimary: false,
        path: 'customer.emails[0]',
      },
      {
        email: 'ann@two.example',
        emailKey: 'ann@two.example',
        isPrimary: true,
        path: 'customer.emails[1].email',
      },
    ]);
  });

  // @proves S-4.6-4
  it.each([
    ['the first when none says so', ['a@x.example', 'b@x.example'], 'a@x.example'],
    ['the first when all say no', [{ email: 'a@x.example', primary: false }, 'b@x.example'], 'a@x.example'],
    ['the one that says so', ['a@x.example', { email: 'b@x.example', primary: true }], 'b@x.example'],
  ])('have one primary: %s', (_case, emails, primary) => {
    expect(primaryOf(...emails)).toEqual([primary]);
  });

  // @proves D-6-3
  it.each<[string, unknown[], string[]]>([
    ['a text that is no address', ['a@x.example', 'nobody'], ['customer.emails[1]']],
    ['a blank text', [''], ['customer.emails[0]']],
    ['an address with spaces around it', [' a@x.example'], ['customer.emails[0]']],
    ['an object without address', [{ primary: true }], ['customer.emails[0].email']],
    ['an object with another address form', [{ email: ['a@x.example'] }], ['customer.emails[0].email']],
    ['an unknown property', [{ email: 'a@x.example', adress: 1 }], ['customer.emails[0].adress']],
    ['a label', [{ email: 'a@x.example', label: 'Work' }], ['customer.emails[0].label']],
    ['null', [null], ['customer.emails[0]']],
    ['a number', [1], ['customer.emails[0]']],
    ['an array', [['a@x.example']], ['customer.emails[0]']],
    ['primary as text', [{ email: 'a@x.example', primary: 'true' }], ['customer.emails[0].primary']],
    ['primary null', [{ email: 'a@x.example', primary: null }], ['customer.emails[0].primary']],
    [
      'a second and a third primary one',
      ['a', 'b', 'c'].map((name) => ({ email: `${name}@x.example`, primary: true })),
      ['customer.emails[1].primary', 'customer.emails[2].primary'],
    ],
    ['the same address twice', ['a@x.example', { email: 'A@X.example' }], ['customer.emails[1].email']],
    [
      'the same address three times',
      ['a@x.example', 'A@x.example', 'a@X.example'],
      ['customer.emails[1]', 'customer.emails[2]'],
    ],
  ])('are refused with %s', (_case, emails, paths) => {
    expect(read({ emails }).paths).toEqual(paths);
  });
});

describe('phones and links of a new customer', () => {
  it('may be texts and labelled objects', () => {
    const { customer, paths } = read({
      phones: [
        '+1 555 0100',
        { phone: '0101', label: 'Office' },
        { phone: '0102' },
        { phone: '0103', label: ' ' },
        { phone: '0104', label: null },
      ],
      links: [
        'https://x.example',
        { url: 'https://y.example', label: '' },
        { url: 'HTTP://x.example/a?b#c', label: 'Old' },
      ],
    });
    expect(paths).toEqual([]);
    expect(customer.phones).toEqual([
      { phone: '+1 555 0100', label: null },
      { phone: '0101', label: 'Office' },
      { phone: '0102', label: null },
      { phone: '0103', label: null },
      { phone: '0104', label: null },
    ]);
    expect(customer.links).toEqual([
      { url: 'https://x.example', label: null },
      { url: 'https://y.example', label: null },
      { url: 'HTTP://x.example/a?b#c', label: 'Old' },
    ]);
  });

  it('are refused at their own paths, all at once', () => {
    const { paths } = read({
      phones: [' ', 5, { phone: 'x'.repeat(101) }, { phone: '1', label: 'x'.repeat(101) }, { fone: '1' }],
      links: ['ftp://x.example', { url: 'x.example' }, { url: 'https://x.example', label: 7, title: 'x' }],
    });
    expect(paths).toEqual([
      'customer.phones[0]',
      'customer.phones[1]',
      'customer.phones[2].phone',
      'customer.phones[3].label',
      'customer.phones[4].fone',
      'customer.phones[4].phone',
      'customer.links[0]',
      'customer.links[1].url',
      'customer.links[2].title',
      'customer.links[2].label',
    ]);
  });

  // @proves D-6-10
  it.each(['http://x.example', 'https://[::1]:8443/', 'https://münchen.example/ü', 'http://localhost'])(
    'accept the web address %s',
    (url) => {
      expect(checkLink(url)).toBeNull();
    },
  );

  // @proves D-6-9..10
  it.each([
    '',
    'javascript:alert(1)',
    'http:x.example',
    'http://',
    'https://a b.example',
    ' https://x.example',
    'https://x.example\\@y.example',
    'https://x.example:99999',
    `https://x.example/${'x'.repeat(2048)}`,
    'https://x.example/\0',
    7,
  ])('refuse %j as a web address', (url) => {
    expect(checkLink(url)).toEqual(expect.any(String));
  });
});

describe('the names of a new customer', () => {
  it('are trimmed, and missing when blank', () => {
    expect(read({ firstName: ' Ann ', lastName: ' ' }).customer).toMatchObject({
      firstName: 'Ann',
      lastName: null,
    });
  });
});

describe('a new customer beside the others', () => {
  const wanted = {
    emails: ['a@x.example', { email: 'B@x.example', primary: true }],
    companyId: 'c' as CompanyId,
  };

  it('is refused at each address that is taken, and for an unknown company', () => {
    const { customer, problems } = read(wanted);
    checkSurroundings(customer, { takenKeys: ['b@x.example'], company: null }, problems);
    expect(problems.list.map(({ path }) => path)).toEqual([
      'customer.emails[1].email',
      'customer.company_id',
    ]);
  });

  it('is accepted when its addresses are free, with or without a company', () => {
    for (const [given, company] of [
      [wanted, INITECH],
      [{ emails: wanted.emails }, null],
    ] as const) {
      const { customer, problems } = read(given);
      checkSurroundings(customer, { takenKeys: [], company }, problems);
      expect(problems.any).toBe(false);
    }
  });

  it('is shown with its primary address', () => {
    const [createdAt, updatedAt] = [new Date(0), new Date(1)];
    const kept = { id: 'id' as CustomerId, company: INITECH, createdAt, updatedAt };
    const row = customerRow(read(wanted).customer, kept);
    expect(primaryAddress(row)).toBe('B@x.example');
    expect(row).toMatchObject({ ...kept, firstName: null, phones: [] });
  });
});

describe('the names in a whole name', () => {
  const [a, b] = ['a'.repeat(100), 'b'.repeat(100)];

  it.each([
    ['', null, null],
    [' Mary ', 'Mary', null],
    ['\u200b', null, null],
    ['Mary \u3164', 'Mary', null],
    ['Mary Ann Smith', 'Mary', 'Ann Smith'],
    [`${a} ${b}`, a, b],
    ['😀'.repeat(100), '😀'.repeat(100), null],
  ])('end at the first blank: %s', (name, firstName, lastName) => {
    expect(namesIn(name)).toEqual({ firstName, lastName });
  });

  it.each([
    [`${a}a`, a, 'a'],
    [`${a}a Smith`, a, 'a Smith'],
    [`Mary ${a}a`, `Mary ${'a'.repeat(95)}`, 'aaaaaa'],
    [` ${a}${b}c`, a, b],
    ['😀'.repeat(101), '😀'.repeat(100), '😀'],
  ])('have at most 100 characters each: %s', (name, firstName, lastName) => {
    expect(namesIn(name)).toEqual({ firstName, lastName });
  });
});
