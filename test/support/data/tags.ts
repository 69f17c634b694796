import type { TestWorkspace } from './builders.js';

/** A tag as clients see it. */
export interface SeenTag {
  readonly name: string;
  readonly ticket_count: number;
}

/** All tags, page by page; every page must say how many there are. */
export async function tagsOf({ client }: TestWorkspace, size = 100): Promise<SeenTag[]> {
  const seen: SeenTag[] = [];
  for (let number = 1; ; number++) {
    const { body } = await client.get(`/tags?page_number=${number}&page_size=${size}`).expect(200);
    const { tags, pagination } = body as { tags: SeenTag[]; pagination: { total_records: number } };
    seen.push(...tags);
    if (tags.length < size) {
      expect(pagination.total_records).toBe(seen.length);
      return seen;
    }
  }
}

/** The same tags with the totals of the list of tickets, filtered by each. */
export async function countedBySearch(
  { client }: TestWorkspace,
  tags: readonly SeenTag[],
): Promise<SeenTag[]> {
  const counted: SeenTag[] = [];
  for (const { name } of tags) {
    const { body } = await client.get(`/tickets?page_size=1&tag=${encodeURIComponent(name)}`).expect(200);
    counted.push({ name, ticket_count: body.pagination.total_records as number });
  }
  return counted;
}

/** Does what the service does in the background: it folds changes into counts. */
export function settle({ app, scope }: TestWorkspace): Promise<void> {
  return app.operator.work(scope.workspaceId);
}
