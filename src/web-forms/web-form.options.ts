/** Injects the limits of forms. */
export const WEB_FORM_OPTIONS = Symbol('WEB_FORM_OPTIONS');

/** How often forms can be sent in an hour, and how much one holds. */
export interface WebFormOptions {
  /** All forms of a workspace by one client: an IPv4 address, or the /64 of an IPv6 address. */
  readonly formPostsPerClient: number;
  /** All forms of a workspace with one e-mail address. */
  readonly formPostsPerEmail: number;
  /** Of one form, by everybody. */
  readonly formPosts: number;
  /** Of one form, by everybody whose browser has not done the proof of work. */
  readonly formPostsWithoutProof: number;
  /** Bytes of all values of a form together. */
  readonly bodyLimit: number;
  /** MiB of the largest file. */
  readonly attachmentLimitMb: number;
}
