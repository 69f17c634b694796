// The lists of files that run with few neighbours name files.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../../support/servers/processes.js';

interface Config {
  readonly projects: readonly { readonly displayName: string; readonly testMatch: readonly string[] }[];
}

it.each(['jest.system.config.mjs', 'jest.faults.config.mjs', 'jest.citus.config.mjs'])(
  '%s names files that are there',
  async (name) => {
    const { default: config } = (await import(pathToFileURL(join(PROJECT, name)).href)) as {
      default: Config;
    };
    const listed = config.projects
      .filter(({ displayName }) => displayName !== 'side by side')
      .flatMap(({ testMatch }) => testMatch);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((path) => !existsSync(path.replace('<rootDir>', PROJECT)))).toEqual([]);
  },
);
