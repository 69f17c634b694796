import {
  assigneeOf,
  groupOf,
  htmlOf,
  listIn,
  maybe,
  nameOf,
  objectIn,
  personOf,
  textIn,
  type ForeignDirectory,
  type ForeignName,
  type ForeignPerson,
  type ForeignSystem,
  type ForeignValue,
  type JsonObject,
} from './foreign-ticket.js';

/** Reads objects of version 2 of Freshdesk's API and of its account export. docs/importing.md names the sources. */
export const FRESHDESK: ForeignSystem = {
  name: 'freshdesk',

  readTicket(object, directory) {
    const ticket = ticketIn(object);
    const id = textIn(ticket['display_id']) ?? textIn(ticket['id']);
    const status = statusOf(ticket);
    if (id === null || status === null) return null;
    const { closed_at: closedAt, resolved_at: resolvedAt } = objectIn(ticket['stats']);
    return {
      id,
      requester: requesterOf(ticket, directory),
      subject: textIn(ticket['subject']),
      description: descriptionOf(ticket),
      status,
      priority: codeOf(ticket, 'priority'),
      type: maybe(typeIn(ticket), (type) => nameOf(textIn(type))),
      group: maybe(ticket['group_id'], (group) => groupOf(group, directory)),
      assignee: maybe(ticket['responder_id'], (assignee) => assigneeOf(assignee, directory)),
      tags: listIn(ticket['tags']).map((tag) => (typeof tag === 'string' ? tag : objectIn(tag)['name'])),
      values: valuesOf(ticket, directory),
      createdAt: textIn(ticket['created_at']),
      updatedAt: textIn(ticket['updated_at']),
      closedAt: textIn(closedAt) ?? textIn(resolvedAt),
      dueAt: maybe(ticket['due_by'], textIn),
    };
  },

  readPerson(object) {
    const outer = objectIn(object['agent'] ?? object['user'] ?? object);
    const id = textIn(outer['user_id']) ?? textIn(outer['id']);
    if (id === null) return null;
    // An agent has its address in `contact`, in older files in `user`.
    const inner = objectIn(outer['contact'] ?? outer['user']);
    const email = textIn(outer['email']) ?? textIn(inner['email']);
    const isAgent = 'agent' in object || 'contact' in outer;
    return [id, { id, email, name: textIn(outer['name']) ?? textIn(inner['name']), isAgent }];
  },

  readField(object) {
    const field = 'ticket_field' in object ? objectIn(object['ticket_field']) : object;
    const id = textIn(field['name']);
    const name = textIn(field['label']);
    return id === null || name === null ? null : [id, { name, labels: new Map() }];
  },

  commentsKey: 'conversations',
  /** Lists the comments of a ticket. Version 2 calls them conversations, an account export calls them notes. */
  commentsIn(object) {
    const ticket = ticketIn(object);
    const listed = [...listIn(ticket['conversations']), ...listIn(ticket['notes'])].map(objectIn);
    return listed.filter((comment) => noteOf(comment)['deleted'] !== true);
  },

  readComment(object, directory) {
    const comment = noteOf(object);
    const id = textIn(comment['id']);
    if (id === null) return null;
    const known = personOf(comment['user_id'], directory);
    const isNote = comment['private'] === true;
    const isIncoming = comment['incoming'] === true;
    const sender = isIncoming ? addressIn(comment['from_email']) : null;
    return {
      id,
      ticketId: textIn(comment['ticket_id']),
      author: { ...known, email: known.email ?? sender },
      isOfAgent: isNote || !isIncoming,
      isNote,
      content: textIn(comment['body_html']) ?? textIn(comment['body']) ?? textOf(comment['body_text']),
      asDescription: null,
      createdAt: textIn(comment['created_at']),
    };
  },
};

function ticketIn(object: JsonObject): JsonObject {
  return 'helpdesk_ticket' in object ? objectIn(object['helpdesk_ticket']) : object;
}

/** Finds the type. An account export calls it `ticket_type`. */
function typeIn({ type, ticket_type: typeOfExport }: JsonObject): unknown {
  return textIn(type) ?? (typeOfExport === undefined ? type : typeOfExport);
}

function noteOf(object: JsonObject): JsonObject {
  return objectIn(object['helpdesk_note'] ?? object['note'] ?? object);
}

/** Finds the address in `Sam Poe <sam@customer.example>`. */
function addressIn(value: unknown): string | null {
  const text = textIn(value);
  return text === null ? null : (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim());
}

function textOf(value: unknown): string | null {
  const text = textIn(value);
  return text === null ? null : htmlOf(text);
}

function statusOf(ticket: JsonObject): ForeignName | null {
  if (ticket['deleted'] === true) return { id: 'deleted', name: null };
  if (ticket['spam'] === true) return { id: 'spam', name: null };
  return codeOf(ticket, 'status');
}

function codeOf(ticket: JsonObject, key: 'status' | 'priority'): ForeignName | null {
  const id = textIn(ticket[key]);
  return id === null ? null : { id, name: textIn(ticket[`${key}_name`]) };
}

function requesterOf(ticket: JsonObject, directory: ForeignDirectory): ForeignPerson {
  const known = personOf(ticket['requester_id'], directory);
  const { email, name } = objectIn(ticket['requester']);
  return {
    id: known.id,
    email: textIn(email) ?? textIn(ticket['email']) ?? known.email,
    name: textIn(name) ?? textIn(ticket['requester_name']) ?? known.name,
  };
}

/** Reads HTML: version 2 has it in `description`. An account export has it in `description_html`, and text in `description`. */
function descriptionOf(ticket: JsonObject): string | null {
  const html = textIn(ticket['description_html']);
  if (html !== null) return html;
  const isText = 'display_id' in ticket;
  const description = isText ? textOf(ticket['description']) : textIn(ticket['description']);
  return description ?? textOf(ticket['description_text']);
}

function valuesOf(ticket: JsonObject, { fields }: ForeignDirectory): ForeignValue[] {
  const values = { ...objectIn(ticket['custom_field']), ...objectIn(ticket['custom_fields']) };
  return Object.entries(values).map(([id, value]) => ({
    field: { id, name: fields.get(id)?.name ?? null },
    value,
    labels: new Map(),
  }));
}
