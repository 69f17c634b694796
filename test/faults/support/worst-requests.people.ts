import { bodies, times, type Wanted } from './worst-request.parts.js';

const customer = (more: object): object => ({ customer: { emails: ['a@worst.example'], ...more } });
const longLink = (at: number): string => `https://${at}.example/${'%41'.repeat(670)}`;
const customers = (turn: number): Wanted[] => [
  ...bodies('customer'),
  {
    name: 'full lists',
    body: {
      customer: {
        emails: times(20, (at) => `${'a.b+'.repeat(15)}${at}@v${turn}.${'c.'.repeat(80)}example`),
        phones: times(20, (at) => ({ phone: `${at}`.repeat(50), label: 'é'.repeat(100) })),
        links: times(20, (at) => ({ url: longLink(at), label: 'x'.repeat(100) })),
        description: 'x'.repeat(65_535),
      },
    },
    status: 200,
  },
  { name: '200,000 addresses', body: customer({ emails: times(200_000, () => 'a') }), status: 422 },
  { name: 'a link of 1 MiB', body: customer({ links: [`http://${'a.'.repeat(500_000)}`] }), status: 422 },
  { name: 'a name of 1 MiB', body: customer({ first_name: '\u200b'.repeat(300_000) }), status: 422 },
];

const removal: Wanted[] = [
  ...bodies('emails'),
  {
    name: '100 addresses',
    body: { emails: times(100, (at) => `${at}${'a.b'.repeat(20)}@${'c.'.repeat(90)}example`) },
    status: 422,
  },
];

/** Those of customers and team members. */
export const people: Readonly<Record<string, readonly Wanted[]>> = {
  'get /api/external/v2/customers': [
    { name: 'a prefix of many', query: 'q=a&page_size=100', status: 200 },
    { name: 'a long prefix', query: `q=${'%C3%89'.repeat(2_000)}`, status: 422 },
  ],
  'patch /api/external/v2/customers/:customer_id': customers(3),
  'get /api/external/v2/team-members': [{ name: 'page of 100', query: 'page_size=100', status: 200 }],
  'post /api/external/v2/team-members': [
    ...bodies('emails'),
    { name: '70,000 addresses', body: { emails: times(70_000, (at) => `${at}@a.b`) }, status: 422 },
  ],
  'post /api/external/v2/customers': customers(2),
  'post /api/v1/public/customers': customers(1),
  'delete /api/external/v2/team_members': removal,
  'delete /api/external/v1/team_members': removal,
};
