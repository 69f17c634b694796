import { toOperatorKeyDto } from '../auth/api-key.mapper.js';
import type { RotatedKey } from '../auth/api-key.service.js';
import type { PutKey } from '../auth/named-keys.service.js';
import type { KeyScope } from '../auth/scopes.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import { Reply } from '../platform/http/answers/reply.js';
import { toPageAnswerOf } from '../platform/http/answers/pagination.presenter.js';
import { wire } from '../platform/http/answers/wire.js';
import { stateOf, type ListedWorkspace } from '../workspaces/workspace-list.js';
import type { AppliedManifest } from '../workspaces/workspaces.service.js';
import type { KeyWish } from './admin.service.js';
import {
  DEFAULT_OVERLAP_SECONDS,
  type AdminKeyResponse,
  type PutKeyDto,
  type RotatedKeyResponse,
  type RotateKeyDto,
} from './dto/key.dto.js';
import { AdminWorkspaceDto, type AppliedWorkspaceResponse } from './dto/workspace.dto.js';

export function toWorkspaceDto(workspace: ListedWorkspace): Wire<AdminWorkspaceDto> {
  return wire(AdminWorkspaceDto, workspace, { state: stateOf(workspace) });
}

export const toWorkspaceListResponse = toPageAnswerOf('workspaces', toWorkspaceDto);

/** Shows the result of applying a manifest. A workspace that only a dry run has made has no id. */
export function toAppliedReply(
  { scope, workspace, changes, isNew }: AppliedManifest,
  isDryRun: boolean,
): Reply {
  const id = isDryRun && isNew ? null : scope.workspaceId;
  const { subdomain, name } = workspace;
  const answer: Wire<AppliedWorkspaceResponse> = {
    workspace: { id, subdomain, name },
    changes: [...changes],
  };
  return new Reply(isNew && !isDryRun ? 201 : 200, {}, JSON.stringify(answer));
}

export function toKeyWish(body: PutKeyDto): KeyWish {
  const { scopes = null, expires_at: end = null, requests_per_minute = null, as = null, key_sha256 } = body;
  return {
    scopes: scopes as KeyScope[] | null,
    expiresAt: end === null ? null : new Date(end),
    requestsPerMinute: requests_per_minute,
    as,
    hash: key_sha256 === undefined ? null : Buffer.from(key_sha256, 'hex'),
  };
}

export function toOverlap({ overlap_seconds: seconds = DEFAULT_OVERLAP_SECONDS }: RotateKeyDto): {
  readonly seconds: number;
} {
  return { seconds };
}

export const toKeyListResponse = toPageAnswerOf('api_keys', toOperatorKeyDto);

export function toPutKeyResponse({ key, text }: PutKey): Wire<AdminKeyResponse> {
  return { api_key: toOperatorKeyDto(key), ...(text !== null && { key: text }) };
}

export function toRotatedKeyResponse({ key, oldExpiresAt, shown }: RotatedKey): Wire<RotatedKeyResponse> {
  return { api_key: toOperatorKeyDto(shown), key, old_key_expires_at: oldExpiresAt.toISOString() };
}
