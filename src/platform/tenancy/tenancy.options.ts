import type { Origin } from './origin.js';

/** How hosts name workspaces in this installation, what is remembered of them, and for whom the process works when no request says so. */
export interface TenancyOptions {
  readonly baseDomain: string;
  readonly defaultWorkspace: string | undefined;
  /** The scheme and host of a workspace, with `{workspace}` in it or not. By default as each request has addressed it. */
  readonly publicUrl?: string | undefined;
  /** The address of a ticket, with `{workspace}`, `{number}` and `{id}` in it. By default that in the API. */
  readonly ticketUrlTemplate?: string | undefined;
  /** How much memory the names of workspaces may take. */
  readonly vocabularyCacheBytes: number;
  /** Who runs the process when it is a command; the service by default. */
  readonly operator?: Origin;
}

export const TENANCY_OPTIONS = Symbol('TENANCY_OPTIONS');
