import fc from 'fast-check';
import { parseWorkspaceHost } from './workspace.middleware.js';

describe('a host', () => {
  // @proves D-1-1
  it.each([
    'acme.desk.example',
    'ACME.Desk.Example',
    'acme.desk.example:8080',
    'acme.desk.example.',
    'acme.desk.example.:443',
  ])('names the workspace by its subdomain: %s', (host) => {
    expect(parseWorkspaceHost(host, 'desk.example')).toEqual({ subdomain: 'acme' });
  });

  // @proves D-1-5
  it.each(['desk.example', 'DESK.EXAMPLE:80', 'localhost:3000', '127.0.0.1:3000', '[::1]', '[::1]:3000'])(
    'names the default workspace: %s',
    (host) => {
      expect(parseWorkspaceHost(host, 'desk.example')).toBe('default');
    },
  );

  // @proves D-1-1
  it.each([
    undefined,
    '',
    '.',
    ':80',
    'acme',
    'other.example',
    'acme.desk.example.evil.example',
    'acmedesk.example',
    '.desk.example',
    'a.b.desk.example',
    '-acme.desk.example',
    'acme-.desk.example',
    'ac_me.desk.example',
    'acme .desk.example',
    'äcme.desk.example',
    `${'a'.repeat(64)}.desk.example`,
    '[::1].desk.example',
    'acme.localhost',
    '::1',
    '127.0.0.2',
  ])('names no workspace: %s', (host) => {
    expect(parseWorkspaceHost(host, 'desk.example')).toBe('unknown');
  });

  // @proves D-1-2
  it('may have a label of 63 characters with hyphens inside', () => {
    const subdomain = `a${'-'.repeat(61)}9`;
    expect(parseWorkspaceHost(`${subdomain}.desk.example`, 'desk.example')).toEqual({ subdomain });
  });
});

const baseDomains = fc.constantFrom('localhost', 'desk.example', 'a');
const hosts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', ':', '[', ']', '/', '@', ' ') }),
);

describe('for every host', () => {
  // @proves D-1-2
  it('reading never throws, and a subdomain is one DNS label', () => {
    fc.assert(
      fc.property(hosts, baseDomains, fc.boolean(), (text, baseDomain, below) => {
        const read = parseWorkspaceHost(below ? `${text}.${baseDomain}` : text, baseDomain);
        if (typeof read === 'object') expect(read.subdomain).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
        else expect(['default', 'unknown']).toContain(read);
      }),
      { numRuns: 1_000 },
    );
  });

  // @proves D-1-3
  it('a label is found again without regard to case, port and trailing dot', () => {
    const labels = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/);
    const ports = fc.constantFrom('', ':1', ':65535', ':');
    fc.assert(
      fc.property(labels, baseDomains, ports, fc.boolean(), fc.boolean(), (label, base, port, dot, upper) => {
        const host = `${label}.${base}${dot ? '.' : ''}${port}`;
        expect(parseWorkspaceHost(upper ? host.toUpperCase() : host, base)).toEqual({ subdomain: label });
      }),
    );
  });
});
