import { unknownAmong } from '../../vocabulary/known-names.rules.js';
import type { CategoryId } from '../../kernel/ids.js';
import type { Problems } from '../../kernel/errors.js';
import { NO_CATEGORY } from '../../vocabulary/vocabulary.rules.js';
import type { CategoryNode } from '../../fields/known/known-vocabulary.js';
import type { TicketChanges } from './properties/sent-ticket.js';
import type { TicketState } from './properties/stored-ticket.js';

export type ChosenCategories = Pick<TicketState, 'categoryId' | 'subCategoryOneId' | 'subCategoryTwoId'>;

type Categories = readonly CategoryNode[];

const UNKNOWN = {
  category: 'is not the name of a category',
  sub_category_one: "is not the name of a sub-category of the ticket's category",
  sub_category_two: "is not the name of a sub-category of the ticket's sub_category_one",
} as const;

type Level = keyof typeof UNKNOWN;

/**
 * Moves a ticket to the named categories. A level that changes clears the levels below it that are not named. A sub-category must
 * belong to the level above it [rule 4].
 */
export function movedCategory(
  requested: Pick<TicketChanges, 'category' | 'subCategoryOne' | 'subCategoryTwo'>,
  current: ChosenCategories,
  categories: Categories,
  problems: Problems,
): ChosenCategories {
  // The lowest level so far, undefined when it is refused, and whether all levels so far stay as they are.
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
    if (path === 'category') {
      const id = topCategory(name, categories);
      if (id === undefined) problems.add(path, unknownCategory(categories));
      return id;
    }
    const children = above === null ? [] : childrenOf(above, categories);
    const id = children.find((child) => child.name === name)?.id;
    if (id === undefined) problems.add(path, unknownAmong(UNKNOWN[path], namesOf(children)));
    return id;
  };
  return {
    categoryId: level('category', requested.category, current.categoryId),
    subCategoryOneId: level('sub_category_one', requested.subCategoryOne, current.subCategoryOneId),
    subCategoryTwoId: level('sub_category_two', requested.subCategoryTwo, current.subCategoryTwoId),
  };
}

/** Finds a category of the first level: null for `None`, undefined when there is none. */
export function topCategory(name: string, categories: Categories): CategoryId | null | undefined {
  if (name === NO_CATEGORY) return null;
  return childrenOf(null, categories).find((category) => category.name === name)?.id;
}

export function unknownCategory(categories: Categories): string {
  return unknownAmong(UNKNOWN.category, [NO_CATEGORY, ...namesOf(childrenOf(null, categories))]);
}

function childrenOf(parent: CategoryId | null, categories: Categories): Categories {
  return categories.filter(({ parentId }) => parentId === parent);
}

function namesOf(categories: Categories): string[] {
  return categories.map(({ name }) => name);
}
