const TICKETS = '/api/external/v2/tickets';
const PAGE_SIZE = 30;

/** A placeholder in a body, for a text of the same length that no other request has. */
export const UNIQUE = '@@UNIQUE@@@@';

/**
 * The measured operations, with requests made in advance. Reads come first, because the limit does not count again
 * after writes.
 * @param workspace of `prepareDataSet`
 * @returns {Record<string, {title: string, writes: boolean, requests: {method: string, path: string, body?: string}[]}>}
 */
export function operationsOn(workspace) {
  const { tickets, total, statuses, assignees, tags, countries } = workspace;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const deepPage = Math.min(1_000, lastPage);
  const gets = (paths) => paths.map((path) => ({ method: 'GET', path }));
  const read = (title, paths) => ({ title, writes: false, requests: gets(paths) });
  return {
    get_ticket: read(
      'get by number',
      tickets.map(({ number }) => `${TICKETS}/${number}`),
    ),
    get_ticket_by_id: read(
      'get by id',
      tickets.map(({ id }) => `${TICKETS}/${id}`),
    ),
    list_first_page: read('first page of 30', [TICKETS]),
    list_filtered_status: read(
      'first page, status',
      ['open', 'new', 'on_hold']
        .filter((name) => statuses.includes(name))
        .map((name) => list({ status: name })),
    ),
    list_filtered_assignee: read(
      'first page, assignee',
      assignees.map((id) => list({ assignee_id: id })),
    ),
    list_filtered_tag: read(
      'first page, tag',
      tags.map((tag) => list({ tag })),
    ),
    list_filtered_field: read(
      'first page, field value',
      countries.map((label) => list({ field_name: 'Country', field_value: label })),
    ),
    list_page_1000: read(`page ${deepPage}`, [list({ page_number: deepPage })]),
    list_last_page: read(`last page (${lastPage})`, [list({ page_number: lastPage })]),
    list_fields: read('list fields', ['/api/external/v2/fields']),
    update_ticket: { title: 'update', writes: true, requests: updates(tickets) },
    create_customer: { title: 'create customer', writes: true, requests: [creation()] },
  };
}

function list(query) {
  return `${TICKETS}?${new URLSearchParams(query)}`;
}

/** Changes subject, status and one field. Every request really changes its ticket. */
function updates(tickets) {
  const states = ['open', 'on_hold', 'waiting_on_customer'];
  return tickets.map(({ number }, index) => ({
    method: 'PUT',
    path: `${TICKETS}/${number}`,
    body: JSON.stringify({
      subject: `Cannot sign in ${UNIQUE}`,
      status: states[index % states.length],
      ticket_fields: { Seats: 1 + (index % 500) },
    }),
  }));
}

function creation() {
  const customer = {
    emails: [`bench.${UNIQUE}@customer.example`],
    first_name: 'Bench',
    last_name: UNIQUE,
    phones: ['+1 555 0100'],
  };
  return { method: 'POST', path: '/api/external/v2/customers', body: JSON.stringify({ customer }) };
}

/** A ticket of somebody who is known, as a script that takes requests from a mailbox would raise it. */
export function raising(email, index) {
  const body = {
    ...{
      email,
      subject: `Cannot sign in ${UNIQUE}`,
      description: '<p>It says that my password is wrong.</p>',
    },
    ...{ status: 'open', priority: 'high', tags: ['login', `area ${index % 20}`] },
    ticket_fields: { Seats: 1 + (index % 500), 'Order number': `A-${index}` },
  };
  return { method: 'POST', path: TICKETS, body: JSON.stringify(body) };
}

/** Each becomes a ticket, also when a load sends more of them in an hour than people do. */
export const NO_MAIL_LIMITS = {
  INBOUND_TICKETS_PER_SENDER: '0',
  INBOUND_MAILS_PER_TICKET: '0',
  INBOUND_TICKETS_PER_WORKSPACE: '0',
};

export const MAILS = '/api/external/v2/inbound-emails';
export const MAIL_TYPE = 'message/rfc822';
export const MESSAGE = 'It says that my password is wrong.';

/** The headers of a mail of somebody with this name. */
export function mailHeaders(name, type = 'text/plain') {
  return [
    `From: bench.${name}@customer.example`,
    ...['To: support@bench.example', 'Date: Tue, 24 Nov 2026 12:00:00 +0000', 'Subject: Cannot sign in'],
    ...[`Message-ID: <${name}@customer.example>`, 'MIME-Version: 1.0', `Content-Type: ${type}`],
  ].join('\r\n');
}

/** A small mail of somebody new, which becomes a ticket. */
export function smallMail() {
  const body = `${mailHeaders(UNIQUE)}\r\n\r\n${MESSAGE}\r\n`;
  return { method: 'POST', path: MAILS, type: MAIL_TYPE, body };
}

/**
 * New tickets, new replies of agents, and mails. A bare server without these has no counterpart, so they are measured between two builds
 * only.
 */
export function recordsOn({ tickets, agents }) {
  const replies = tickets.map(({ number }, index) => ({
    ...{ method: 'POST', path: `${TICKETS}/${number}/comments` },
    body: JSON.stringify({
      author_email: agents[index % agents.length],
      content: `<p>Your order ${UNIQUE} was sent again.</p>`,
    }),
  }));
  const emails = Array.from({ length: 200 }, (_, index) => `requester.${index}@customer.example`);
  return {
    add_comment: { title: 'new comment', writes: true, requests: replies },
    raise_ticket: { title: 'new ticket', writes: true, requests: emails.map(raising) },
    take_mail: { title: 'small mail', writes: true, requests: [smallMail()] },
  };
}

/** The headers of a request. One that is for a page needs no key. */
export function headersOf({ body, host = undefined, type = 'application/json', headers = {} }, target) {
  return {
    Host: host ?? target.host,
    ...(target.key !== undefined && { 'X-Api-Key': target.key }),
    ...(body !== undefined && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
    ...headers,
  };
}

/** The bytes of a request, as they are sent. */
export function bytesOf(request, target) {
  const { method, path, body } = request;
  const headers = Object.entries(headersOf(request, target)).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body ?? ''}`;
}

let made = 0;
const RUN = Math.floor(Math.random() * 0x10000);

/** A text as long as `UNIQUE` that is never the same. */
export function uniqueText() {
  made += 1;
  return `${RUN.toString(16).padStart(4, '0')}${made.toString(16).padStart(8, '0')}`;
}
