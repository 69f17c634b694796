import type { Wire } from '../platform/http/answers/wire.js';
import type { CurrentKey } from './api-key.repository.js';
import type { ApiKeyDto } from './dto/api-key.dto.js';
import { KEY_SCOPES } from './scopes.js';

/** Shows a key to its client; `requestsPerMinute` is the limit in force. */
export function toApiKeyDto(key: CurrentKey, requestsPerMinute: number): Wire<ApiKeyDto> {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes ?? [...KEY_SCOPES],
    expires_at: key.expiresAt?.toISOString() ?? null,
    requests_per_minute: requestsPerMinute,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}
