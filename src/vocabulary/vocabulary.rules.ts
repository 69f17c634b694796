import type { CategoryId, CompanyId, GroupId, StatusId } from '../kernel/ids.js';

/** The status of a new ticket. */
export const NEW = 'new';
/** The status that ends the work on a ticket. */
export const CLOSED = 'closed';
/** Tickets with these statuses are finished. A removed member stays their assignee (decisions, section 8). */
export const DONE_STATUSES = [CLOSED, 'spam', 'trash'] as const;

/** The statuses of every workspace (specification 2.3). */
export const DEFAULT_STATUSES = [NEW, 'open', 'on_hold', 'waiting_on_customer', ...DONE_STATUSES] as const;

/** The name that stands for "no category" (decisions, section 4). */
export const NO_CATEGORY = 'None';

/** The categories of every workspace. `None` is not among them, because it means "no category" (specification 2.3). */
export const DEFAULT_CATEGORIES = ['Questions', 'Incident', 'Problem', 'Feature request', 'Refund'] as const;

interface NamedRow<Id> {
  readonly id: Id;
  readonly name: string;
}

export interface StatusRow extends NamedRow<StatusId> {
  readonly position: number;
  readonly isDefault: boolean;
}

export interface CategoryRow extends NamedRow<CategoryId> {
  readonly parentId: CategoryId | null;
  readonly position: number;
  readonly isDefault: boolean;
}

export type GroupRow = NamedRow<GroupId>;
export type CompanyRow = NamedRow<CompanyId>;

/** The names that tickets and customers of a workspace can have, in display order. */
export interface Vocabulary {
  readonly statuses: readonly StatusRow[];
  /** Those of all levels. */
  readonly categories: readonly CategoryRow[];
  readonly groups: readonly GroupRow[];
  readonly companies: readonly CompanyRow[];
}

/** A category of a manifest, with its sub-categories. */
export interface WantedCategory {
  readonly name: string;
  readonly subCategories: readonly WantedCategory[];
}

/** A group or company of a manifest. The id is that of a new one; one that is there keeps its own. */
type WantedName<Id> = Pick<NamedRow<Id>, 'name'> & Partial<NamedRow<Id>>;

/** The names that a manifest lists, in addition to the default ones. */
export interface WantedVocabulary {
  readonly statuses: readonly string[];
  /** At most three levels. */
  readonly categories: readonly WantedCategory[];
  readonly groups: readonly WantedName<GroupId>[];
  readonly companies: readonly WantedName<CompanyId>[];
}

/** A category to add. `path` is its full name: `Billing > Invoices > VAT`. */
interface MissingCategory extends CategoryRow {
  readonly path: string;
}

/** The statuses to add, the default ones first. They follow the existing ones. */
export function missingStatuses(
  existing: readonly Omit<StatusRow, 'id'>[],
  wanted: readonly string[],
): Omit<StatusRow, 'id'>[] {
  const first = nextPosition(existing);
  return missingNames(existing, [...DEFAULT_STATUSES, ...wanted]).map((name, index) => ({
    name,
    position: first + index,
    isDefault: (DEFAULT_STATUSES as readonly string[]).includes(name),
  }));
}

/** The categories to add on all levels, parents before their children. Each follows its existing siblings. */
export function missingCategories(
  existing: readonly CategoryRow[],
  wanted: readonly WantedCategory[],
  newId: () => CategoryId,
): MissingCategory[] {
  const defaults = DEFAULT_CATEGORIES.map((name) => ({ name, subCategories: [] }));
  return missingBelow(null, [...defaults, ...wanted], existing, newId);
}

/** The wanted names that do not exist yet, each once. */
export function missingNames(
  existing: readonly { readonly name: string }[],
  wanted: readonly string[],
): string[] {
  const present = new Set(existing.map(({ name }) => name));
  return [...new Set(wanted)].filter((name) => !present.has(name));
}

/** The wanted groups or companies that do not exist yet, each once. */
export function missingNamed<Wanted extends { readonly name: string }>(
  existing: readonly { readonly name: string }[],
  wanted: readonly Wanted[],
): Wanted[] {
  const wantedNames = wanted.map(({ name }) => name);
  const missing = new Set(missingNames(existing, wantedNames));
  return wanted.filter(({ name }) => missing.delete(name));
}

function missingBelow(
  parentId: CategoryId | null,
  wanted: readonly WantedCategory[],
  existing: readonly CategoryRow[],
  newId: () => CategoryId,
  path: readonly string[] = [],
): MissingCategory[] {
  const level = existing.filter((category) => category.parentId === parentId);
  const missing: MissingCategory[] = [];
  for (const { name, subCategories } of wanted) {
    const full = [...path, name];
    let category = [...level, ...missing].find((one) => one.name === name && one.parentId === parentId);
    if (!category) {
      const isDefault = parentId === null && (DEFAULT_CATEGORIES as readonly string[]).includes(name);
      const position = nextPosition([...level, ...missing.filter((one) => one.parentId === parentId)]);
      const added = { id: newId(), parentId, name, position, isDefault, path: full.join(' > ') };
      missing.push(added);
      category = added;
    }
    missing.push(...missingBelow(category.id, subCategories, existing, newId, full));
  }
  return missing;
}

function nextPosition(placed: readonly { readonly position: number }[]): number {
  return placed.reduce((last, { position }) => Math.max(last, position), -1) + 1;
}
