import type { Request } from 'express';
import { contextOf } from '../../platform/tenancy/request-context.js';
import { createSecret, hashApiKey, isWellFormedSecret } from '../api-key.js';
import { bearersIn, type ShownKey } from '../shown-key.js';

/** The token of a session begins with this text. A key begins with `desk_`, so neither is mistaken for the other. */
const PREFIX = 'desks_';

/** Makes the token of a session, which is shown once. Only its digest is stored [rule 30]. */
export const createSessionToken = (): string => createSecret(PREFIX);

/** Reads the token of a request to a workspace. It must follow `Bearer`, and no header of keys may come with it. */
export function shownSessionOf(request: Request): ShownKey | null {
  const { workspaceId } = contextOf(request);
  const { 'x-api-key': key, 'session-token': other } = request.headers;
  const [text, ...others] = bearersIn(request);
  if (workspaceId === undefined || text === undefined) return null;
  if (others.length > 0 || key !== undefined || other !== undefined) return null;
  return isWellFormedSecret(PREFIX, text) ? { workspaceId, hash: hashApiKey(text) } : null;
}
