import { textIn, type ForeignDirectory, type ForeignName, type ForeignPerson } from './foreign-ticket.js';

/** The person with an id. Without a file of people only the id is known. */
export function personOf(id: unknown, { people }: ForeignDirectory): ForeignPerson {
  const key = textIn(id) ?? '';
  return people.get(key) ?? { id: key, email: null, name: null };
}

/** The assignee with an id, named by address. */
export function assigneeOf(id: unknown, directory: ForeignDirectory): ForeignName | null {
  if (textIn(id) === null) return null;
  const person = personOf(id, directory);
  return { id: person.id, name: person.email };
}

/** The group with an id. */
export function groupOf(id: unknown, { groups }: ForeignDirectory): ForeignName | null {
  const key = textIn(id);
  return key === null ? null : { id: key, name: groups.get(key) ?? null };
}

/** Something that no file names: only its id is known. */
export function nameOf(id: string | null): ForeignName | null {
  return id === null ? null : { id, name: null };
}
