import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** The scopes that a route can ask for; `src/auth/scopes.ts` lists them and adds their type here. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- only an interface can be added to
export interface RouteScopes {}

/**
 * Who may call a route: everyone; every valid key of the workspace; or a key with this scope. A route that does not say it
 * refuses every call.
 */
export type Access = 'public' | 'any key' | RouteScopes['any'];

/** The metadata of a handler or its controller that holds its `Access`. */
export const ACCESS = 'support-desk:access';

export const Allow = (access: Access): CustomDecorator => SetMetadata(ACCESS, access);

/** The metadata of a handler that holds the scopes of what its parameter `include` can add. */
export const INCLUDE_ACCESS = 'support-desk:include-access';

/** The scope that a key needs besides for each of these values of `include`. */
export type IncludeScopes = Readonly<Record<string, RouteScopes['any']>>;

export const AllowIncludes = (scopes: IncludeScopes): CustomDecorator => SetMetadata(INCLUDE_ACCESS, scopes);

/** Opens a route to calls without a key, outside of any workspace: health and documentation, nothing else. */
export const Public = (): CustomDecorator => Allow('public');
