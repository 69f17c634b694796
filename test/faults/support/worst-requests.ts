import { OPERATIONS, type Operation } from '../../support/operations.js';
import type { WorstRequest } from './stalls.js';
import {
  bodies,
  files,
  filled,
  LONG_QUERY,
  MIB,
  objectOf,
  plain,
  TAGS,
  times,
  type Wanted,
} from './worst-request.parts.js';
import { inboundEmails } from './worst-requests.mails.js';
import { tools } from './worst-requests.mcp.js';
import { people } from './worst-requests.people.js';
import { reports } from './worst-requests.reports.js';
import { streams, webForms, webhooks } from './worst-requests.outward.js';
import { batches, copies, portal, portalHeaders, sessions } from './worst-requests.portal.js';

/** What the requests name: ids and numbers of the workspace that `manifest` describes. */
export interface Named {
  /** A ticket with a description of 250 KiB. */
  readonly ticket: number;
  /** A field with 1,000 options, and their ids. */
  readonly field: { readonly id: string; readonly options: readonly string[] };
  /** An inactive field. */
  readonly inactive: string;
  readonly customer: string;
  readonly member: string;
  readonly webhook: string;
  /** A suspended mail. */
  readonly mail: string;
  /** The customer of the long tickets, and a token for each route: one session may send 60 requests in a minute. */
  readonly owner: { readonly id: string; readonly tokens: readonly string[] };
  /** A key with the scopes that a key must name. */
  readonly serverKey: string;
}

const KIB_256 = 256 * 1024;
const OPTION_FIELDS = 9;
const OTHER_FIELDS = 480;
const OPTIONS = 1_000;

const labelOf = (at: number): string => `Option ${at} ${'x'.repeat(40)}`;

/** A workspace with as many fields and options as there may be, one of each less. */
export const manifest = {
  workspace: { subdomain: 'faults', name: 'Faults' },
  fields: [
    ...times(OPTION_FIELDS, (at) => ({
      name: `Choice ${at}`,
      kind: 'multi_option',
      options: times(OPTIONS, labelOf),
    })),
    ...times(OTHER_FIELDS, (at) => ({
      name: `Field ${at}`,
      kind: at === 0 ? 'decimal' : 'textarea',
      is_required_for_agent_when_closing_ticket: true,
    })),
    { name: 'Inactive', kind: 'text', state: 'inactive' },
  ],
  forms: [
    {
      ...{ title: 'All fields', slug: 'worst' },
      fields: [
        ...times(OPTION_FIELDS, (at) => `Choice ${at}`),
        ...times(OTHER_FIELDS, (at) => `Field ${at}`),
      ],
    },
  ],
};

/** Bodies of HTML that take the longest to clean. */
const DESCRIPTIONS: readonly (readonly [name: string, html: string, status: number])[] = [
  ['20,000 open tags', '<a href=h:>'.repeat(20_000), 200],
  ['20,000 open paragraphs', '<p>'.repeat(20_000), 200],
  ['10,000 open images', '<img src="http://a.b/c">'.repeat(10_000), 200],
  ['6,666 nested tables', '<table><tr><td>'.repeat(6_666), 200],
  ['40,000 ends of tags', '</p>'.repeat(40_000), 422],
  ['40,000 characters <', '<'.repeat(40_000), 200],
  ['65,536 characters &', '&'.repeat(65_536), 422],
  ['entities in text areas', `<textarea>${filled('&amp;lt;', KIB_256 - 20)}`, 200],
  ['40,000 attributes', `<a ${times(40_000, (at) => `a${at.toString(36)}`).join(' ')}>x`, 200],
];

const FIELD_VALUES = Object.fromEntries(
  times(OPTION_FIELDS, (at) => [`Choice ${at}`, times(OPTIONS, labelOf)]),
);

const update: Wanted[] = [
  ...bodies('tags'),
  ...DESCRIPTIONS.map(([name, description, status]) => ({ name, body: { description }, status })),
  { name: '9,000 options', body: { ticket_fields: FIELD_VALUES }, status: 200 },
  { name: 'all options once more', body: { ticket_fields: FIELD_VALUES }, status: 200 },
  {
    name: '100,000 unknown options',
    body: { ticket_fields: { 'Choice 0': times(100_000, (at) => `o${at}`) } },
    status: 422,
  },
  { name: '1,000 wrong values', body: { ticket_fields: objectOf(1_000, 1, 'Field ') }, status: 422 },
  { name: 'a decimal of 1 MiB', body: { ticket_fields: { 'Field 0': '1'.repeat(MIB - 60) } }, status: 422 },
  { name: 'closing without 480 fields', body: { status: 'closed' }, status: 422 },
  { name: 'a subject of 1 MiB', body: { subject: '\u200b'.repeat(300_000) }, status: 422 },
  { name: '1,000 tags', body: { tags: times(1_000, (at) => `${at}${'é'.repeat(60)}`) }, status: 422 },
  { name: 'an address of 1 MiB', body: { email: `${'a.'.repeat(500_000)}@b.example` }, status: 422 },
  {
    name: 'long If-Match',
    body: { subject: 'x' },
    headers: { 'If-Match': TAGS },
    status: 412,
  },
];

