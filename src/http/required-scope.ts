import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { KeyScope } from '../kernel/key-scopes.js';

/** The scope that a key needs for a handler. A handler without one, and not open to everybody, refuses every key. */
export const REQUIRED_SCOPE = 'support-desk:required-scope';

export const RequireScope = (scope: KeyScope): CustomDecorator => SetMetadata(REQUIRED_SCOPE, scope);
