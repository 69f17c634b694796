// Hooks by which Node.js runs the TypeScript of this project. With `{ built: true }` what `test/` and `bench/` import from `src/` comes from
// the build in `dist/`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const PROJECT = new URL('../../../', import.meta.url).href;
const OURS = /^(src|test|bench|packages|ormconfig)(?!.*\/node_modules\/)/;

let built = false;

export function initialize(options) {
  built = options.built;
}

export function resolve(specifier, context, next) {
  const importer = context.parentURL?.startsWith(PROJECT) ? context.parentURL.slice(PROJECT.length) : '';
  if (!specifier.startsWith('.') || !OURS.test(importer)) return next(specifier, context);
  const { href } = new URL(specifier, context.parentURL);
  if (built && href.startsWith(`${PROJECT}src/`))
    return next(href.replace(`${PROJECT}src/`, `${PROJECT}dist/`), context);
  const source = href.replace(/\.js$/, '.ts');
  return next(existsSync(fileURLToPath(source)) ? source : href, context);
}

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(url);
  const { code } = await transform(await readFile(file, 'utf8'), {
    filename: file,
    sourceMaps: 'inline',
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
      keepClassNames: true,
    },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
