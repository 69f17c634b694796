import { isObject } from '../../kernel/objects.js';
import { escapeWords } from '../../kernel/text.js';

/** Identifies an element of another system, perhaps with a name or an address. */
export interface ForeignName {
  readonly id: string;
  readonly name: string | null;
}

/** Describes a ticket of any other system. Null means that the ticket has nothing there, and undefined that it does not say. */
export interface ForeignTicket {
  readonly id: string;
  readonly requester: ForeignPerson;
  readonly subject: string | null;
  /** The description is HTML. */
  readonly description: string | null;
  readonly status: ForeignName;
  readonly priority: ForeignName | null;
  readonly type: ForeignName | null | undefined;
  readonly group: ForeignName | null | undefined;
  /** `name` is the address. */
  readonly assignee: ForeignName | null | undefined;
  readonly tags: readonly unknown[];
  readonly values: readonly ForeignValue[];
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly closedAt: string | null;
  readonly dueAt: string | null | undefined;
}

export interface ForeignValue {
  readonly field: ForeignName;
  readonly value: unknown;
  /** Maps stored values to the labels of the field's options. */
  readonly labels: ReadonlyMap<string, string>;
}

export interface ForeignPerson {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly isAgent?: boolean;
}

export interface ForeignComment {
  readonly id: string;
  /** A comment inside of its ticket has null here. */
  readonly ticketId: string | null;
  readonly author: ForeignPerson;
  /** Null means that the other system does not say whether an agent or a customer wrote the comment. */
  readonly isOfAgent: boolean | null;
  readonly isNote: boolean;
  /** The content is HTML. A comment without text, for example with only files, has null. */
  readonly content: string | null;
  /** This HTML is the description of the ticket if the comment is. Systems that keep descriptions apart have null. */
  readonly asDescription: string | null;
  readonly createdAt: string | null;
}

interface ForeignField {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** Holds the contents of the files beside the tickets, by id. Fields of Freshdesk have their name as key. */
export interface ForeignDirectory {
  readonly people: Map<string, ForeignPerson>;
  readonly fields: Map<string, ForeignField>;
  readonly groups: Map<string, string>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ForeignSystem {
  readonly name: 'zendesk' | 'freshdesk';
  readTicket(object: JsonObject, directory: ForeignDirectory): ForeignTicket | null;
  /** Returns the key for the directory and the person; null when the object is not a person. */
  readPerson(object: JsonObject): readonly [string, ForeignPerson] | null;
  readField(object: JsonObject): readonly [string, ForeignField] | null;
  /** A page of comments has this key: `{"<key>": [...]}`. */
  readonly commentsKey: string;
  commentsIn(ticket: JsonObject): readonly JsonObject[];
  readComment(object: JsonObject, directory: ForeignDirectory): ForeignComment | null;
}

/** Reads a text that is not blank, or a number as a text. A number whose digits are not kept is no text. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Reads a property that a ticket may name without a value. A value that cannot be read says nothing. */
export function maybe<Value>(
  value: unknown,
  read: (value: unknown) => Value | null,
): Value | null | undefined {
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
  return isEmpty ? null : (read(value) ?? undefined);
}

export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Finds the person with an id. Without a file of people only the id is known. */
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

/** Makes an element that no file names. */
export function nameOf(id: string | null): ForeignName | null {
  return id === null ? null : { id, name: null };
}

/** Writes plain text as HTML, with its lines and paragraphs. */
export function htmlOf(text: string): string {
  return escapeWords(text)
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}
