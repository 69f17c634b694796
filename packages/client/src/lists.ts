import type { Answered } from './requests.js';
import type { Answer, List } from './types.js';

/** As many elements as a page can have, so that all of them take few requests. */
const LARGEST_PAGE = 100;

type Query = Readonly<Record<string, unknown>>;

export function answerOf<T>(answered: Promise<Answered>): Answer<T> {
  const raw = answered as Promise<{ readonly data: T; readonly response: Response }>;
  const answer = raw.then(({ data }) => data);
  const withResponse = (): typeof raw => {
    // The caller waits for the answer instead of the body, and the answer reports the failure.
    answer.catch(() => undefined);
    return raw;
  };
  return Object.assign(answer, { withResponse });
}

/** A list that asks for its pages with `ask`. `key` is the property with the elements. */
export function listOf(
  ask: (query: Query) => Promise<Answered>,
  key: string,
  query: Query,
): List<unknown, unknown> {
  return {
    page: (number) => answerOf(ask(number === undefined ? query : { ...query, page_number: number })),
    [Symbol.asyncIterator]: () => elementsOf(ask, key, { page_size: LARGEST_PAGE, ...query }),
  };
}

interface Page {
  readonly pagination: { readonly current_page_number: number; readonly total_pages: number };
  readonly [key: string]: unknown;
}

/** Gives an element once, also when new elements move it to the next page meanwhile. */
async function* elementsOf(
  ask: (query: Query) => Promise<Answered>,
  key: string,
  query: Query,
): AsyncGenerator<unknown, void, undefined> {
  let given = new Set<unknown>();
  for (
    let number = Number(query['page_number'] ?? query['page'] ?? 1), pages = number;
    number <= pages;
    number++
  ) {
    const page = (await ask({ ...query, page_number: number })).data as Page;
    const elements = page[key] as readonly { readonly id?: string }[];
    const now = new Set<unknown>(elements.flatMap(({ id }) => id ?? []));
    for (const element of elements) if (!given.has(element.id)) yield element;
    given = now;
    pages = page.pagination.total_pages;
  }
}
