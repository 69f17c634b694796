import type { Test } from 'supertest';
import { asAdmin } from '../test-database.js';
import { aTicket, type TestWorkspace } from './builders.js';
import { CUSTOMER } from './comments.js';

type Ref = string | number;

export function merging({ client }: Pick<TestWorkspace, 'client'>, ticket: Ref, into: Ref): Test {
  return client.post(`/tickets/${ticket}/merge`, { into });
}

export function unmerging({ client }: Pick<TestWorkspace, 'client'>, ticket: Ref): Test {
  return client.post(`/tickets/${ticket}/unmerge`);
}

/** Makes a number of tickets, each of a customer of its own. @returns their numbers */
export async function someTickets(workspace: TestWorkspace, count: number): Promise<number[]> {
  const numbers: number[] = [];
  for (let index = 1; index <= count; index++)
    numbers.push((await aTicket(workspace, { email: `c${index}@customer.example` })).number);
  return numbers;
}

/** Adds a number of tickets that are merged into a ticket, as if somebody had merged them. */
export async function pretendMerged(
  { app, scope: { workspaceId } }: TestWorkspace,
  into: number,
  count: number,
): Promise<void> {
  const line = (index: number) => JSON.stringify({ email: CUSTOMER, subject: `Merged ${index}` });
  await app.operator.import(
    workspaceId,
    Array.from({ length: count }, (_, index) => line(index)),
  );
  await asAdmin(
    app.database,
    `UPDATE tickets t SET status_before_merge_id = status_id, merged_into_id = (
       SELECT id FROM tickets WHERE workspace_id = $1 AND number = $2)
     WHERE workspace_id = $1 AND subject LIKE 'Merged %'`,
    [workspaceId, into],
  );
}

interface ShownMerges {
  readonly merged_into: { readonly id: string; readonly number: number } | null;
  readonly merged_from: readonly { readonly id: string; readonly number: number }[];
}

export async function mergesOf({ client }: TestWorkspace, ticket: Ref): Promise<ShownMerges> {
  const { body } = await client.get(`/tickets/${ticket}?include=merged`).expect(200);
  const { merged_into, merged_from } = body.ticket as ShownMerges;
  return { merged_into, merged_from };
}

/** Tells the number of the ticket into which a ticket is merged, and the numbers of those that are merged into it. */
export async function numbersOf(workspace: TestWorkspace, ticket: Ref): Promise<[number | null, number[]]> {
  const { merged_into: into, merged_from: from } = await mergesOf(workspace, ticket);
  return [into?.number ?? null, from.map(({ number }) => number)];
}

/** Lists the participants of a ticket with their roles. */
export async function participantsOf({ client }: TestWorkspace, ticket: Ref): Promise<string[]> {
  const { body } = await client.get(`/tickets/${ticket}?include=participants`).expect(200);
  const { participants } = body.ticket as { participants: { role: string; email: string }[] };
  return participants.map(({ role, email }) => `${role} ${email}`);
}
