import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { CurrentKey, ListedKey } from './api-key.repository.js';
import type { KeyMember } from './api-key.rules.js';
import type { WithMember } from './api-key.service.js';
import type { ApiKeyDto, ApiKeyMemberDto } from './dto/api-key.dto.js';
import type { OperatorKeyDto } from './dto/operator-key.dto.js';
import { KEY_SCOPES } from './scopes.js';

/** Shows a key to its client; `requestsPerMinute` is the limit in force. */
export function toApiKeyDto(key: WithMember<CurrentKey>, requestsPerMinute: number): Wire<ApiKeyDto> {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes ?? [...KEY_SCOPES],
    team_member: key.member && toMemberDto(key.member),
    expires_at: key.expiresAt?.toISOString() ?? null,
    requests_per_minute: requestsPerMinute,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}

export function toMemberDto({ id, name, email, isActive }: KeyMember): Wire<ApiKeyMemberDto> {
  return { id, name, email, state: isActive ? 'active' : 'inactive' };
}

/** Shows a key to an operator: without its text, with its own limit, and null in place of all scopes. */
export function toOperatorKeyDto(key: WithMember<ListedKey>): Wire<OperatorKeyDto> {
  return {
    ...{ id: key.id, name: key.name, hint: key.hint, scopes: key.scopes },
    team_member: key.member && toMemberDto(key.member),
    requests_per_minute: key.requestsPerMinute,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    replaced_by: key.replacedBy,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
