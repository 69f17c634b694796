import { DomainError } from '../kernel/errors.js';
import type { Problems } from '../kernel/problems.js';

export function workspaceNotFound(subdomain: string): DomainError {
  return new DomainError('not_found', 'workspace_not_found', `There is no workspace "${subdomain}".`);
}

/** The file is not YAML. */
export function unreadableManifest(reason: string): DomainError {
  return new DomainError('malformed', 'unreadable_manifest', `The manifest cannot be read: ${reason}.`);
}

/** The same refusal of a manifest, with the name of its file. */
export function refusedManifest(error: DomainError, file: string): DomainError {
  const message = error.message.replace('The manifest', `The manifest ${file}`);
  return new DomainError(error.kind, error.code, message, error.problems, { cause: error });
}

/** The manifest is wrong, or it does not fit the contents of the workspace. Of more than 100 mistakes it lists the first. */
export function invalidManifest({ list, areMore }: Problems): DomainError {
  const count = list.length === 1 ? 'one mistake' : `${list.length} mistakes`;
  const said = areMore ? `more than ${count}, of which these are the first` : count;
  return new DomainError('invalid', 'invalid_manifest', `The manifest has ${said}.`, list);
}
