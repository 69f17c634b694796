import { createHash } from 'node:crypto';

/**
 * A hand-written statement. It is prepared once per connection under its name and compares `workspace_id` with `$1`, which
 * the tenant repository fills.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const texts = new Map<string, string>();

/**
 * A statement whose text says `workspace_id = $1`. One that forgot to, or that takes the name of another, is refused when
 * the module loads: a connection would prepare the first and then run it for both.
 */
export function tenantStatement(name: string, text: string): Statement {
  if ((texts.get(name) ?? text) !== text) throw new Error(`Two statements are called ${name}.`);
  texts.set(name, text);
  return workspaceStatement(name, text);
}

/** The names of all statements that are written out, as far as their modules are loaded. */
export function statementNames(): string[] {
  return [...texts.keys()];
}

/** As above for a text put together from parts: equal texts share one name. */
export function composedTenantStatement(prefix: string, text: string): Statement {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return workspaceStatement(`${prefix}.${digest}`, text);
}

function workspaceStatement(name: string, text: string): Statement {
  if (!/\bworkspace_id = \$1\b|\(workspace_id,[^$]*\$1\b/.test(text))
    throw new Error(`The statement ${name} does not name its workspace.`);
  return Object.freeze({ name, text });
}
