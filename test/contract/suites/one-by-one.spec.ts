// The lists of files that run one by one name files.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../../support/servers/processes.js';

interface Config {
  readonly projects: readonly { readonly displayName: string; readonly testMatch: readonly string[] }[];
}

it.each(['jest.system.config.mjs', 'jest.faults.config.mjs'])(
  '%s names files that are there',
  async (name) => {
    const { default: config } = (await import(pathToFileURL(join(PROJECT, name)).href)) as {
      default: Config;
    };
    const alone = config.projects.find(({ displayName }) => displayName === 'one by one')?.testMatch ?? [];
    expect(alone.length).toBeGreaterThan(0);
    expect(alone.filter((path) => !existsSync(path.replace('<rootDir>', PROJECT)))).toEqual([]);
  },
);