/** What only the present version of the API takes is an unknown property of the older one. */
const legacyUpdate = update.filter(({ name }) => !/tags|If-Match/.test(name));

const raised: Wanted[] = [
  ...bodies('description'),
  ...DESCRIPTIONS.filter(([, , status]) => status === 422).map(([name, description, status]) => ({
    ...{ name, status },
    body: { email: 'a@b.example', subject: 'x', description },
  })),
  { name: '70,000 participants', body: { to: times(70_000, (at) => `${at}@a.b`) }, status: 422 },
];

const comments: Wanted[] = [
  ...bodies('mentions'),
  ...DESCRIPTIONS.map(([name, content, status]) => ({
    ...{ name, status: status === 200 ? 201 : status },
    // What shows nothing is no comment.
    body: { author_email: 'a@worst.example', author_type: 'customer', content: `x${content}` },
  })),
  {
    name: '40,000 mentions',
    body: { mentions: times(40_000, (at) => ({ email: `${at}@a.b` })) },
    status: 422,
  },
];

const newField = (more: object): object => ({ field: { name: 'New', kind: 'single_option', ...more } });

/** Gives every operation the requests that any can get. Those that delete something come last. */
const plainRequests = (): Record<string, readonly Wanted[]> => {
  const operations = [...OPERATIONS].sort(
    (one, other) => Number(isDeletion(one)) - Number(isDeletion(other)),
  );
  return Object.fromEntries(operations.map((operation) => [operation.route, plainOf(operation)]));
};

const isDeletion = ({ method, example }: Operation): boolean => method === 'delete' && !example;

function plainOf(operation: Operation): Wanted[] {
  if (operation.method === 'get') return plain();
  if (isDeletion(operation)) return [{ name: 'long query', query: LONG_QUERY, status: 204 }];
  return bodies(Object.keys(operation.example ?? {})[0] ?? 'x');
}

