import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { anAddress, companyOf, storedCustomers } from '../../support/data/stored/stored-customers.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let globexCompany: string;

beforeAll(async () => {
  acme = await aWorkspace(app, { companies: [{ name: 'Initech' }] });
  globexCompany = await companyOf(await aWorkspace(app, { companies: [{ name: 'Initech' }] }));
});

const create = (customer: unknown) => acme.client.post('/customers', { customer });

describe('a creation that is refused', () => {
  const valid = () => ({ emails: [anAddress()] });
  const refused: [string, () => object, string[]][] = [
    ['no customer', () => ({}), ['customer']],
    ['customer as text', () => ({ customer: 'x' }), ['customer']],
    ['customer null', () => ({ customer: null }), ['customer']],
    ['a property beside customer', () => ({ customer: valid(), notify: true }), ['notify']],
    ['an unknown property', () => ({ customer: { ...valid(), name: 'x' } }), ['customer.name']],
    ['no emails', () => ({ customer: {} }), ['customer.emails']],
    ['empty emails', () => ({ customer: { emails: [] } }), ['customer.emails']],
    ['emails as text', () => ({ customer: { emails: anAddress() } }), ['customer.emails']],
    [
      'too many emails',
      () => ({ customer: { emails: Array.from({ length: 21 }, () => anAddress()) } }),
      ['customer.emails'],
    ],
    [
      'a wrong address',
      () => ({ customer: { emails: [anAddress(), { email: 'x' }] } }),
      ['customer.emails[1].email'],
    ],
    [
      'a misspelt property of an address',
      () => ({ customer: { emails: [anAddress(), { email: anAddress(), adress: 'x' }] } }),
      ['customer.emails[1].adress'],
    ],
    [
      'two primary addresses',
      () => ({ customer: { emails: [1, 2].map(() => ({ email: anAddress(), primary: true })) } }),
      ['customer.emails[1].primary'],
    ],
    [
      'one address twice',
      () => {
        const email = anAddress();
        return { customer: { emails: [email, email.toUpperCase()] } };
      },
      ['customer.emails[1]'],
    ],
    ['a blank phone', () => ({ customer: { ...valid(), phones: ['1', ' '] } }), ['customer.phones[1]']],
    [
      'too many phones',
      () => ({ customer: { ...valid(), phones: Array.from({ length: 21 }, () => '1') } }),
      ['customer.phones'],
    ],
    [
      'a misspelt property of a phone',
      () => ({ customer: { ...valid(), phones: [{ phone: '1', lable: 'x' }] } }),
      ['customer.phones[0].lable'],
    ],
    [
      'a link that is none',
      () => ({ customer: { ...valid(), links: [{ url: 'javascript:x' }] } }),
      ['customer.links[0].url'],
    ],
    [
      'too many links',
      () => ({ customer: { ...valid(), links: Array.from({ length: 21 }, () => 'https://x.example') } }),
      ['customer.links'],
    ],
    [
      'a label that is a number',
      () => ({ customer: { ...valid(), links: [{ url: 'https://x.example', label: 7 }] } }),
      ['customer.links[0].label'],
    ],
    [
      'too long texts',
      () => {
        const text = 'x'.repeat(101);
        return {
          customer: { ...valid(), first_name: text, last_name: text, language: text, time_zone: text },
        };
      },
      ['customer.first_name', 'customer.language', 'customer.last_name', 'customer.time_zone'],
    ],
    [
      'a too long description',
      () => ({ customer: { ...valid(), description: 'x'.repeat(65_536) } }),
      ['customer.description'],
    ],
    ['a NUL character', () => ({ customer: { ...valid(), first_name: '\0' } }), ['customer.first_name']],
    [
      'an id that is none',
      () => ({ customer: { ...valid(), company_id: 'Initech' } }),
      ['customer.company_id'],
    ],
    [
      'an unknown company',
      () => ({ customer: { ...valid(), company_id: 'a0000000-0000-4000-8000-000000000000' } }),
      ['customer.company_id'],
    ],
    [
      "another workspace's company",
      () => ({ customer: { ...valid(), company_id: globexCompany } }),
      ['customer.company_id'],
    ],
    ...[
      'emails',
      'first_name',
      'last_name',
      'phones',
      'links',
      'language',
      'time_zone',
      'description',
      'company_id',
    ].map((name): [string, () => object, string[]] => [
      `${name} null`,
      () => ({ customer: { ...valid(), [name]: null } }),
      [`customer.${name}`],
    ]),
  ];

  // @proves S-4.6-1, S-4.6-3, S-4.6-17, S-8-3, D-2-21..22, D-6-1, D-6-3..5, D-6-8..12
  it.each(refused)('for %s names the place and changes nothing', async (_case, body, paths) => {
    const before = await storedCustomers(acme);
    const response = await acme.client.post('/customers', body());
    expect([response.status, response.body.code]).toEqual([422, 'invalid_request']);
    expect(fieldErrors(response).sort()).toEqual(paths);
    expect(await storedCustomers(acme)).toEqual(before);
  });

  // @proves D-2-17
  it('lists every problem, of shape, of rules and of the workspace, at once', async () => {
    const taken = anAddress('Taken');
    await create({ emails: [taken] });
    const before = await storedCustomers(acme);
    const response = await create({
      emails: ['x', taken, { email: taken.toUpperCase(), primary: 1 }],
      first_name: 5,
      phones: [{ label: 'Office' }],
      links: ['x'],
      description: null,
      company_id: globexCompany,
      nick: 'x',
    });
    expect(response.status).toBe(422);
    expect(fieldErrors(response).sort()).toEqual([
      'customer.company_id',
      'customer.description',
      'customer.emails[0]',
      'customer.emails[1]',
      'customer.emails[2].email',
      'customer.emails[2].primary',
      'customer.first_name',
      'customer.links[0]',
      'customer.nick',
      'customer.phones[0].phone',
    ]);
    expect(await storedCustomers(acme)).toEqual(before);
  });

  // @proves D-2-21, D-6-6
  it('for an address that another customer has says so at that address, whichever of theirs it is', async () => {
    const [first, second] = [anAddress('First'), anAddress('Second')];
    await create({ emails: [first, second] });
    const before = await storedCustomers(acme);
    const response = await create({
      emails: [anAddress(), { email: second.toUpperCase() }, first],
      phones: ['1'],
    });
    expect(response.status).toBe(422);
    expect(response.body.field_errors).toEqual([
      { field: 'customer.emails[1].email', message: 'is the address of another customer' },
      { field: 'customer.emails[2]', message: 'is the address of another customer' },
    ]);
    expect(await storedCustomers(acme)).toEqual(before);
  });
});
