import { DomainError } from '../../../kernel/errors.js';

/** Makes a 404: the host names no workspace, or one that is suspended where no key is asked for. */
export function workspaceNotFound(): DomainError {
  return new DomainError('not_found', 'workspace_not_found', 'There is no workspace at this address.');
}

/** Makes a 403: the key is valid, and the operator has suspended its workspace. */
export function workspaceSuspended(): DomainError {
  return new DomainError('forbidden', 'workspace_suspended', 'This workspace is suspended.');
}
