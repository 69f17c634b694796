import { DomainError, errors, type Problems } from '../kernel/errors.js';

export const workspaceNotFound = errors.not_found(
  'workspace_not_found',
  (subdomain: string) => `There is no workspace "${subdomain}".`,
  'acme',
);

export function unreadableManifest(reason: string): DomainError {
  return new DomainError('malformed', 'unreadable_manifest', `The manifest cannot be read: ${reason}.`);
}

/** Adds the name of the file to the refusal of a manifest. */
export function refusedManifest(error: DomainError, file: string): DomainError {
  const message = error.message.replace('The manifest', `The manifest ${file}`);
  return new DomainError(error.kind, error.code, message, error.problems, { cause: error });
}

/** Refuses a manifest that is wrong, or that does not fit the contents of its workspace. It lists at most 100 mistakes. */
export function invalidManifest({ list, areMore }: Problems): DomainError {
  const count = list.length === 1 ? 'one mistake' : `${list.length} mistakes`;
  const said = areMore ? `more than ${count}, of which these are the first` : count;
  return new DomainError('invalid', 'invalid_manifest', `The manifest has ${said}.`, list);
}
