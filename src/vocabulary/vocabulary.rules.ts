import type { CategoryId, WorkspaceId } from '../kernel/ids.js';
import { groupedBy } from '../kernel/objects.js';
import type { Company } from './entities/company.entity.js';
import type { Group, TicketCategory, TicketStatus } from './entities/vocabulary.entity.js';
import type { NewAuditEntry } from '../events/audit-entry.js';

/** Each new ticket has this status. */
export const NEW = 'new';
/** This status ends the work on a ticket. */
export const CLOSED = 'closed';
/** These statuses finish a ticket. A removed member stays its assignee [rule 8]. */
export const DONE_STATUSES = [CLOSED, 'spam', 'trash'] as const;

/** Every workspace has these statuses [spec 2.3]. */
export const DEFAULT_STATUSES = [NEW, 'open', 'on_hold', 'waiting_on_customer', ...DONE_STATUSES] as const;

/** This name stands for "no category" [rule 4]. */
export const NO_CATEGORY = 'None';

/** Every workspace has these categories. `None` is not among them, because it means "no category" [spec 2.3]. */
export const DEFAULT_CATEGORIES = ['Questions', 'Incident', 'Problem', 'Feature request', 'Refund'] as const;

export type StatusRow = Readonly<Pick<TicketStatus, 'id' | 'name' | 'position' | 'isDefault'>>;
export type CategoryRow = Readonly<
  Pick<TicketCategory, 'id' | 'parentId' | 'name' | 'position' | 'isDefault'>
>;
type GroupRow = Readonly<Pick<Group, 'id' | 'name'>>;
export type CompanyRow = Readonly<Pick<Company, 'id' | 'name'>>;

/** Holds the names that tickets and customers of a workspace can have, in display order. */
export interface Vocabulary {
  readonly statuses: readonly StatusRow[];
  readonly categories: readonly CategoryRow[];
  readonly groups: readonly GroupRow[];
  readonly companies: readonly CompanyRow[];
}

export interface WantedCategory {
  readonly name: string;
  readonly subCategories: readonly WantedCategory[];
}

/** Holds the names that a manifest lists in addition to the defaults. New elements get the ids; an existing one keeps its own. */
export interface WantedVocabulary {
  readonly statuses: readonly string[];
  /** Categories have three levels at most. */
  readonly categories: readonly WantedCategory[];
  readonly groups: readonly (Pick<GroupRow, 'name'> & Partial<GroupRow>)[];
  readonly companies: readonly (Pick<CompanyRow, 'name'> & Partial<CompanyRow>)[];
}

/** Describes a category to add. `path` is its full name: `Billing > Invoices > VAT`. */
interface MissingCategory extends CategoryRow {
  readonly path: string;
}

/** Finds the statuses to add, the default ones first. They follow the existing ones. */
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

/** Finds the categories to add on all levels, parents before their children. Each follows its existing siblings. */
export function missingCategories(
  existing: readonly CategoryRow[],
  wanted: readonly WantedCategory[],
  newId: () => CategoryId,
): MissingCategory[] {
  const defaults = DEFAULT_CATEGORIES.map((name) => ({ name, subCategories: [] }));
  return missingBelow(
    null,
    [...defaults, ...wanted],
    groupedBy(existing, ({ parentId }) => parentId),
    newId,
  );
}

/** Finds the wanted names that do not exist yet, each once. */
export function missingNames(
  existing: readonly { readonly name: string }[],
  wanted: readonly string[],
): string[] {
  const present = new Set(existing.map(({ name }) => name));
  return [...new Set(wanted)].filter((name) => !present.has(name));
}

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
  existing: ReadonlyMap<CategoryId | null, readonly CategoryRow[]>,
  newId: () => CategoryId,
  path: readonly string[] = [],
): MissingCategory[] {
  const siblings = existing.get(parentId) ?? [];
  const level = new Map(siblings.map((category) => [category.name, category]));
  let position = nextPosition(siblings);
  const missing: MissingCategory[] = [];
  for (const { name, subCategories } of wanted) {
    const full = [...path, name];
    let category = level.get(name);
    if (!category) {
      const isDefault = parentId === null && (DEFAULT_CATEGORIES as readonly string[]).includes(name);
      const added = { id: newId(), parentId, name, position, isDefault, path: full.join(' > ') };
      position += 1;
      missing.push(added);
      level.set(name, added);
      category = added;
    }
    missing.push(...missingBelow(category.id, subCategories, existing, newId, full));
  }
  return missing;
}

function nextPosition(placed: readonly { readonly position: number }[]): number {
  return placed.reduce((last, { position }) => Math.max(last, position), -1) + 1;
}

/** Makes the audit entry about new names, with categories by their paths. It makes none when there are no new names. */
export function vocabularyExtended(
  id: WorkspaceId,
  added: Readonly<Record<keyof Vocabulary, readonly string[]>>,
): NewAuditEntry[] {
  const after = Object.fromEntries(Object.entries(added).filter(([, names]) => names.length > 0));
  if (Object.keys(after).length === 0) return [];
  return [{ action: 'vocabulary.extended', subject: { type: 'workspace', id }, before: null, after }];
}
