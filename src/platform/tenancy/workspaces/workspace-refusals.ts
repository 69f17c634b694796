import { errors } from '../../../kernel/errors.js';

/** Makes a 404: the host names no workspace, or one that is suspended where no key is asked for. */
export const workspaceNotFound = errors.not_found(
  'workspace_not_found',
  'There is no workspace at this address.',
);

/** Makes a 403: the key is valid, and the operator has suspended its workspace. */
export const workspaceSuspended = errors.forbidden('workspace_suspended', 'This workspace is suspended.');
