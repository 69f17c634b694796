/** Names the workspace that the first start with the embedded database makes from `examples/`. */
export const DEMO_SUBDOMAIN = 'acme';
