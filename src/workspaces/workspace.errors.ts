import { DomainError } from '../kernel/errors.js';
import type { FieldProblem } from '../kernel/problems.js';

export function workspaceNotFound(subdomain: string): DomainError {
  return new DomainError('not_found', 'workspace_not_found', `There is no workspace "${subdomain}".`);
}

/** The file is not YAML at all. */
export function unreadableManifest(reason: string): DomainError {
  return new DomainError('malformed', 'unreadable_manifest', `The manifest cannot be read: ${reason}.`);
}

/** The manifest, or the manifest beside what the workspace holds, is wrong. */
export function invalidManifest(problems: readonly FieldProblem[]): DomainError {
  const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`;
  return new DomainError('invalid', 'invalid_manifest', `The manifest has ${count}.`, problems);
}
