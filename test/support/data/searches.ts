import type { Test } from 'supertest';
import type { ApiClient } from '../servers/api-client.js';
import { numbersOf } from '../expectations.js';

/** Searches tickets for words, beside other parameters. */
export function searching(client: ApiClient, q: string, more: Record<string, string> = {}): Test {
  return client.get(`/tickets?${new URLSearchParams({ ...more, q }).toString()}`);
}

/** The numbers of the tickets that a search finds, in order. Their total must be exact. */
export async function foundBy(
  client: ApiClient,
  q: string,
  more: Record<string, string> = {},
): Promise<number[]> {
  const response = await searching(client, q, { sort: 'created_at', order: 'asc', ...more }).expect(200);
  const found = numbersOf(response);
  expect(response.body).toMatchObject({ pagination: { total_records: found.length } });
  expect(response.body).not.toHaveProperty('search_complete');
  return found;
}

/** A place of found words as the API shows it. */
export interface ShownMatch {
  readonly comment_id: string | null;
  readonly comment_type: 'reply' | 'note' | null;
  readonly snippet: string;
}

/** Where a search finds words, by the numbers of the tickets. */
export async function matchesOf(client: ApiClient, q: string): Promise<Record<number, ShownMatch[]>> {
  const { body } = await searching(client, q, { include: 'matches' }).expect(200);
  const tickets = body.tickets as { number: number; matches: ShownMatch[] }[];
  return Object.fromEntries(tickets.map(({ number, matches }) => [number, matches]));
}
