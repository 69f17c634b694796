// How jest loads a spec file: by Node.js itself, so that what spec files import is loaded once for a worker and not anew for each of
// them [choice 37]. The tests of a file are still run by jest-circus, with its hooks, time limits, names and order.
const asyncHooks = require('node:async_hooks');
const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');

register('./typescript.mjs', { parentURL: pathToFileURL(__filename).href, data: { built: false } });

/** Counts loads: a spec file that runs again, as with `--watch`, must be loaded again. */
let loads = 0;

/** The storages of the jest-circus of the file before. Node.js 20 and 22 would go through those of all files for each promise. */
const storages = new Set();
const { AsyncLocalStorage } = asyncHooks;
class KeptStorage extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
}

/** From Node.js 22 on the property is a getter. */
const original = Object.getOwnPropertyDescriptor(asyncHooks, 'AsyncLocalStorage');
const replaced = { value: KeptStorage, configurable: true, enumerable: true };

module.exports = class NativeRuntime extends JestRuntime {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    const url = pathToFileURL(path);
    if (path === this._testPath) url.search = String(++loads);
    await import(url.href);
  }

  /** Loads jest-circus, which keeps the tests of a file in its module and its listeners in a global. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    for (const storage of storages) storage.disable();
    storages.clear();
    Object.defineProperty(asyncHooks, 'AsyncLocalStorage', replaced);
    try {
      return require(path);
    } finally {
      Object.defineProperty(asyncHooks, 'AsyncLocalStorage', original);
    }
  }

  /** `process.getBuiltinModule` stays that of Node.js. */
  installGetBuiltinModule() {}
};
