import type { Wire } from '../platform/http/answers/answer.dto.js';
import { wire } from '../platform/http/answers/wire.js';
import type { CurrentKey, ListedKey } from './api-key.repository.js';
import type { KeyMember } from './api-key.rules.js';
import type { WithMember } from './api-key.service.js';
import { ApiKeyDto, ApiKeyMemberDto } from './dto/api-key.dto.js';
import { OperatorKeyDto } from './dto/operator-key.dto.js';
import { WIDE_SCOPES } from './scopes.js';

/** Shows a key to its client; `requestsPerMinute` is the limit in force. */
export function toApiKeyDto(key: WithMember<CurrentKey>, requestsPerMinute: number): Wire<ApiKeyDto> {
  return wire(ApiKeyDto, key, {
    scopes: key.scopes ?? [...WIDE_SCOPES],
    team_member: key.member && toMemberDto(key.member),
    requests_per_minute: requestsPerMinute,
  });
}

export function toMemberDto(member: KeyMember): Wire<ApiKeyMemberDto> {
  return wire(ApiKeyMemberDto, member, { state: member.isActive ? 'active' : 'inactive' });
}

/** Shows a key to an operator: without its text, with its own limit, and null in place of all scopes. */
export function toOperatorKeyDto(key: WithMember<ListedKey>): Wire<OperatorKeyDto> {
  return wire(OperatorKeyDto, key, { team_member: key.member && toMemberDto(key.member) });
}
