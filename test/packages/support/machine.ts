// A machine where nothing is installed but Node.js and a package manager.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { RunningProcess } from '../../support/servers/processes.js';
import { underTest } from './packed.js';

/** PostgreSQL does not run as a user without an account, and every system has this one. */
export const NOBODY = { uid: 65_534, gid: 65_534 };

/** The oldest release that is supported, and the newest of each later one. */
export type Node = '20.19' | '22' | '24' | '26';
export type Manager = 'npm10' | 'npm11' | 'pnpm';
export type Person = 'root' | 'a user';

export const isRoot = process.getuid?.() === 0;
/** Nobody but root can become somebody else. */
export const people: readonly Person[] = isRoot ? ['root', 'a user'] : ['a user'];

interface Setting {
  readonly node: Node;
  readonly manager: Manager;
  readonly person: Person;
}

export class Machine {
  /** An empty folder. */
  readonly folder: string;
  private readonly home: string;
  private readonly identity: { readonly uid?: number; readonly gid?: number };

  /** @param home a name: machines with the same one share what package managers keep. */
  constructor(
    private readonly setting: Setting,
    home: string = setting.person,
    private readonly lender?: Machine,
  ) {
    this.identity = setting.person === 'a user' && isRoot ? NOBODY : {};
    this.home = this.made(join(underTest.folder, `home of ${home}`));
    this.folder = this.made(mkdtempSync(join(underTest.folder, 'folder-')));
  }

  /** Gives another person, with a folder of their own, the programs that are installed here. */
  lentTo(person: Person): Machine {
    chmodSync(this.folder, 0o755);
    return new Machine({ ...this.setting, person }, person, this);
  }

  /** Runs the package manager. */
  manage(...args: readonly string[]): Promise<string> {
    return this.run(this.node, [this.program(this.setting.manager), ...args]);
  }

  /** Runs a program that a package has brought. */
  runs(name: string, ...args: readonly string[]): Promise<string> {
    return this.run(this.binary(name), args);
  }

  /** Starts a program that a package has brought. */
  starts(name: string, args: readonly string[], env: Record<string, string> = {}): RunningProcess {
    return RunningProcess.of(this.binary(name), args, this.options(env));
  }

  /** Starts a package by npx. */
  npx(...args: readonly string[]): RunningProcess {
    const npx = this.program(this.setting.manager).replace('npm-cli', 'npx-cli');
    return RunningProcess.of(this.node, [npx, '--yes', ...args], this.options());
  }

  async run(file: string, args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(file, args, this.options());
    return stdout;
  }

  private binary(name: string): string {
    return join((this.lender ?? this).folder, 'node_modules/.bin', name);
  }

  private get node(): string {
    return join(underTest.tools, `node_modules/node${this.setting.node}/bin/node`);
  }

  private program(manager: Manager): string {
    const file = manager === 'pnpm' ? 'bin/pnpm.cjs' : 'bin/npm-cli.js';
    return join(underTest.tools, 'node_modules', manager, file);
  }

  private options(env: Record<string, string> = {}) {
    return {
      cwd: this.folder,
      ...this.identity,
      env: { ...NETWORK, PATH: `${dirname(this.node)}:/usr/bin:/bin`, HOME: this.home, ...env },
    };
  }

  private made(path: string): string {
    mkdirSync(path, { recursive: true });
    if (this.identity.uid !== undefined) chownSync(path, NOBODY.uid, NOBODY.gid);
    return path;
  }
}

/** How this machine reaches its registry. */
export const NETWORK = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i.test(name)),
  ),
  ...Object.fromEntries(
    ['registry', 'cafile'].flatMap((name) => {
      const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
      return value === 'null' ? [] : [[`npm_config_${name}`, value]];
    }),
  ),
} as Record<string, string>;
