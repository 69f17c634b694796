/** How hosts name workspaces in this installation. */
export interface TenancyOptions {
  readonly baseDomain: string;
  readonly defaultWorkspace: string | undefined;
}

export const TENANCY_OPTIONS = Symbol('TENANCY_OPTIONS');
