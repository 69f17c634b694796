import type { Request } from 'express';
import type { WorkspaceId } from '../kernel/ids.js';
import { contextOf } from '../platform/tenancy/request-context.js';
import { hashApiKey, isWellFormedApiKey } from './api-key.js';

/** The pattern finds the text after `Bearer`, which may have any case. */
const BEARER = /^bearer(?: +(.*))?$/i;

/** A request shows this secret, a key or the token of a session, to open this workspace. */
export interface ShownKey {
  readonly workspaceId: WorkspaceId;
  readonly hash: Buffer;
}

export function shownKeyOf(request: Request): ShownKey | null {
  const { workspaceId } = contextOf(request);
  const text = shownTextOf(request);
  if (workspaceId === undefined || text === null) return null;
  return isWellFormedApiKey(text) ? { workspaceId, hash: hashApiKey(text) } : null;
}

/** Reads the text of a key. `Session-Token` and `Authorization: Bearer` are other names of `X-Api-Key`; several must agree. */
export function shownTextOf(request: Request): string | null {
  const [text = null, ...others] = new Set(textsOf(request));
  return others.length > 0 ? null : text;
}

/** Node.js joins the values of a header that is sent twice, and the result is no valid key. Of `Authorization` it takes the first value. */
function textsOf(request: Request): string[] {
  const { 'x-api-key': key, 'session-token': token, authorization } = request.headers;
  const named = [key, token].flatMap((value) => value ?? []);
  return authorization === undefined ? named : [...named, ...bearersIn(request)];
}

/** Reads the text after `Bearer`. A proxy may use other schemes for itself. */
export function bearersIn({ headersDistinct: { authorization = [] } }: Request): string[] {
  if (authorization.length > 1) return [authorization.join(', ')];
  return authorization.flatMap((value) => {
    const found = BEARER.exec(value);
    return found ? [found[1] ?? ''] : [];
  });
}
