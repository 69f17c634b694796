import type { Request } from 'express';
import type { WorkspaceId } from '../kernel/ids.js';
import { contextOf } from '../platform/tenancy/request-context.js';
import { hashApiKey, isWellFormedApiKey } from './api-key.js';

/** `Authorization` with the scheme of keys, which is compared without case. */
const BEARER = /^bearer(?: +(.*))?$/i;

/** A key as a request shows it. */
export interface ShownKey {
  /** The workspace that it is to open. */
  readonly workspaceId: WorkspaceId;
  readonly hash: Buffer;
}

/**
 * The key that a request shows, if it has the form of one. `Session-Token` and `Authorization: Bearer` are other names of `X-Api-Key`;
 * whoever uses several of them says the same in each.
 */
export function shownKeyOf(request: Request): ShownKey | null {
  const { workspaceId } = contextOf(request);
  const [text, ...others] = new Set(textsOf(request));
  if (workspaceId === undefined || text === undefined || others.length > 0) return null;
  return isWellFormedApiKey(text) ? { workspaceId, hash: hashApiKey(text) } : null;
}

/** Node.js joins the values of a header that comes twice, which makes no key of them, but takes the first `Authorization`. */
function textsOf(request: Request): string[] {
  const { 'x-api-key': key, 'session-token': token, authorization } = request.headers;
  const named = [key, token].flatMap((value) => value ?? []);
  return authorization === undefined ? named : [...named, ...bearersIn(request)];
}

/** Reads the text behind `Bearer`. Other schemes are somebody else's, such as a proxy's. */
function bearersIn({ headersDistinct: { authorization = [] } }: Request): string[] {
  if (authorization.length > 1) return [authorization.join(', ')];
  return authorization.flatMap((value) => {
    const found = BEARER.exec(value);
    return found ? [found[1] ?? ''] : [];
  });
}
