import { FIELD_KINDS, type FieldKind } from '../fields/field.kinds.js';
import { checkOptionsOfKind, checkWantedFields, fieldsByName, type FieldRow } from '../fields/field.rules.js';
import { groupedBy, isObject } from '../kernel/objects.js';
import type { Problems } from '../kernel/errors.js';
import { foldCase, foldEmail } from '../kernel/text.js';
import type { CategoryId } from '../kernel/ids.js';
import {
  DEFAULT_CATEGORIES,
  DEFAULT_STATUSES,
  NO_CATEGORY,
  type CategoryRow,
  type Vocabulary,
  type WantedCategory,
} from '../vocabulary/vocabulary.rules.js';
import type { Manifest } from './manifest.js';

export interface WorkspaceContents {
  readonly fields: readonly FieldRow[];
  readonly vocabulary: Vocabulary;
}

export const NO_CONTENTS: WorkspaceContents = {
  fields: [],
  vocabulary: { statuses: [], categories: [], groups: [], companies: [] },
};

/** Names the lists of a manifest's file, and the key that identifies an entry of each. */
const IDENTITIES = {
  statuses: 'name',
  groups: 'name',
  team_members: 'email',
  companies: 'name',
  customers: 'email',
  fields: 'name',
  forms: 'slug',
  webhooks: 'url',
} as const;

/** Finds the mistakes that the schema does not see, in a file of any shape, so that one message names all mistakes. */
export function findContradictions(file: unknown, problems: Problems): void {
  for (const [section, key] of Object.entries(IDENTITIES)) {
    findRepetitions(listAt(file, section), section, key, problems);
    findRepetitions(listAt(file, section), section, 'id', problems);
  }
  findNearDefaults(listAt(file, 'statuses'), 'statuses', DEFAULT_STATUSES, problems);
  findNearDefaults(listAt(file, 'categories'), 'categories', [NO_CATEGORY, ...DEFAULT_CATEGORIES], problems);
  checkCategoryLevel(listAt(file, 'categories'), 'categories', problems);
  for (const [index, field] of listAt(file, 'fields').entries()) {
    const kind = valueAt(field, 'kind');
    const labels = valueAt(field, 'options') ?? [];
    if (!FIELD_KINDS.includes(kind as FieldKind) || !Array.isArray(labels)) continue;
    checkOptionsOfKind(kind as FieldKind, labels, `fields[${index}].options`, problems);
  }
  for (const [index, form] of listAt(file, 'forms').entries()) {
    const names = listAt(form, 'fields').map((name) => ({ name }));
    findRepetitions(names, `forms[${index}].fields`, 'name', problems, '');
  }
}

/** Finds fields that conflict with those of the workspace, and names that are neither in the manifest nor in the workspace. */
export function findConflicts(manifest: Manifest, contents: WorkspaceContents, problems: Problems): void {
  checkWantedFields(manifest.fields, contents.fields, problems);
  const { groups, fields, teamMembers, forms } = manifest;
  findUnknownNames({ groups, fields, team_members: teamMembers, forms }, contents, problems);
  const { statuses, categories, companies, vocabulary } = { ...manifest, ...contents };
  findNearNames(statuses.map(named), 'statuses', vocabulary.statuses, problems);
  findNearNames(groups, 'groups', vocabulary.groups, problems);
  findNearNames(companies, 'companies', vocabulary.companies, problems);
  const levels = groupedBy(vocabulary.categories, ({ parentId }) => parentId);
  findNearCategories(categories, 'categories', { levels, parentId: null }, problems);
}

interface Named {
  readonly name: string;
}

const named = (name: string): Named => ({ name });

/** Refuses a new name that differs only in case from one of the workspace: the manifest that it shows would name both, and be refused. */
function findNearNames(
  wanted: readonly Named[],
  path: string,
  existing: readonly Named[],
  problems: Problems,
): void {
  const exact = new Set(existing.map(({ name }) => name));
  const near = new Map(existing.map(({ name }) => [foldCase(name), name]));
  for (const [index, { name }] of wanted.entries()) {
    const other = exact.has(name) ? undefined : near.get(foldCase(name));
    if (other === undefined) continue;
    const message = `differs from "${other}" of the workspace only in upper and lower case, or in how an accent is written`;
    problems.add(`${path}[${index}].name`, message);
  }
}

function findNearCategories(
  wanted: readonly WantedCategory[],
  path: string,
  { levels, parentId }: { readonly levels: CategoryLevels; readonly parentId: CategoryId | null },
  problems: Problems,
): void {
  const siblings = levels.get(parentId) ?? [];
  findNearNames(wanted, path, siblings, problems);
  const ids = new Map(siblings.map(({ name, id }) => [name, id]));
  for (const [index, { name, subCategories }] of wanted.entries()) {
    const id = ids.get(name);
    const below = `${path}[${index}].sub_categories`;
    if (id !== undefined) findNearCategories(subCategories, below, { levels, parentId: id }, problems);
  }
}

type CategoryLevels = ReadonlyMap<CategoryId | null, readonly CategoryRow[]>;

