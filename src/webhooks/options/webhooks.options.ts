/** Injects the settings of webhooks. */
export const WEBHOOK_OPTIONS = Symbol('WEBHOOK_OPTIONS');

/** What an operator says about webhooks. */
export interface WebhookOptions {
  /** Keys of 32 bytes that encrypt secrets: the first one encrypts, all decrypt. Without one there are no webhooks. */
  readonly secretsKeys: readonly Buffer[];
  readonly webhooks: {
    /** Whether endpoints may be http:// addresses. */
    readonly allowsHttp: boolean;
    /** Networks as `10.0.0.0/8` whose addresses endpoints may have although they are not public. */
    readonly allowedNetworks: readonly string[];
  };
}
