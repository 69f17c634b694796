import type { CategoryId } from '../kernel/ids.js';
import type { Problems } from '../kernel/problems.js';
import type { TicketChanges } from './ticket.changes.js';
import type { CategoryNode } from './ticket-vocabulary.js';

/** The name that stands for "no category" (decisions, section 4). */
export const NO_CATEGORY = 'None';

/** Where a ticket stands in the three levels of categories. */
export interface CategoryPlace {
  readonly categoryId: CategoryId | null;
  readonly subCategoryOneId: CategoryId | null;
  readonly subCategoryTwoId: CategoryId | null;
}

type RequestedPlace = Pick<TicketChanges, 'category' | 'subCategoryOne' | 'subCategoryTwo'>;

/**
 * Where a ticket stands after the change. A level that changes clears the ones below unless they are named; a
 * sub-category must belong to the level above it (decisions, section 4).
 */
export function movedCategory(
  requested: RequestedPlace,
  current: CategoryPlace,
  categories: readonly CategoryNode[],
  problems: Problems,
): CategoryPlace {
  const level = (
    path: string,
    name: string | null | undefined,
    parent: CategoryId | null | undefined,
    kept: CategoryId | null,
  ): CategoryId | null | undefined => {
    if (name === undefined) return kept;
    if (name === null) return null;
    if (parent === undefined) return undefined;
    const found = childOf(parent, name, categories, path === 'category');
    if (found === undefined) problems.add(path, messageFor(path));
    return found;
  };

  const category = level('category', requested.category, null, current.categoryId);
  const categoryStays = category === current.categoryId;
  const one = level(
    'sub_category_one',
    requested.subCategoryOne,
    category,
    categoryStays ? current.subCategoryOneId : null,
  );
  const oneStays = categoryStays && one === current.subCategoryOneId;
  const two = level(
    'sub_category_two',
    requested.subCategoryTwo,
    one,
    oneStays ? current.subCategoryTwoId : null,
  );
  return { categoryId: category ?? null, subCategoryOneId: one ?? null, subCategoryTwoId: two ?? null };
}

/** The category of that name on the first level; null for `None`, undefined when there is none. */
export function topCategory(
  name: string,
  categories: readonly CategoryNode[],
): CategoryId | null | undefined {
  return childOf(null, name, categories, true);
}

function childOf(
  parent: CategoryId | null,
  name: string,
  categories: readonly CategoryNode[],
  isTop: boolean,
): CategoryId | null | undefined {
  if (isTop && name === NO_CATEGORY) return null;
  // Without the level above, there is nothing that a sub-category could belong to.
  if (!isTop && parent === null) return undefined;
  return categories.find((node) => node.parentId === parent && node.name === name)?.id;
}

function messageFor(path: string): string {
  if (path === 'category') return 'is not the name of a category';
  const above = path === 'sub_category_one' ? 'category' : 'sub_category_one';
  return `is not the name of a sub-category of the ticket's ${above}`;
}