/** The worst requests of each route, by the names of routes in `route-scopes.json`. */
export function worstRequests({
  ticket,
  field,
  inactive,
  ...ids
}: Named): Readonly<Record<string, WorstRequest[]>> {
  const unknownIds = times(OPTIONS, (at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  const renamed = field.options.map((id, at) => ({ id, label: labelOf(OPTIONS - at) }));
  const wanted: Record<string, readonly Wanted[]> = {
    'get /docs': [{ name: 'the page', status: 200 }],
    'get /openapi.json': plain(),
    'get /api/external/v2/fields': [...plain(), { name: 'page of 100', query: 'page_size=100', status: 200 }],
    'get /api/external/v2/tickets/:ticket_id': [
      ...plain(),
      { name: 'with everything', query: 'include=url,channel,participants,merged,comments', status: 200 },
      { name: 'a long list of names', query: `include=${filled('comments,', 12_000)}url`, status: 200 },
    ],
    'get /api/external/v2/tickets': [
      { name: '40 long tickets', query: 'page_size=40&sort=updated_at', status: 200 },
      { name: 'last page', query: 'page_number=999999999&page_size=100', status: 200 },
      { name: 'long list of statuses', query: `status=${filled('open,', 12_000)}new`, status: 200 },
      { name: 'repeated parameters', query: filled('status=open&priority=low&', 12_000), status: 200 },
      { name: 'a value of a field', query: `field_name=Field%201&field_value=${'x'.repeat(12_000)}`, status: 200 },
      { name: 'an option', query: `field_name=Choice%200&field_value=${encodeURIComponent(labelOf(999))}`, status: 200 },
      { name: 'a long tag', query: `tag=${'%C3%89'.repeat(2_000)}`, status: 200 },
      { name: 'a search with matches in 40 long tickets', query: 'q=x*&include=matches&page_size=40', status: 200 },
      { name: 'a search for a phrase of 500 words', query: `q=${filled('a-', 1_000)}`, status: 200 },
      { name: 'a search for 32 prefixes', query: `q=${filled('a*+', 96)}&include=matches`, status: 200 },
      { name: 'a search for nothing but 32 negations', query: `q=${filled('-x*+', 128)}`, status: 200 },
    ], // prettier-ignore
    'get /api/v1/public/tickets': [{ name: 'page of 40', query: 'page_size=40', status: 200 }],
    'get /api/external/v2/events': [
      { name: 'a page of 500', query: 'limit=500', status: 200 },
      { name: 'a long list of types', query: `types=${filled('ticket.updated,', 12_000)}form.created`, status: 200 },
      { name: 'repeated parameters', query: filled('types=ticket.updated&', 12_000), status: 200 },
    ], // prettier-ignore
    'get /api/external/v2/tags': [
      { name: 'page of 100', query: 'page_size=100', status: 200 },
      { name: 'last page', query: 'page_number=999999999&page_size=100', status: 200 },
    ],
    'get /api/external/v2/tickets/:ticket_id/comments': [
      { name: 'page of 100', query: 'page_size=100&order=desc', status: 200 },
      { name: 'a long list of types', query: `comment_type=${filled('note,', 12_000)}reply`, status: 200 },
      { name: 'last page', query: 'page_number=999999999&author_type=agent', status: 200 },
    ],
    'get /api/external/v2/tickets/:ticket_id/comments/:comment_id': plain(404),
    'get /api/external/v2/tickets/:ticket_id/drafts/:draft_type': plain(404),
    'delete /api/external/v2/tickets/:ticket_id/drafts/:draft_type': [
      { name: 'long query', query: LONG_QUERY, status: 404 },
    ],
    'post /api/external/v2/tickets/:ticket_id/comments': comments,
    'post /api/external/v2/tickets/:ticket_id/drafts': comments,
    'put /api/external/v2/tickets/:ticket_id/drafts/:draft_type': comments.map((one) => ({
      ...one,
      status: one.status === 201 ? 200 : one.status,
    })),
    'post /api/external/v2/tickets/:ticket_id/drafts/:draft_type/send': bodies('content'),
    'get /api/external/v2/attachments/:attachment_id': plain(404),
    'post /api/external/v2/attachments': files,
    'put /api/external/v2/attachment_uploads/:upload': [
      { name: 'unknown address', body: { x: 'x' }, status: 404 },
    ],
    'post /api/external/v2/tickets': raised,
    'post /api/v1/public/tickets': raised.filter(({ name }) => !name.startsWith('70,000')),
    'post /api/external/v2/tickets/:ticket_id/merge': [
      ...bodies('into'),
      { name: 'a long reference', body: { into: '9'.repeat(1_000_000) }, status: 422 },
      { name: 'the ticket itself', body: { into: ticket }, status: 422 },
    ],
    'post /api/external/v2/tickets/:ticket_id/unmerge': [
      { name: 'long query', query: LONG_QUERY, status: 409 },
    ],
    'put /api/external/v2/tickets/:ticket_id': update,
    'patch /api/external/v2/tickets/:ticket_id': update,
    'put /api/v1/public/tickets/:ticket_number': legacyUpdate,
    // Later requests give the options other names.
    ...batches({ descriptions: DESCRIPTIONS, fieldValues: FIELD_VALUES }),
    ...copies(ids.serverKey),
    ...sessions(ids),
    ...portal({ descriptions: DESCRIPTIONS, fieldValues: FIELD_VALUES }),
    'post /api/external/v2/fields': [
      ...bodies('field'),
      { name: '1,000 options', body: newField({ data: times(OPTIONS, (at) => labelOf(at)) }), status: 201 },
      { name: '1,000 equal options', body: newField({ data: times(OPTIONS, () => 'é') }), status: 422 },
      { name: '200,000 options', body: newField({ data: times(200_000, () => 'a') }), status: 422 },
      { name: 'a name of 1 MiB', body: newField({ name: 'é'.repeat(500_000) }), status: 422 },
    ],
    'patch /api/external/v2/fields/:field_id': [
      ...bodies('field'),
      { name: '1,000 renamed options', body: { field: { data: renamed } }, status: 200 },
      { name: '1,000 unknown options', body: { field: { remove_option_ids: unknownIds } }, status: 422 },
    ],
    ...people,
    ...reports,
    ...webhooks,
    ...streams,
    ...webForms,
    ...inboundEmails,
    ...tools(ticket),
  };
  const idOf = (route: string): string => (route.startsWith('delete') ? inactive : field.id);
  const requestsOf = (route: string, list: readonly Wanted[]): WorstRequest[] => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern
      .replace(/:ticket_\w+/, String(ticket))
      .replace(':comment_id', 'a0000000-0000-4000-8000-000000000000')
      .replace(/:(secret|delivery|session)_id/, 'a0000000-0000-4000-8000-000000000000')
      .replace(':inbound_email_id', ids.mail)
      .replace(':webhook_id', ids.webhook)
      .replace(':draft_type', 'reply')
      .replace(':slug', 'worst')
      .replace(':receipt', 'x'.repeat(2_000))
      .replace(':file', 'none.css')
      .replace(':field_id', idOf(route))
      .replace(':customer_id', ids.customer)
      .replace(':team_member_id', ids.member);
    const token = portalHeaders(route, ids.owner.tokens);
    return list.map(({ query, headers, ...one }) => ({
      ...{ ...one, method, path: query ? `${path}?${query}` : path },
      headers: { ...token, ...headers },
    }));
  };
  const others = Object.entries(plainRequests()).filter(([route]) => !(route in wanted));
  return Object.fromEntries(
    [...Object.entries(wanted), ...others].map(([route, list]) => [route, requestsOf(route, list)]),
  );
}
