import { createHash } from 'node:crypto';

/**
 * A hand-written statement. It is prepared once per connection under its name and compares `workspace_id` with `$1`, which
 * the tenant repository fills.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement whose text says `workspace_id = $1`; one that forgot to is refused when the module loads. */
export function tenantStatement(name: string, text: string): Statement {
  if (!/workspace_id\b[^$]*\$1\b/.test(text))
    throw new Error(`The statement ${name} does not name its workspace.`);
  return Object.freeze({ name, text });
}

/** As above for a text put together from parts: equal texts share one name. */
export function composedTenantStatement(prefix: string, text: string): Statement {
  return tenantStatement(
    `${prefix}.${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`,
    text,
  );
}
