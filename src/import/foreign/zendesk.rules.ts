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
  type ForeignSystem,
  type ForeignValue,
  type JsonObject,
} from './foreign-ticket.js';

/** Reads Zendesk's incremental export (docs/importing.md). Our `external_id` is Zendesk's id; its own `external_id` is ignored. */
export const ZENDESK: ForeignSystem = {
  name: 'zendesk',

  readTicket(ticket, directory) {
    const id = textIn(ticket['id']);
    const status = textIn(ticket['status']);
    if (id === null || status === null) return null;
    const description = textIn(ticket['description']);
    return {
      id,
      requester: personOf(ticket['requester_id'], directory),
      subject: textIn(ticket['subject']) ?? textIn(ticket['raw_subject']),
      description: description === null ? null : htmlOf(description),
      status: { id: status, name: null },
      priority: nameOf(textIn(ticket['priority'])),
      type: maybe(ticket['type'], (type) => nameOf(textIn(type))),
      group: maybe(ticket['group_id'], (group) => groupOf(group, directory)),
      assignee: maybe(ticket['assignee_id'], (assignee) => assigneeOf(assignee, directory)),
      tags: listIn(ticket['tags']),
      values: listIn(ticket['custom_fields']).flatMap((entry) => valueOf(objectIn(entry), directory)),
      createdAt: textIn(ticket['created_at']),
      updatedAt: textIn(ticket['updated_at']),
      closedAt: null,
      dueAt: maybe(ticket['due_at'], textIn),
    };
  },

  readPerson(user) {
    const id = textIn(user['id']);
    if (id === null) return null;
    const isAgent = user['role'] === 'agent' || user['role'] === 'admin';
    return [id, { id, email: textIn(user['email']), name: textIn(user['name']), isAgent }];
  },

  readField(field) {
    const id = textIn(field['id']);
    const name = textIn(field['title']) ?? textIn(field['raw_title']);
    if (id === null || name === null) return null;
    return [id, { name, labels: new Map(listIn(field['custom_field_options']).flatMap(labelOf)) }];
  },

  commentsKey: 'comments',
  commentsIn: (ticket) => listIn(ticket['comments']).map(objectIn),

  /** Reads a comment. The first comment of a ticket is its description. */
  readComment(comment, directory) {
    const id = textIn(comment['id']);
    if (id === null) return null;
    const author = personOf(comment['author_id'], directory);
    const text = textIn(comment['body']) ?? textIn(comment['plain_body']);
    const asDescription = text === null ? null : htmlOf(text);
    return {
      id,
      ticketId: textIn(comment['ticket_id']),
      author,
      isOfAgent: author.isAgent ?? null,
      isNote: comment['public'] === false,
      content: textIn(comment['html_body']) ?? asDescription,
      asDescription,
      createdAt: textIn(comment['created_at']),
    };
  },
};

function labelOf(option: unknown): [string, string][] {
  const { value, name } = objectIn(option);
  const [stored, label] = [textIn(value), textIn(name)];
  return stored === null || label === null ? [] : [[stored, label]];
}

function valueOf(entry: JsonObject, { fields }: ForeignDirectory): ForeignValue[] {
  const id = textIn(entry['id']);
  if (id === null) return [];
  const field = fields.get(id);
  const labels = field?.labels ?? new Map<string, string>();
  return [{ field: { id, name: field?.name ?? null }, value: entry['value'], labels }];
}
