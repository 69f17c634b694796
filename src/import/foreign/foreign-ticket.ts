import { isObject } from '../../kernel/objects.js';

/** Something of another system, with an id and perhaps a name or an address. */
export interface ForeignName {
  readonly id: string;
  readonly name: string | null;
}

/** A ticket of another system in a shape that all systems share. Null means that it says nothing. */
export interface ForeignTicket {
  readonly id: string;
  readonly requester: ForeignPerson;
  readonly subject: string | null;
  /** HTML. */
  readonly description: string | null;
  readonly status: ForeignName;
  readonly priority: ForeignName | null;
  readonly type: ForeignName | null;
  readonly group: ForeignName | null;
  /** `name` is the address. */
  readonly assignee: ForeignName | null;
  readonly tags: readonly unknown[];
  readonly values: readonly ForeignValue[];
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly closedAt: string | null;
  readonly dueAt: string | null;
}

export interface ForeignValue {
  readonly field: ForeignName;
  readonly value: unknown;
  /** The labels of the field's options, by stored value. */
  readonly labels: ReadonlyMap<string, string>;
}

export interface ForeignPerson {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  /** Whether the other system says that it is an agent. */
  readonly isAgent?: boolean;
}

/** A comment of another system in a shape that all systems share. */
export interface ForeignComment {
  readonly id: string;
  /** The id of its ticket; null when it stands inside of the ticket. */
  readonly ticketId: string | null;
  readonly author: ForeignPerson;
  /** Whether the other system says that an agent wrote it, or a customer; null when it says nothing. */
  readonly isOfAgent: boolean | null;
  readonly isNote: boolean;
  /** HTML; null when it has no text, for example only files. */
  readonly content: string | null;
  /** HTML that is the description of the ticket if the comment is; null when the system keeps descriptions apart. */
  readonly asDescription: string | null;
  readonly createdAt: string | null;
}

export interface ForeignField {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** The content of the files beside the tickets, by id. Fields of Freshdesk are by name. */
export interface ForeignDirectory {
  readonly people: Map<string, ForeignPerson>;
  readonly fields: Map<string, ForeignField>;
  readonly groups: Map<string, string>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ForeignSystem {
  readonly name: 'zendesk' | 'freshdesk';
  readTicket(object: JsonObject, directory: ForeignDirectory): ForeignTicket | null;
  /** The key for the directory and the person; null when the object is not a person. */
  readPerson(object: JsonObject): readonly [string, ForeignPerson] | null;
  readField(object: JsonObject): readonly [string, ForeignField] | null;
  /** The key of a page of comments: `{"<key>": [...]}`. */
  readonly commentsKey: string;
  commentsIn(ticket: JsonObject): readonly JsonObject[];
  readComment(object: JsonObject, directory: ForeignDirectory): ForeignComment | null;
}

/** A text that is not empty, or a number as a text. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The person with an id. Without a file of people only the id is known. */
export function personOf(id: unknown, { people }: ForeignDirectory): ForeignPerson {
  const key = textIn(id) ?? '';
  return people.get(key) ?? { id: key, email: null, name: null };
}

export function assigneeOf(id: unknown, directory: ForeignDirectory): ForeignName | null {
  if (textIn(id) === null) return null;
  const person = personOf(id, directory);
  return { id: person.id, name: person.email };
}

export function groupOf(id: unknown, { groups }: ForeignDirectory): ForeignName | null {
  const key = textIn(id);
  return key === null ? null : { id: key, name: groups.get(key) ?? null };
}

/** Something that no file names: only its id is known. */
export function nameOf(id: string | null): ForeignName | null {
  return id === null ? null : { id, name: null };
}

/** Plain text as HTML, with its lines and paragraphs. */
export function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}
