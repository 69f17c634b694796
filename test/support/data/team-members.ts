import { randomUUID } from 'node:crypto';
import type { components } from '../../../packages/client/src/openapi.js';
import type { TestWorkspace } from './builders.js';

export type ShownMember = components['schemas']['TeamMember'];

/** Adds a team member through the API; without properties one with an address that nobody has. */
export async function aMember(
  { client }: TestWorkspace,
  { email = `${randomUUID()}@team.example`, ...others }: Record<string, unknown> = {},
): Promise<ShownMember> {
  const { body, status } = await client.post('/team-members', { emails: [email], ...others });
  const [member] = (body as { team_members?: ShownMember[] }).team_members ?? [];
  if (!member) throw new Error(`The team member was refused with ${status}: ${JSON.stringify(body)}`);
  return member;
}
