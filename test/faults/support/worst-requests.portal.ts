import {
  bodies,
  files,
  filled,
  LONG_QUERY,
  MIB,
  plain,
  TAGS,
  times,
  type Wanted,
} from './worst-request.parts.js';

/** What several routes take: HTML that takes long to clean, with the status of an update, and as many options as there are. */
interface Words {
  readonly descriptions: readonly (readonly [name: string, html: string, status: number])[];
  readonly fieldValues: object;
}

type Requests = Readonly<Record<string, readonly Wanted[]>>;

const OPERATIONS = 100;
const HTML_OF_ONE = 9_000;
const OF_CUSTOMERS = '/api/customer/v1';

/** Those of many tickets at once. */
export const batches = ({ descriptions, fieldValues }: Words): Requests => ({
  'post /api/external/v2/tickets/batch': [
    ...bodies('operations'),
    ...descriptions.slice(0, 4).map(([name, html]) => ({
      ...{ name: `100 updates with ${name}`, status: 200 },
      body: {
        operations: times(OPERATIONS, (at) => ({
          ...{ op: 'update', ticket: 100 + at, body: { description: html.slice(0, HTML_OF_ONE) } },
        })),
      },
    })),
    {
      ...{ name: '100 updates of one ticket, whole or not at all', status: 200 },
      body: {
        atomic: true,
        operations: times(OPERATIONS, (at) => ({ op: 'update', ticket: 99, body: { subject: `S${at}` } })),
      },
    },
    {
      ...{ name: 'two updates with 9,000 options each', status: 200 },
      body: {
        operations: times(2, (at) => ({
          ...{ op: 'update', ticket: 98 + at, body: { ticket_fields: fieldValues } },
        })),
      },
    },
    {
      ...{ name: '100 refused operations, whole or not at all', status: 422 },
      body: {
        atomic: true,
        operations: times(OPERATIONS, () => ({
          ...{ op: 'update', ticket: 99, body: { tags: times(1_000, (at) => `${at}`.repeat(2)) } },
        })),
      },
    },
    { name: '20,000 operations', body: { operations: times(20_000, () => ({ op: 'create' })) }, status: 422 },
  ],
});

/** The copy of a workspace. */
export const copies = (serverKey: string): Requests => ({
  'get /api/external/v2/exports/tickets': [
    {
      ...{ name: 'all tickets with their comments', query: 'include=comments', status: 200 },
      headers: { 'X-Api-Key': serverKey },
      isCopy: true,
    },
  ],
});

/** Sessions, as a server makes, lists and ends them. */
export function sessions({
  serverKey,
  owner,
}: {
  readonly serverKey: string;
  readonly owner: { readonly id: string };
}): Requests {
  const path = '/api/external/v2/customer-sessions';
  const ofServer = (list: readonly Wanted[]): Wanted[] =>
    list.map((one) => ({ ...one, headers: { 'X-Api-Key': serverKey, ...one.headers } }));
  const email = 'another@worst.example';
  return {
    [`get ${path}`]: ofServer([
      { name: 'page of 100', query: `customer_id=${owner.id}&page_size=100`, status: 200 },
      { name: 'last page', query: `customer_id=${owner.id}&page_number=999999999`, status: 200 },
      { name: 'long query', query: LONG_QUERY, status: 422 },
    ]),
    [`post ${path}`]: ofServer([
      ...bodies('origins'),
      { name: '200,000 origins', body: { email, origins: times(200_000, () => 'a') }, status: 422 },
      { name: 'an origin of 1 MiB', body: { email, origins: [`https://${filled('a.', MIB - 90)}b`] }, status: 422 },
      { name: 'a name of 1 MiB', body: { email, name: '\u200b'.repeat(300_000) }, status: 422 },
      { name: 'an address of 1 MiB', body: { email: `${'a.'.repeat(500_000)}@b.example` }, status: 422 },
    ]), // prettier-ignore
    [`delete ${path}`]: ofServer([{ name: 'long query', query: LONG_QUERY, status: 422 }]),
    [`delete ${path}/:session_id`]: ofServer([{ name: 'long query', query: LONG_QUERY, status: 404 }]),
  };
}

