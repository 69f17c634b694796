/** The workspace of a `Host` header: its subdomain, the installation's default one, or none. */
type WorkspaceHost = { readonly subdomain: string } | 'default' | 'unknown';

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Reads the workspace from a host: `<subdomain>.<base domain>`, compared without case, port and trailing dot. The bare
 * base domain and the names of this machine itself mean the default workspace (decisions, section 1).
 */
export function parseWorkspaceHost(host: string | undefined, baseDomain: string): WorkspaceHost {
  const name = (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  if ([baseDomain, 'localhost', '127.0.0.1', '[::1]'].includes(name)) return 'default';
  if (!name.endsWith(`.${baseDomain}`)) return 'unknown';
  const subdomain = name.slice(0, -baseDomain.length - 1);
  return LABEL.test(subdomain) ? { subdomain } : 'unknown';
}
