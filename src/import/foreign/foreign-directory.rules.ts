import { textIn, type ForeignDirectory, type ForeignName, type ForeignPerson } from './foreign-ticket.js';

/** Who has an id; without a file that says so, nothing but the id is known. */
export function personOf(id: unknown, { people }: ForeignDirectory): ForeignPerson {
  const key = textIn(id) ?? '';
  return people.get(key) ?? { id: key, email: null, name: null };
}

/** The same for an assignee, by address. */
export function assigneeOf(id: unknown, directory: ForeignDirectory): ForeignName | null {
  if (textIn(id) === null) return null;
  const person = personOf(id, directory);
  return { id: person.id, name: person.email };
}

/** The same for a group. */
export function groupOf(id: unknown, { groups }: ForeignDirectory): ForeignName | null {
  const key = textIn(id);
  return key === null ? null : { id: key, name: groups.get(key) ?? null };
}

/** What no file beside the tickets tells of: its id is all there is. */
export function nameOf(id: string | null): ForeignName | null {
  return id === null ? null : { id, name: null };
}
