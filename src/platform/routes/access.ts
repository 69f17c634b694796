import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { DeclaredScope } from '../../app/features.js';

/** Everyone may call a route, or every session of a customer, or every valid key, or every key with this scope. A route that says nothing refuses every call. */
export type Access = 'public' | 'session' | AccessOfKeys;

/** A key needs this for a route. No session may call it, and no key a route of sessions. */
export type AccessOfKeys = 'any key' | DeclaredScope;

/** Names the metadata of a handler or its controller that holds its `Access`. */
export const ACCESS = 'support-desk:access';

export const Allow = (access: Access): CustomDecorator => SetMetadata(ACCESS, access);

/** Names the metadata of a handler that holds a scope which is enough in place of that of its `Access`. */
export const ALTERNATIVE_ACCESS = 'support-desk:alternative-access';

export const AllowAlso = (scope: DeclaredScope): CustomDecorator => SetMetadata(ALTERNATIVE_ACCESS, scope);

/** Names the metadata of a handler that holds its `IncludeScopes`. */
export const INCLUDE_ACCESS = 'support-desk:include-access';

/** A key also needs this scope for the value of `include`. */
export type IncludeScopes = Readonly<Record<string, DeclaredScope>>;

export const AllowIncludes = (scopes: IncludeScopes): CustomDecorator => SetMetadata(INCLUDE_ACCESS, scopes);

/** Opens a route to calls without a key and outside of any workspace, such as health and documentation. */
export const Public = (): CustomDecorator => Allow('public');
