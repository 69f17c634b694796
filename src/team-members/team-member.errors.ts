import { DomainError } from '../kernel/errors.js';
import { isUuid, type TeamMemberId } from '../kernel/ids.js';

/** 404, the same for an unknown member, another workspace's, and what can be no id. */
export function teamMemberNotFound(): DomainError {
  return new DomainError('not_found', 'team_member_not_found', 'There is no such team member.');
}

/** The id of a member in a path, in lower case. */
export function teamMemberIdOf(reference: string): TeamMemberId {
  if (!isUuid(reference)) throw teamMemberNotFound();
  return reference.toLowerCase() as TeamMemberId;
}
