import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { ROOT } from '../support/servers.mjs';

const OPTIONS = {
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

/**
 * Compiles this folder's TypeScript to a place where Node finds the repository's packages.
 * @returns the path of the compiled `main`
 */
export async function compileIdiom() {
  const from = fileURLToPath(new URL('.', import.meta.url));
  const to = join(ROOT, 'node_modules/.cache/support-desk-bench');
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'package.json'), '{ "type": "module" }\n');
  for (const file of (await readdir(from)).filter((name) => name.endsWith('.ts'))) {
    const { code } = await transformFile(join(from, file), OPTIONS);
    await writeFile(join(to, file.replace(/\.ts$/, '.js')), code);
  }
  return join(to, 'main.js');
}
