import type { Test } from 'supertest';
import { asAdmin } from '../test-database.js';
import type { TestWorkspace } from './builders.js';

/** An element of a conversation as the API shows it. */
export interface ShownComment {
  readonly id: string;
  readonly comment_type: 'description' | 'reply' | 'note';
  readonly author_type: 'agent' | 'customer';
  readonly author: { readonly id: string; readonly name: string; readonly email: string };
  readonly content: string;
  readonly attachments: readonly object[];
  readonly message_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export const EVE = { email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' };
export const KIM = { email: 'kim@team.example', first_name: 'Kim', last_name: 'Li', role: 'agent' };
/** A desk with two agents. */
export const TWO_AGENTS = { team_members: [EVE, KIM] };
/** The customer of tickets that `aTicket` makes. */
export const CUSTOMER = 'someone@customer.example';

/** Sends a comment; of an agent and plain, unless the properties say otherwise. */
export function commenting(
  { client }: TestWorkspace,
  ticket: string | number,
  properties: Record<string, unknown> = {},
): Test {
  const whole = { author_email: EVE.email, content: '<p>Hello</p>', ...properties };
  return client.post(`/tickets/${ticket}/comments`, whole);
}

/** Adds a comment. */
export async function aComment(
  workspace: TestWorkspace,
  ticket: string | number,
  properties: Record<string, unknown> = {},
): Promise<ShownComment> {
  const { body } = await commenting(workspace, ticket, properties).expect(201);
  return body.comment as ShownComment;
}

/** A page of a conversation. */
export async function conversationOf(
  { client }: TestWorkspace,
  ticket: string | number,
  query = '',
): Promise<{ readonly comments: readonly ShownComment[]; readonly total: number }> {
  const { body } = await client.get(`/tickets/${ticket}/comments?${query}`).expect(200);
  return { comments: body.comments as ShownComment[], total: body.pagination.total_records as number };
}

/** What a list says in short: the contents in their order. */
export async function contentsOf(
  workspace: TestWorkspace,
  ticket: string | number,
  query = '',
): Promise<string[]> {
  return (await conversationOf(workspace, ticket, query)).comments.map(({ content }) => content);
}

/** Gives a ticket a number of comments, as if they had been added. */
export async function pretendComments(
  { app, scope }: TestWorkspace,
  ticketId: string,
  count: number,
): Promise<void> {
  await asAdmin(app.database, 'UPDATE tickets SET comment_count = $3 WHERE workspace_id = $1 AND id = $2', [
    scope.workspaceId,
    ticketId,
    count,
  ]);
}
