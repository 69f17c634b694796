// The environment of a spec file: jest's own for Node, and `loadOnce`, which load-once.ts hands on. With DESK_GOLDEN it tells the host
// which spec file runs, so that what the host answers is written down (scripts/golden.mjs).
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';

const load = createRequire(import.meta.url);

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.file = relative(config.globalConfig.rootDir, context.testPath);
    // A function of its own: jest takes the properties of every global away when the spec file has ended.
    this.global.loadOnce = (name) => load(name);
  }

  async setup() {
    await super.setup();
    await tellHost(this.file);
  }

  async teardown() {
    await tellHost();
    await super.teardown();
  }
}

async function tellHost(...file) {
  if (!process.env.DESK_GOLDEN) return;
  const hosts = JSON.parse(process.env.DESK_TEST_HOSTS);
  const body = JSON.stringify(file);
  await fetch(`${hosts[Number(process.env.JEST_WORKER_ID) - 1]}/golden`, { method: 'POST', body });
}
