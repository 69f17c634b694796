import { execFileSync } from 'node:child_process';

/** What `npm pack` said of a tarball, with the manifest in it. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly filename: string;
  readonly size: number;
  /** The path of its SBOM. */
  readonly sbom: string;
  readonly files: readonly string[];
  readonly manifest: {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly optionalDependencies: Readonly<Record<string, string>>;
    readonly bundleDependencies: readonly string[];
  };
}

interface UnderTest {
  readonly folder: string;
  readonly tools: string;
  readonly packed: readonly [service: Packed, client: Packed];
  /** The address of a registry that has both. */
  readonly registry: string;
}

/** A package in a lock of npm. */
export interface Locked {
  readonly version: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

/** What the global set-up has made. */
export const underTest = JSON.parse(process.env['PACKAGES_UNDER_TEST'] ?? '{}') as UnderTest;
export const [service, client] = underTest.packed;

/** Reads a file of the service's package. */
export function textInService(name: string): string {
  return execFileSync('tar', ['-xzOf', service.path, `package/${name}`], { encoding: 'utf8' });
}

/** The packages that the service's package locks, by their paths. */
export function lockedPackages(): Readonly<Record<string, Locked>> {
  return (JSON.parse(textInService('production-lock.json')) as { packages: Record<string, Locked> }).packages;
}
