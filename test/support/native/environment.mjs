// The environment of a spec file: the worker's own, without a sandbox [choice 37]. With DESK_GOLDEN it tells the host which spec file runs,
// so that what the host answers is written down (scripts/golden.mjs).
import { relative } from 'node:path';
import { ModuleMocker } from 'jest-mock';

const { exit } = process;
const { console } = globalThis;
const variables = { ...process.env };

export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ globalConfig }, { testPath }) {
    this.file = relative(globalConfig.rootDir, testPath);
  }

  async setup() {
    // Node.js finds the lines of sources in stack traces. What jest has put here knows only files that jest itself has loaded.
    Error.prepareStackTrace = undefined;
    process.setSourceMapsEnabled(true);
    await tellHost(this.file);
  }

  /** Takes back what jest has put in place for the file, and the variables that its tests have set. */
  async teardown() {
    process.exit = exit;
    globalThis.console = console;
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    await tellHost();
  }

  getVmContext() {
    return null;
  }
}

async function tellHost(...file) {
  if (!process.env.DESK_GOLDEN) return;
  const hosts = JSON.parse(process.env.DESK_TEST_HOSTS);
  const body = JSON.stringify(file);
  await fetch(`${hosts[Number(process.env.JEST_WORKER_ID) - 1]}/golden`, { method: 'POST', body });
}
