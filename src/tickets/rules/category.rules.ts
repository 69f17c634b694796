import { unknownAmong } from '../../vocabulary/known-names.rules.js';
import type { CategoryId } from '../../kernel/ids.js';
import type { Problems } from '../../kernel/problems.js';
import { NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import type { CategoryNode } from '../../fields/known/known-vocabulary.js';
import type { TicketChanges } from './ticket.changes.js';

/** Where a ticket stands in the three levels of categories. */
export interface CategoryPlace {
  readonly categoryId: CategoryId | null;
  readonly subCategoryOneId: CategoryId | null;
  readonly subCategoryTwoId: CategoryId | null;
}

type RequestedPlace = Pick<TicketChanges, 'category' | 'subCategoryOne' | 'subCategoryTwo'>;

/**
 * Where a ticket stands after the change. A level that changes clears the levels below it that are not named. A
 * sub-category must belong to the level above it (decisions, section 4).
 */
export function movedCategory(
  requested: RequestedPlace,
  current: CategoryPlace,
  categories: readonly CategoryNode[],
  problems: Problems,
): CategoryPlace {
  // Of the levels above: the lowest one, undefined when it is refused, and whether they stay as they are.
  let above: CategoryId | null | undefined = null;
  let stays = true;
  const level = (path: Level, name: string | null | undefined, now: CategoryId | null): CategoryId | null => {
    let id: CategoryId | null | undefined = stays ? now : null;
    if (name !== undefined) id = name === null ? null : found(path, name);
    stays &&= id === now;
    above = id;
    return id ?? null;
  };
  const found = (path: Level, name: string): CategoryId | null | undefined => {
    if (above === undefined) return undefined;
    const id = path === 'category' ? topCategory(name, categories) : childOf(above, name, categories);
    if (id === undefined)
      problems.add(
        path,
        path === 'category' ? unknownCategory(categories) : unknownSub(path, above, categories),
      );
    return id;
  };
  return {
    categoryId: level('category', requested.category, current.categoryId),
    subCategoryOneId: level('sub_category_one', requested.subCategoryOne, current.subCategoryOneId),
    subCategoryTwoId: level('sub_category_two', requested.subCategoryTwo, current.subCategoryTwoId),
  };
}

/** The message about an unknown category of the first level. */
export function unknownCategory(categories: readonly CategoryNode[]): string {
  return unknownAmong('is not the name of a category', [NO_CATEGORY, ...namesBelow(null, categories)]);
}

function unknownSub(
  path: Exclude<Level, 'category'>,
  above: CategoryId | null,
  categories: readonly CategoryNode[],
): string {
  return unknownAmong(UNKNOWN[path], above === null ? [] : namesBelow(above, categories));
}

function namesBelow(parent: CategoryId | null, categories: readonly CategoryNode[]): string[] {
  return categories.filter(({ parentId }) => parentId === parent).map(({ name }) => name);
}

const UNKNOWN = {
  sub_category_one: "is not the name of a sub-category of the ticket's category",
  sub_category_two: "is not the name of a sub-category of the ticket's sub_category_one",
} as const;

type Level = 'category' | keyof typeof UNKNOWN;

/** The category of that name on the first level; null for `None`, undefined when there is none. */
export function topCategory(
  name: string,
  categories: readonly CategoryNode[],
): CategoryId | null | undefined {
  if (name === NO_CATEGORY) return null;
  return categories.find((node) => node.parentId === null && node.name === name)?.id;
}

function childOf(
  parent: CategoryId | null,
  name: string,
  categories: readonly CategoryNode[],
): CategoryId | undefined {
  if (parent === null) return undefined;
  return categories.find((node) => node.parentId === parent && node.name === name)?.id;
}
