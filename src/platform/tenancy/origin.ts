import { randomUUID } from 'node:crypto';

/** A request with a key, a command, or the service itself has started a piece of work. */
export interface Origin {
  /** The id that the response carried as `X-Request-Id`; of a command or the service one for the whole run. */
  readonly requestId: string;
  /** Who acts when no key does: the command and its user, or `service`. Null when a key does. */
  readonly actor: string | null;
  /** The workspace as the request has addressed it. */
  readonly address?: WorkspaceAddress;
}

/** A subdomain, and the scheme and host that a request came to, such as `https://acme.desk.example`. */
export interface WorkspaceAddress {
  readonly subdomain: string;
  readonly url: string;
}

/** The service by itself: what it makes at its first start, and its work in the background. */
export const SERVICE: Origin = Object.freeze({ requestId: randomUUID(), actor: 'service' });