/** Those of customers, each sent with a token. */
export const portal = ({ descriptions, fieldValues }: Words): Requests => ({
  [`get ${OF_CUSTOMERS}/tickets`]: [
    ...plain(),
    { name: '40 long tickets', query: 'page_size=40&sort=updated_at', status: 200 },
    { name: 'last page', query: 'page_number=999999999&page_size=100', status: 200 },
    { name: 'long list of statuses', query: `status=${filled('open,', 12_000)}new`, status: 200 },
    { name: 'a search for a phrase of 500 words', query: `q=${filled('a-', 1_000)}`, status: 200 },
    { name: 'a search for 32 prefixes', query: `q=${filled('a*+', 96)}`, status: 200 },
    { name: 'a search for nothing but 32 negations', query: `q=${filled('-x*+', 128)}`, status: 200 },
    { name: 'a search for 250 filters', query: `q=${filled('status:a+', 500)}`, status: 422 },
  ],
  [`post ${OF_CUSTOMERS}/tickets`]: [
    ...bodies('ticket_fields'),
    { name: 'a form of 1 MiB', body: { subject: 'x', description: 'x', form: 'x'.repeat(MIB - 60) }, status: 422 },
    { name: '20,000 files', body: { subject: 'x', description: 'x', attachments: times(20_000, () => 'x') }, status: 422 },
    { name: '9,000 options', body: { subject: 'x', description: 'x', ticket_fields: fieldValues }, status: 201 },
    ...descriptions.map(([name, description, status]) => ({
      ...{ name, status: status === 200 ? 201 : status, body: { subject: 'x', description: `x${description}` } },
    })),
  ],
  [`get ${OF_CUSTOMERS}/tickets/:ticket_id`]: plain(),
  [`post ${OF_CUSTOMERS}/tickets/:ticket_id/close`]: [
    { name: 'long If-Match', headers: { 'If-Match': TAGS }, status: 412 },
    { name: 'long query', query: LONG_QUERY, status: 200 },
  ],
  [`get ${OF_CUSTOMERS}/tickets/:ticket_id/comments`]: [
    ...plain(),
    { name: 'page of 100', query: 'page_size=100&order=desc', status: 200 },
    { name: 'last page', query: 'page_number=999999999', status: 200 },
  ],
  [`post ${OF_CUSTOMERS}/tickets/:ticket_id/comments`]: [
    ...bodies('attachments'),
    ...descriptions.map(([name, content, status]) => ({
      ...{ name, status: status === 200 ? 201 : status, body: { content: `x${content}` } },
    })),
    { name: '20,000 files', body: { content: 'x', attachments: times(20_000, () => 'x') }, status: 422 },
  ],
  [`post ${OF_CUSTOMERS}/attachments`]: files,
  [`get ${OF_CUSTOMERS}/attachments/:attachment_id`]: plain(404),
  [`get ${OF_CUSTOMERS}/events`]: [
    ...plain(),
    { name: 'a page of 500', query: 'after=0&limit=500', status: 200 },
  ],
  // A stream that begins lasts for minutes.
  [`get ${OF_CUSTOMERS}/events/stream`]: [
    { name: 'long query', query: `after=x&${LONG_QUERY}`, status: 422 },
    { name: 'long Last-Event-ID', headers: { 'Last-Event-ID': '9'.repeat(12_000) }, status: 422 },
  ],
  [`get ${OF_CUSTOMERS}/me`]: plain(),
}); // prettier-ignore

const routes = Object.keys(portal({ descriptions: [], fieldValues: {} }));

/** The number of routes of customers. */
export const PORTAL_ROUTES = routes.length;

/** The token of a route of customers; nothing for any other route. */
export function portalHeaders(route: string, tokens: readonly string[]): Readonly<Record<string, string>> {
  const place = routes.indexOf(route);
  return place === -1 ? {} : { Authorization: `Bearer ${tokens[place] ?? ''}` };
}
