import type { Wire } from '../platform/http/answers/wire.js';
import type { RemovedTeamMembersResponse, RemoveTeamMembersDto } from './dto/remove-team-members.dto.js';
import type { Removal } from './team-member.rules.js';

/** The addresses of the members to remove. */
export function toRemovals({ emails = [] }: Partial<RemoveTeamMembersDto>): readonly unknown[] {
  return emails;
}

/** Says how many members were removed, and how many had been removed before. */
export function toRemovedResponse({ removed, before }: Removal): Wire<RemovedTeamMembersResponse> {
  const now = `${counted(removed)} removed`;
  return { message: before === 0 ? `${now}.` : `${now}; ${counted(before)} removed before.` };
}

function counted(members: number): string {
  return members === 1 ? '1 team member was' : `${members} team members were`;
}
