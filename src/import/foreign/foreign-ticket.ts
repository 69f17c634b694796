import { isObject } from '../../kernel/objects.js';

/** What another system knows by an id and maybe by a name or an address. */
export interface ForeignName {
  readonly id: string;
  readonly name: string | null;
}

/** A ticket of another system in words that all of them share; null where it says nothing. */
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

/** A value of a custom field, as it is stored there. */
export interface ForeignValue {
  readonly field: ForeignName;
  readonly value: unknown;
  /** What the options of the field are called, by stored value. */
  readonly labels: ReadonlyMap<string, string>;
}

export interface ForeignPerson {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** A custom field of another system. */
export interface ForeignField {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

/** What stands in the files beside the tickets, by id; a field of Freshdesk by its name. */
export interface ForeignDirectory {
  readonly people: Map<string, ForeignPerson>;
  readonly fields: Map<string, ForeignField>;
  readonly groups: Map<string, string>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** How files of one other system are read. */
export interface ForeignSystem {
  readonly name: 'zendesk' | 'freshdesk';
  readTicket(object: JsonObject, directory: ForeignDirectory): ForeignTicket | null;
  /** The key in a directory's map with what belongs there; null when the object is none. */
  readPerson(object: JsonObject): readonly [string, ForeignPerson] | null;
  readField(object: JsonObject): readonly [string, ForeignField] | null;
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

/** Text without markup as HTML: its lines stay lines, its paragraphs paragraphs. */
export function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .trim()
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br />')}</p>`)
    .join('');
}