/** Refuses a default author whom nobody knows. The file lists members, and `members` are the folded addresses of others. */
export function checkDefaultAuthor(
  { workspace, teamMembers }: Manifest,
  members: readonly string[],
  problems: Problems,
): void {
  const { defaultAuthor } = workspace;
  if (defaultAuthor === undefined || defaultAuthor === null) return;
  const known = [...members, ...teamMembers.map(({ email }) => foldEmail(email))];
  if (!known.includes(foldEmail(defaultAuthor)))
    problems.add('workspace.default_author', 'must be the address of a team member');
}

/** Finds groups of members and fields of forms that are neither in the file, of any shape, nor in the workspace. */
export function findUnknownNames(file: unknown, contents: WorkspaceContents, problems: Problems): void {
  const existing = contents.vocabulary.groups.map(({ name }) => name);
  const groups = new Set([...existing, ...listAt(file, 'groups').map(nameOf)]);
  const fromFile = listAt(file, 'fields').map((field) => named(nameOf(field)));
  const fields = fieldsByName<Named>([...contents.fields, ...fromFile]);
  const isField = (name: string): boolean => fields.has(foldCase(name));
  checkNames(file, 'team_members', 'groups', 'is not a group', (name) => groups.has(name), problems);
  checkNames(file, 'forms', 'fields', 'is not a field', isField, problems);
}

function checkNames(
  file: unknown,
  section: string,
  list: string,
  message: string,
  isKnown: (name: string) => boolean,
  problems: Problems,
): void {
  for (const [index, entry] of listAt(file, section).entries()) {
    for (const [place, name] of listAt(entry, list).entries()) {
      if (typeof name === 'string' && !isKnown(name))
        problems.add(`${section}[${index}].${list}[${place}]`, `${message}: "${name}"`);
    }
  }
}

/** Returns a name, or the name of an entry; an empty text when there is none. */
function nameOf(entry: unknown): string {
  const name = typeof entry === 'string' ? entry : valueAt(entry, 'name');
  return typeof name === 'string' ? name : '';
}

/** Lists the ids of a workspace by the section of the file. `key` names the holder as the file does; it is null when it was deleted. */
export type IdHolders = Readonly<
  Record<IdSection, readonly { readonly id: string; readonly key: string | null }[]>
>;
type IdSection = 'groups' | 'companies' | 'team_members' | 'customers' | 'fields';

/** Finds ids of new elements that another element has. An element of the workspace keeps its id, whatever the file says. */
export function findTakenIds(manifest: Manifest, holders: IdHolders, problems: Problems): void {
  const named = {
    groups: manifest.groups.map(({ id, name }) => ({ id, key: name })),
    companies: manifest.companies.map(({ id, name }) => ({ id, key: name })),
    team_members: manifest.teamMembers.map(({ id, email }) => ({ id, key: foldEmail(email) })),
    customers: manifest.customers.map(({ id, email }) => ({ id, key: foldEmail(email) })),
    fields: manifest.fields.map(({ id, name }) => ({ id, key: foldCase(name) })),
  };
  for (const [section, wanted] of Object.entries(named) as [IdSection, (typeof named)['groups']][]) {
    const keys = new Set(holders[section].map(({ key }) => key));
    const ids = new Set(holders[section].map(({ id }) => id));
    for (const [index, { id, key }] of wanted.entries()) {
      if (id !== undefined && !keys.has(key) && ids.has(id))
        problems.add(`${section}[${index}].id`, 'is the id of another entry of this list in the workspace');
    }
  }
}

function checkCategoryLevel(entries: readonly unknown[], path: string, problems: Problems): void {
  findRepetitions(entries, path, 'name', problems);
  for (const [index, entry] of entries.entries()) {
    if (path === 'categories' && valueAt(entry, 'name') === NO_CATEGORY) {
      problems.add(`categories[${index}].name`, `must not be ${NO_CATEGORY}: it stands for "no category"`);
    }
    const below = listAt(entry, 'sub_categories');
    if (below.length > 0) checkCategoryLevel(below, `${path}[${index}].sub_categories`, problems);
  }
}

/** Refuses a name that differs only in case from a default one, because it most likely means the default. */
function findNearDefaults(
  entries: readonly unknown[],
  path: string,
  defaults: readonly string[],
  problems: Problems,
): void {
  for (const [index, entry] of entries.entries()) {
    const name = valueAt(entry, 'name');
    if (typeof name !== 'string') continue;
    const near = defaults.find((one) => one !== name && foldCase(one) === foldCase(name));
    if (near !== undefined)
      problems.add(
        `${path}[${index}].name`,
        `differs from the default "${near}" only in upper and lower case`,
      );
  }
}

/** Values of these keys are not compared as names: the path of an address may be in any case. */
const FOLDING: Readonly<Record<string, (value: string) => string>> = {
  email: foldEmail,
  url: (value) => value,
};

function findRepetitions(
  entries: readonly unknown[],
  path: string,
  key: string,
  problems: Problems,
  suffix = `.${key}`,
): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const value = valueAt(entry, key);
    if (typeof value !== 'string') continue;
    const folded = FOLDING[key]?.(value) ?? foldCase(value);
    if (seen.has(folded)) problems.add(`${path}[${index}]${suffix}`, `is in the list already: "${value}"`);
    seen.add(folded);
  }
}

function valueAt(parent: unknown, key: string): unknown {
  return isObject(parent) ? parent[key] : undefined;
}

function listAt(parent: unknown, key: string): readonly unknown[] {
  const value = valueAt(parent, key);
  return Array.isArray(value) ? value : [];
}
