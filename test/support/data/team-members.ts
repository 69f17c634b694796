import { randomUUID } from 'node:crypto';
import type { components } from '../../../packages/client/src/openapi.js';
import type { TestApp } from '../test-app.js';
import { aWorkspace, type TestWorkspace } from './builders.js';

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

/** A workspace with two groups and one administrator. */
export function aTeam(app: TestApp): Promise<TestWorkspace> {
  const eve = { email: 'eve@acme.example', first_name: 'Eve', last_name: 'Jones' };
  return aWorkspace(app, {
    groups: [{ name: 'Support' }, { name: 'Sales' }],
    team_members: [{ ...eve, role: 'admin', groups: ['Support'] }],
  });
}

/** The members that a list shows, each by its address before the @. */
export async function listed({ client }: TestWorkspace, query = ''): Promise<(string | undefined)[]> {
  const { body } = await client.get(`/team-members?${query}`).expect(200);
  return (body.team_members as ShownMember[]).map(({ email }) => email.split('@')[0]);
}

export async function memberOf({ client }: TestWorkspace, email: string): Promise<ShownMember> {
  const { body } = await client.get(`/team-members?state=active,inactive&email=${email}`);
  return body.team_members[0] as ShownMember;
}
